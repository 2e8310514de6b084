; Each frame has its own registers; a result is whatever made it in the callee, however deep.
;
; Executed, in order, and on whom each depends:
;  0 add
;  1 call <- 0
;  2 icmp <- 0
;  3 br <- 2
;  4 sub <- 0
;  5 call <- 4
;  6 icmp <- 4
;  7 br <- 6
;  8 sub <- 4
;  9 call <- 8
; 10 icmp <- 8
; 11 br <- 10
; 12 xor <- 8
; 13 ret <- 12
; 14 add <- 4 12
; 15 ret <- 14
; 16 add <- 0 14
; 17 ret <- 16
; 18 sub <- 16
; 19 ret <- 18

define i32 @sum(i32 %n) {
  %done = icmp eq i32 %n, 0
  br i1 %done, label %base, label %step
base:
  %zero = xor i32 %n, %n
  ret i32 %zero
step:
  %less = sub i32 %n, 1
  %rest = call i32 @sum(i32 %less)
  %all = add i32 %rest, %n
  ret i32 %all
}
define i32 @main() {
  %n = add i32 1, 1
  %total = call i32 @sum(i32 %n)
  %code = sub i32 %total, 3
  ret i32 %code
}

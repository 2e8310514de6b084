; Two phis that swap: both read before either writes.
;
; Executed, in order, and on whom each depends:
;  0 add
;  1 add
;  2 br
;  3 phi <- 0
;  4 phi <- 1
;  5 phi
;  6 add <- 5
;  7 icmp <- 6
;  8 br <- 7
;  9 phi <- 4
; 10 phi <- 3
; 11 phi <- 6
; 12 add <- 11
; 13 icmp <- 12
; 14 br <- 13
; 15 phi <- 10
; 16 phi <- 9
; 17 phi <- 12
; 18 add <- 17
; 19 icmp <- 18
; 20 br <- 19
; 21 sub <- 15 16
; 22 sub <- 21
; 23 ret <- 22

define i32 @main() {
entry:
  %one = add i32 0, 1
  %two = add i32 0, 2
  br label %loop
loop:
  %a = phi i32 [ %one, %entry ], [ %b, %loop ]
  %b = phi i32 [ %two, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, 3
  br i1 %again, label %loop, label %done
done:
  %difference = sub i32 %a, %b
  %code = sub i32 %difference, %difference
  ret i32 %code
}

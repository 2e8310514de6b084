; A call through a pointer depends on the pointer too, and its arguments go through as in any call.
;
; Executed, in order, and on whom each depends:
;  0 alloca
;  1 store <- 0
;  2 load <- 0 1
;  3 add
;  4 call <- 2 3
;  5 add <- 3
;  6 ret <- 5
;  7 store <- 0
;  8 load <- 0 7
;  9 call <- 5 8
; 10 mul <- 5
; 11 ret <- 10
; 12 sub <- 10
; 13 ret <- 12

define i32 @double(i32 %x) {
  %twice = add i32 %x, %x
  ret i32 %twice
}
define i32 @triple(i32 %x) {
  %more = mul i32 %x, 3
  ret i32 %more
}
define i32 @main() {
  %slot = alloca ptr
  store ptr @double, ptr %slot
  %function = load ptr, ptr %slot
  %five = add i32 2, 3
  %ten = call i32 %function(i32 %five)
  store ptr @triple, ptr %slot
  %other = load ptr, ptr %slot
  %thirty = call i32 %other(i32 %ten)
  %code = sub i32 %thirty, 30
  ret i32 %code
}

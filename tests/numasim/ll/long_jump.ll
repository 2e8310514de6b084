; longjmp leaves two frames; what follows setjmp again has the registers of main's frame.
;
; Executed, in order, and on whom each depends:
;  0 add
;  1 call
;  2 icmp <- 1
;  3 br <- 2
;  4 call <- 0
;  5 add <- 0
;  6 call <- 5
;  7 add <- 5
;  8 call <- 7
;  9 icmp <- 1
; 10 br <- 9
; 11 sub <- 1
; 12 sub <- 0
; 13 or <- 11 12
; 14 ret <- 13

@place = internal global [32 x i64] zeroinitializer
declare i32 @_setjmp(ptr) returns_twice
declare void @longjmp(ptr, i32) noreturn
define void @deeper(i32 %value) {
  %next = add i32 %value, 1
  call void @longjmp(ptr @place, i32 %next)
  unreachable
}
define void @deep(i32 %value) {
  %more = add i32 %value, 1
  call void @deeper(i32 %more)
  ret void
}
define i32 @main() {
  %before = add i32 1, 2
  %code = call i32 @_setjmp(ptr @place) returns_twice
  %first = icmp eq i32 %code, 0
  br i1 %first, label %go, label %back
go:
  call void @deep(i32 %before)
  ret i32 9
back:
  %exit = sub i32 %code, 5
  %sum = sub i32 %before, 3
  %both = or i32 %exit, %sum
  ret i32 %both
}

; A struct passed by value: the callee reads a copy that no instruction made, and depends on who wrote the original.
;
; Executed, in order, and on whom each depends:
;  0 alloca
;  1 getelementptr <- 0
;  2 store <- 1
;  3 call <- 0
;  4 getelementptr <- 0
;  5 load <- 2 4
;  6 store <- 4
;  7 ret <- 5
;  8 load <- 1 2
;  9 sub <- 5 8
; 10 trunc <- 9
; 11 ret <- 10

%triple = type { i64, i64, i64 }
define i64 @last(ptr byval(%triple) align 8 %t) {
  %place = getelementptr %triple, ptr %t, i32 0, i32 2
  %value = load i64, ptr %place
  store i64 0, ptr %place
  ret i64 %value
}
define i32 @main() {
  %t = alloca %triple
  %third = getelementptr %triple, ptr %t, i32 0, i32 2
  store i64 9, ptr %third
  %got = call i64 @last(ptr byval(%triple) align 8 %t)
  %kept = load i64, ptr %third
  %code = sub i64 %got, %kept
  %exit = trunc i64 %code to i32
  ret i32 %exit
}

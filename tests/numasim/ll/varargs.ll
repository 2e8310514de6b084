; va_start depends on every variadic argument; whoever fetches one through the list depends on va_start.
; The callee is as clang compiles va_arg on x86-64: registers first, then the stack.
;
; Executed, in order, and on whom each depends:
;  0 add
;  1 add
;  2 call <- 0 1
;  3 alloca
;  4 call <- 0 1 3
;  5 load <- 3 4
;  6 getelementptr <- 3
;  7 load <- 4 6
;  8 getelementptr <- 5 7
;  9 load <- 4 8
; 10 ret <- 9
; 11 sub <- 9
; 12 ret <- 11

%list = type { i32, i32, ptr, ptr }
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
define i32 @first(i32 %count, ...) {
  %values = alloca %list
  call void @llvm.va_start(ptr %values)
  %offset = load i32, ptr %values
  %place = getelementptr %list, ptr %values, i32 0, i32 3
  %saved = load ptr, ptr %place
  %where = getelementptr i8, ptr %saved, i32 %offset
  %value = load i32, ptr %where
  call void @llvm.va_end(ptr %values)
  ret i32 %value
}
define i32 @main() {
  %a = add i32 3, 4
  %b = add i32 5, 6
  %got = call i32 (i32, ...) @first(i32 2, i32 %a, i32 %b)
  %code = sub i32 %got, 7
  ret i32 %code
}

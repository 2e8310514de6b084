; memmove within one array: it reads all before it writes.
;
; Executed, in order, and on whom each depends:
;  0 alloca
;  1 getelementptr <- 0
;  2 getelementptr <- 0
;  3 store <- 0
;  4 store <- 1
;  5 call <- 0 1 3 4
;  6 load <- 0 3
;  7 load <- 2 5
;  8 sub <- 7
;  9 ret <- 8

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main() {
  %array = alloca [3 x i32]
  %second = getelementptr i32, ptr %array, i64 1
  %third = getelementptr i32, ptr %array, i64 2
  store i32 1, ptr %array
  store i32 2, ptr %second
  call void @llvm.memmove.p0.p0.i64(ptr %second, ptr %array, i64 8, i1 false)
  %first = load i32, ptr %array
  %moved = load i32, ptr %third
  %code = sub i32 %moved, 2
  ret i32 %code
}

; qsort is one vertex. Its callbacks have their parameters from it; it reads and writes the array.
;
; Executed, in order, and on whom each depends:
;  0 alloca
;  1 getelementptr <- 0
;  2 store <- 0
;  3 store <- 1
;  4 call <- 0 2 3
;  5 load <- 2 4
;  6 load <- 3 4
;  7 sub <- 5 6
;  8 ret <- 7
;  9 load <- 0 4
; 10 sub <- 9
; 11 ret <- 10

declare void @qsort(ptr, i64, i64, ptr)
define i32 @compare(ptr %a, ptr %b) {
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %order = sub i32 %x, %y
  ret i32 %order
}
define i32 @main() {
  %array = alloca [2 x i32]
  %second = getelementptr i32, ptr %array, i64 1
  store i32 5, ptr %array
  store i32 4, ptr %second
  call void @qsort(ptr %array, i64 2, i64 4, ptr @compare)
  %least = load i32, ptr %array
  %code = sub i32 %least, 4
  ret i32 %code
}

; calloc and strcpy write, strlen and atoi read, snprintf does both; each is one vertex.
;
; Executed, in order, and on whom each depends:
;  0 call
;  1 getelementptr <- 0
;  2 load <- 0 1
;  3 call <- 0
;  4 call <- 0 3
;  5 call <- 0 1 3
;  6 call <- 1 5
;  7 load <- 1 5
;  8 call <- 0
;  9 sub <- 6
; 10 ret <- 9

@digits = private constant [3 x i8] c"42\00"
@format = private constant [5 x i8] c"%s%d\00"
declare ptr @calloc(i64, i64)
declare ptr @strcpy(ptr, ptr)
declare i64 @strlen(ptr)
declare i32 @atoi(ptr)
declare i32 @snprintf(ptr, i64, ptr, ...)
declare void @free(ptr)
define i32 @main() {
  %block = call ptr @calloc(i64 16, i64 1)
  %tail = getelementptr i8, ptr %block, i64 8
  %zero = load i8, ptr %tail
  %copy = call ptr @strcpy(ptr %block, ptr @digits)
  %length = call i64 @strlen(ptr %block)
  %written = call i32 (ptr, i64, ptr, ...) @snprintf(ptr %tail, i64 8, ptr @format, ptr %block, i32 7)
  %value = call i32 @atoi(ptr %tail)
  %last = load i8, ptr %tail
  call void @free(ptr %block)
  %code = sub i32 %value, 427
  ret i32 %code
}

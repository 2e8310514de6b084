; Bytes, not variables: a wide load of narrow stores depends on each of them that is still visible.
;
; Executed, in order, and on whom each depends:
;  0 alloca
;  1 getelementptr <- 0
;  2 getelementptr <- 0
;  3 store <- 0
;  4 store <- 1
;  5 store <- 2
;  6 load <- 0 3 4 5
;  7 store <- 0
;  8 load <- 1 5 7
;  9 load <- 2 5
; 10 zext <- 9
; 11 sub <- 10
; 12 ret <- 11

define i32 @main() {
  %word = alloca i64
  %middle = getelementptr i8, ptr %word, i64 2
  %upper = getelementptr i8, ptr %word, i64 4
  store i64 0, ptr %word
  store i16 7, ptr %middle
  store i32 8, ptr %upper
  %all = load i64, ptr %word
  store i32 0, ptr %word
  %half = load i32, ptr %middle
  %narrow = load i8, ptr %upper
  %wide = zext i8 %narrow to i32
  %code = sub i32 %wide, 8
  ret i32 %code
}

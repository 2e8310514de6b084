; memcpy is one vertex that reads and writes bytes.
;
; Executed, in order, and on whom each depends:
;  0 alloca
;  1 alloca
;  2 getelementptr <- 0
;  3 store <- 0
;  4 store <- 2
;  5 call <- 0 1 3 4
;  6 getelementptr <- 1
;  7 load <- 5 6
;  8 sub <- 7
;  9 trunc <- 8
; 10 ret <- 9

%pair = type { i64, i64 }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define i32 @main() {
  %from = alloca %pair
  %to = alloca %pair
  %second = getelementptr %pair, ptr %from, i32 0, i32 1
  store i64 1, ptr %from
  store i64 2, ptr %second
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  %copied = getelementptr %pair, ptr %to, i32 0, i32 1
  %value = load i64, ptr %copied
  %code = sub i64 %value, 2
  %exit = trunc i64 %code to i32
  ret i32 %exit
}

; memset is one vertex; a load across the end of a page depends on both of its sides.
;
; Executed, in order, and on whom each depends:
;  0 call
;  1 getelementptr
;  2 store <- 1
;  3 getelementptr
;  4 load <- 0 2 3
;  5 lshr <- 4
;  6 trunc <- 5
;  7 zext <- 6
;  8 ret <- 7

@memory = internal global [8192 x i8] zeroinitializer, align 4096
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define i32 @main() {
  call void @llvm.memset.p0.i64(ptr @memory, i8 1, i64 8192, i1 false)
  %page = getelementptr i8, ptr @memory, i64 4096
  store i16 0, ptr %page
  %across = getelementptr i8, ptr @memory, i64 4092
  %value = load i64, ptr %across, align 1
  %shifted = lshr i64 %value, 32
  %low = trunc i64 %shifted to i16
  %code = zext i16 %low to i32
  ret i32 %code
}

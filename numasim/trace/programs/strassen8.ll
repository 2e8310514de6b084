; ModuleID = 'strassen8.c'
source_filename = "strassen8.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

%struct.matrix = type { ptr, i32 }

@.str = private unnamed_addr constant [37 x i8] c"order %d\0Atrace %.17g\0Achecksum %.17g\0A\00", align 1
@stderr = external global ptr, align 8
@.str.1 = private unnamed_addr constant [67 x i8] c"strassen: give one size, a power of two from 1 to %d (default %d)\0A\00", align 1
@.str.2 = private unnamed_addr constant [25 x i8] c"strassen: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %n = alloca i32, align 4
  %entries = alloca ptr, align 8
  %a = alloca %struct.matrix, align 8
  %b = alloca %struct.matrix, align 8
  %c = alloca %struct.matrix, align 8
  %trace = alloca double, align 8
  %checksum = alloca double, align 8
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4
  %1 = load ptr, ptr %argv.addr, align 8
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1)
  store i32 %call, ptr %n, align 4
  %2 = load i32, ptr %n, align 4
  %mul = mul nsw i32 3, %2
  %3 = load i32, ptr %n, align 4
  %mul1 = mul nsw i32 %mul, %3
  %call2 = call ptr @allocate(i32 noundef %mul1)
  store ptr %call2, ptr %entries, align 8
  %entry3 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0
  %4 = load ptr, ptr %entries, align 8
  store ptr %4, ptr %entry3, align 8
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1
  %5 = load i32, ptr %n, align 4
  store i32 %5, ptr %stride, align 8
  %6 = getelementptr i8, ptr %a, i64 12
  call void @llvm.memset.p0.i64(ptr align 4 %6, i8 0, i64 4, i1 false)
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0
  %7 = load ptr, ptr %entries, align 8
  %8 = load i32, ptr %n, align 4
  %9 = load i32, ptr %n, align 4
  %mul5 = mul nsw i32 %8, %9
  %idx.ext = sext i32 %mul5 to i64
  %add.ptr = getelementptr inbounds double, ptr %7, i64 %idx.ext
  store ptr %add.ptr, ptr %entry4, align 8
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1
  %10 = load i32, ptr %n, align 4
  store i32 %10, ptr %stride6, align 8
  %11 = getelementptr i8, ptr %b, i64 12
  call void @llvm.memset.p0.i64(ptr align 4 %11, i8 0, i64 4, i1 false)
  %entry7 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0
  %12 = load ptr, ptr %entries, align 8
  %13 = load i32, ptr %n, align 4
  %mul8 = mul nsw i32 2, %13
  %14 = load i32, ptr %n, align 4
  %mul9 = mul nsw i32 %mul8, %14
  %idx.ext10 = sext i32 %mul9 to i64
  %add.ptr11 = getelementptr inbounds double, ptr %12, i64 %idx.ext10
  store ptr %add.ptr11, ptr %entry7, align 8
  %stride12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1
  %15 = load i32, ptr %n, align 4
  store i32 %15, ptr %stride12, align 8
  %16 = getelementptr i8, ptr %c, i64 12
  call void @llvm.memset.p0.i64(ptr align 4 %16, i8 0, i64 4, i1 false)
  store double 0.000000e+00, ptr %trace, align 8
  store double 0.000000e+00, ptr %checksum, align 8
  %17 = load i32, ptr %n, align 4
  %18 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  %19 = load ptr, ptr %18, align 8
  %20 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  %21 = load i32, ptr %20, align 8
  call void @fill(i32 noundef %17, ptr %19, i32 %21)
  %22 = load i32, ptr %n, align 4
  %23 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  %26 = load i32, ptr %25, align 8
  call void @fill(i32 noundef %22, ptr %24, i32 %26)
  %27 = load i32, ptr %n, align 4
  %28 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  %29 = load ptr, ptr %28, align 8
  %30 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  %31 = load i32, ptr %30, align 8
  %32 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  %33 = load ptr, ptr %32, align 8
  %34 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  %35 = load i32, ptr %34, align 8
  call void @strassen(i32 noundef %27, ptr %29, i32 %31, ptr %33, i32 %35, ptr noundef byval(%struct.matrix) align 8 %c)
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc28, %entry
  %36 = load i32, ptr %i, align 4
  %37 = load i32, ptr %n, align 4
  %cmp = icmp slt i32 %36, %37
  br i1 %cmp, label %for.body, label %for.end30

for.body:                                         ; preds = %for.cond
  %entry13 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0
  %38 = load ptr, ptr %entry13, align 8
  %39 = load i32, ptr %i, align 4
  %40 = load i32, ptr %n, align 4
  %mul14 = mul nsw i32 %39, %40
  %41 = load i32, ptr %i, align 4
  %add = add nsw i32 %mul14, %41
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, ptr %38, i64 %idxprom
  %42 = load double, ptr %arrayidx, align 8
  %43 = load double, ptr %trace, align 8
  %add15 = fadd double %43, %42
  store double %add15, ptr %trace, align 8
  store i32 0, ptr %j, align 4
  br label %for.cond16

for.cond16:                                       ; preds = %for.inc, %for.body
  %44 = load i32, ptr %j, align 4
  %45 = load i32, ptr %n, align 4
  %cmp17 = icmp slt i32 %44, %45
  br i1 %cmp17, label %for.body18, label %for.end

for.body18:                                       ; preds = %for.cond16
  %46 = load i32, ptr %i, align 4
  %47 = load i32, ptr %n, align 4
  %mul19 = mul nsw i32 %46, %47
  %48 = load i32, ptr %j, align 4
  %add20 = add nsw i32 %mul19, %48
  %add21 = add nsw i32 %add20, 1
  %conv = sitofp i32 %add21 to double
  %entry22 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0
  %49 = load ptr, ptr %entry22, align 8
  %50 = load i32, ptr %i, align 4
  %51 = load i32, ptr %n, align 4
  %mul23 = mul nsw i32 %50, %51
  %52 = load i32, ptr %j, align 4
  %add24 = add nsw i32 %mul23, %52
  %idxprom25 = sext i32 %add24 to i64
  %arrayidx26 = getelementptr inbounds double, ptr %49, i64 %idxprom25
  %53 = load double, ptr %arrayidx26, align 8
  %54 = load double, ptr %checksum, align 8
  %55 = call double @llvm.fmuladd.f64(double %conv, double %53, double %54)
  store double %55, ptr %checksum, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body18
  %56 = load i32, ptr %j, align 4
  %inc = add nsw i32 %56, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond16, !llvm.loop !6

for.end:                                          ; preds = %for.cond16
  br label %for.inc28

for.inc28:                                        ; preds = %for.end
  %57 = load i32, ptr %i, align 4
  %inc29 = add nsw i32 %57, 1
  store i32 %inc29, ptr %i, align 4
  br label %for.cond, !llvm.loop !8

for.end30:                                        ; preds = %for.cond
  %58 = load i32, ptr %n, align 4
  %59 = load double, ptr %trace, align 8
  %60 = load double, ptr %checksum, align 8
  %call31 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %58, double noundef %59, double noundef %60)
  %61 = load ptr, ptr %entries, align 8
  call void @free(ptr noundef %61) #8
  ret i32 0
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4
  %cmp = icmp eq i32 %0, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  store i32 8, ptr %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1
  %2 = load ptr, ptr %arrayidx, align 8
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #8
  store i64 %call, ptr %size, align 8
  %3 = load i32, ptr %argc.addr, align 4
  %cmp1 = icmp sgt i32 %3, 2
  br i1 %cmp1, label %if.then12, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8
  %5 = load ptr, ptr %argv.addr, align 8
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1
  %6 = load ptr, ptr %arrayidx2, align 8
  %cmp3 = icmp eq ptr %4, %6
  br i1 %cmp3, label %if.then12, label %lor.lhs.false4

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8
  %8 = load i8, ptr %7, align 1
  %conv = sext i8 %8 to i32
  %cmp5 = icmp ne i32 %conv, 0
  br i1 %cmp5, label %if.then12, label %lor.lhs.false7

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8
  %cmp8 = icmp sgt i64 %9, 1024
  br i1 %cmp8, label %if.then12, label %lor.lhs.false10

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8
  %call11 = call zeroext i1 @is_power_of_two(i64 noundef %10)
  br i1 %call11, label %if.end14, label %if.then12

if.then12:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8
  %call13 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.1, i32 noundef 1024, i32 noundef 8) #8
  call void @exit(i32 noundef 2) #9
  unreachable

if.end14:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8
  %conv15 = trunc i64 %12 to i32
  store i32 %conv15, ptr %retval, align 4
  br label %return

return:                                           ; preds = %if.end14, %if.then
  %13 = load i32, ptr %retval, align 4
  ret i32 %13
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count) #0 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4
  %conv = sext i32 %0 to i64
  %mul = mul i64 %conv, 8
  %call = call noalias ptr @malloc(i64 noundef %mul) #10
  store ptr %call, ptr %block, align 8
  %1 = load ptr, ptr %block, align 8
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8
  %call2 = call i32 @fputs(ptr noundef @.str.2, ptr noundef %2)
  call void @exit(i32 noundef 1) #9
  unreachable

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8
  ret ptr %3
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @fill(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1) #0 {
entry:
  %a = alloca %struct.matrix, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  %0 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  store ptr %a.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  store i32 %a.coerce1, ptr %1, align 8
  store i32 %n, ptr %n.addr, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc5, %entry
  %2 = load i32, ptr %i, align 4
  %3 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %2, %3
  br i1 %cmp, label %for.body, label %for.end7

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %4 = load i32, ptr %j, align 4
  %5 = load i32, ptr %n.addr, align 4
  %cmp2 = icmp slt i32 %4, %5
  br i1 %cmp2, label %for.body3, label %for.end

for.body3:                                        ; preds = %for.cond1
  %call = call double @symmetric()
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0
  %6 = load ptr, ptr %entry4, align 8
  %7 = load i32, ptr %i, align 4
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1
  %8 = load i32, ptr %stride, align 8
  %mul = mul nsw i32 %7, %8
  %9 = load i32, ptr %j, align 4
  %add = add nsw i32 %mul, %9
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, ptr %6, i64 %idxprom
  store double %call, ptr %arrayidx, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body3
  %10 = load i32, ptr %j, align 4
  %inc = add nsw i32 %10, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond1, !llvm.loop !9

for.end:                                          ; preds = %for.cond1
  br label %for.inc5

for.inc5:                                         ; preds = %for.end
  %11 = load i32, ptr %i, align 4
  %inc6 = add nsw i32 %11, 1
  store i32 %inc6, ptr %i, align 4
  br label %for.cond, !llvm.loop !10

for.end7:                                         ; preds = %for.cond
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @strassen(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 {
entry:
  %a = alloca %struct.matrix, align 8
  %b = alloca %struct.matrix, align 8
  %n.addr = alloca i32, align 4
  %h = alloca i32, align 4
  %a11 = alloca %struct.matrix, align 8
  %a12 = alloca %struct.matrix, align 8
  %a21 = alloca %struct.matrix, align 8
  %a22 = alloca %struct.matrix, align 8
  %b11 = alloca %struct.matrix, align 8
  %b12 = alloca %struct.matrix, align 8
  %b21 = alloca %struct.matrix, align 8
  %b22 = alloca %struct.matrix, align 8
  %c11 = alloca %struct.matrix, align 8
  %c12 = alloca %struct.matrix, align 8
  %c21 = alloca %struct.matrix, align 8
  %c22 = alloca %struct.matrix, align 8
  %scratch = alloca ptr, align 8
  %left = alloca %struct.matrix, align 8
  %right = alloca %struct.matrix, align 8
  %m = alloca [8 x %struct.matrix], align 16
  %i = alloca i32, align 4
  %.compoundliteral = alloca %struct.matrix, align 8
  %0 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  store ptr %a.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  store i32 %a.coerce1, ptr %1, align 8
  %2 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  store ptr %b.coerce0, ptr %2, align 8
  %3 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  store i32 %b.coerce1, ptr %3, align 8
  store i32 %n, ptr %n.addr, align 4
  %4 = load i32, ptr %n.addr, align 4
  %cmp = icmp sle i32 %4, 2
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %5 = load i32, ptr %n.addr, align 4
  %6 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  %7 = load ptr, ptr %6, align 8
  %8 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  %9 = load i32, ptr %8, align 8
  %10 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  %11 = load ptr, ptr %10, align 8
  %12 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  %13 = load i32, ptr %12, align 8
  call void @multiply_by_definition(i32 noundef %5, ptr %7, i32 %9, ptr %11, i32 %13, ptr noundef byval(%struct.matrix) align 8 %c)
  br label %return

if.end:                                           ; preds = %entry
  %14 = load i32, ptr %n.addr, align 4
  %div = sdiv i32 %14, 2
  store i32 %div, ptr %h, align 4
  %15 = load i32, ptr %h, align 4
  %16 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  %17 = load ptr, ptr %16, align 8
  %18 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  %19 = load i32, ptr %18, align 8
  %call = call { ptr, i32 } @block(i32 noundef %15, ptr %17, i32 %19, i32 noundef 0, i32 noundef 0)
  %20 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0
  %21 = extractvalue { ptr, i32 } %call, 0
  store ptr %21, ptr %20, align 8
  %22 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1
  %23 = extractvalue { ptr, i32 } %call, 1
  store i32 %23, ptr %22, align 8
  %24 = load i32, ptr %h, align 4
  %25 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  %26 = load ptr, ptr %25, align 8
  %27 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  %28 = load i32, ptr %27, align 8
  %call1 = call { ptr, i32 } @block(i32 noundef %24, ptr %26, i32 %28, i32 noundef 0, i32 noundef 1)
  %29 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0
  %30 = extractvalue { ptr, i32 } %call1, 0
  store ptr %30, ptr %29, align 8
  %31 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1
  %32 = extractvalue { ptr, i32 } %call1, 1
  store i32 %32, ptr %31, align 8
  %33 = load i32, ptr %h, align 4
  %34 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  %35 = load ptr, ptr %34, align 8
  %36 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  %37 = load i32, ptr %36, align 8
  %call2 = call { ptr, i32 } @block(i32 noundef %33, ptr %35, i32 %37, i32 noundef 1, i32 noundef 0)
  %38 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0
  %39 = extractvalue { ptr, i32 } %call2, 0
  store ptr %39, ptr %38, align 8
  %40 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1
  %41 = extractvalue { ptr, i32 } %call2, 1
  store i32 %41, ptr %40, align 8
  %42 = load i32, ptr %h, align 4
  %43 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  %44 = load ptr, ptr %43, align 8
  %45 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  %46 = load i32, ptr %45, align 8
  %call3 = call { ptr, i32 } @block(i32 noundef %42, ptr %44, i32 %46, i32 noundef 1, i32 noundef 1)
  %47 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0
  %48 = extractvalue { ptr, i32 } %call3, 0
  store ptr %48, ptr %47, align 8
  %49 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1
  %50 = extractvalue { ptr, i32 } %call3, 1
  store i32 %50, ptr %49, align 8
  %51 = load i32, ptr %h, align 4
  %52 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  %53 = load ptr, ptr %52, align 8
  %54 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  %55 = load i32, ptr %54, align 8
  %call4 = call { ptr, i32 } @block(i32 noundef %51, ptr %53, i32 %55, i32 noundef 0, i32 noundef 0)
  %56 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0
  %57 = extractvalue { ptr, i32 } %call4, 0
  store ptr %57, ptr %56, align 8
  %58 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1
  %59 = extractvalue { ptr, i32 } %call4, 1
  store i32 %59, ptr %58, align 8
  %60 = load i32, ptr %h, align 4
  %61 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  %62 = load ptr, ptr %61, align 8
  %63 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  %64 = load i32, ptr %63, align 8
  %call5 = call { ptr, i32 } @block(i32 noundef %60, ptr %62, i32 %64, i32 noundef 0, i32 noundef 1)
  %65 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0
  %66 = extractvalue { ptr, i32 } %call5, 0
  store ptr %66, ptr %65, align 8
  %67 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1
  %68 = extractvalue { ptr, i32 } %call5, 1
  store i32 %68, ptr %67, align 8
  %69 = load i32, ptr %h, align 4
  %70 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  %71 = load ptr, ptr %70, align 8
  %72 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  %73 = load i32, ptr %72, align 8
  %call6 = call { ptr, i32 } @block(i32 noundef %69, ptr %71, i32 %73, i32 noundef 1, i32 noundef 0)
  %74 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0
  %75 = extractvalue { ptr, i32 } %call6, 0
  store ptr %75, ptr %74, align 8
  %76 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1
  %77 = extractvalue { ptr, i32 } %call6, 1
  store i32 %77, ptr %76, align 8
  %78 = load i32, ptr %h, align 4
  %79 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  %80 = load ptr, ptr %79, align 8
  %81 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  %82 = load i32, ptr %81, align 8
  %call7 = call { ptr, i32 } @block(i32 noundef %78, ptr %80, i32 %82, i32 noundef 1, i32 noundef 1)
  %83 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0
  %84 = extractvalue { ptr, i32 } %call7, 0
  store ptr %84, ptr %83, align 8
  %85 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1
  %86 = extractvalue { ptr, i32 } %call7, 1
  store i32 %86, ptr %85, align 8
  %87 = load i32, ptr %h, align 4
  %88 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0
  %89 = load ptr, ptr %88, align 8
  %90 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1
  %91 = load i32, ptr %90, align 8
  %call8 = call { ptr, i32 } @block(i32 noundef %87, ptr %89, i32 %91, i32 noundef 0, i32 noundef 0)
  %92 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0
  %93 = extractvalue { ptr, i32 } %call8, 0
  store ptr %93, ptr %92, align 8
  %94 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1
  %95 = extractvalue { ptr, i32 } %call8, 1
  store i32 %95, ptr %94, align 8
  %96 = load i32, ptr %h, align 4
  %97 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0
  %98 = load ptr, ptr %97, align 8
  %99 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1
  %100 = load i32, ptr %99, align 8
  %call9 = call { ptr, i32 } @block(i32 noundef %96, ptr %98, i32 %100, i32 noundef 0, i32 noundef 1)
  %101 = getelementptr inbounds nuw { ptr, i32 }, ptr %c12, i32 0, i32 0
  %102 = extractvalue { ptr, i32 } %call9, 0
  store ptr %102, ptr %101, align 8
  %103 = getelementptr inbounds nuw { ptr, i32 }, ptr %c12, i32 0, i32 1
  %104 = extractvalue { ptr, i32 } %call9, 1
  store i32 %104, ptr %103, align 8
  %105 = load i32, ptr %h, align 4
  %106 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0
  %107 = load ptr, ptr %106, align 8
  %108 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1
  %109 = load i32, ptr %108, align 8
  %call10 = call { ptr, i32 } @block(i32 noundef %105, ptr %107, i32 %109, i32 noundef 1, i32 noundef 0)
  %110 = getelementptr inbounds nuw { ptr, i32 }, ptr %c21, i32 0, i32 0
  %111 = extractvalue { ptr, i32 } %call10, 0
  store ptr %111, ptr %110, align 8
  %112 = getelementptr inbounds nuw { ptr, i32 }, ptr %c21, i32 0, i32 1
  %113 = extractvalue { ptr, i32 } %call10, 1
  store i32 %113, ptr %112, align 8
  %114 = load i32, ptr %h, align 4
  %115 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0
  %116 = load ptr, ptr %115, align 8
  %117 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1
  %118 = load i32, ptr %117, align 8
  %call11 = call { ptr, i32 } @block(i32 noundef %114, ptr %116, i32 %118, i32 noundef 1, i32 noundef 1)
  %119 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0
  %120 = extractvalue { ptr, i32 } %call11, 0
  store ptr %120, ptr %119, align 8
  %121 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1
  %122 = extractvalue { ptr, i32 } %call11, 1
  store i32 %122, ptr %121, align 8
  %123 = load i32, ptr %h, align 4
  %mul = mul nsw i32 9, %123
  %124 = load i32, ptr %h, align 4
  %mul12 = mul nsw i32 %mul, %124
  %call13 = call ptr @allocate(i32 noundef %mul12)
  store ptr %call13, ptr %scratch, align 8
  %entry14 = getelementptr inbounds nuw %struct.matrix, ptr %left, i32 0, i32 0
  %125 = load ptr, ptr %scratch, align 8
  store ptr %125, ptr %entry14, align 8
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %left, i32 0, i32 1
  %126 = load i32, ptr %h, align 4
  store i32 %126, ptr %stride, align 8
  %127 = getelementptr i8, ptr %left, i64 12
  call void @llvm.memset.p0.i64(ptr align 4 %127, i8 0, i64 4, i1 false)
  %entry15 = getelementptr inbounds nuw %struct.matrix, ptr %right, i32 0, i32 0
  %128 = load ptr, ptr %scratch, align 8
  %129 = load i32, ptr %h, align 4
  %130 = load i32, ptr %h, align 4
  %mul16 = mul nsw i32 %129, %130
  %idx.ext = sext i32 %mul16 to i64
  %add.ptr = getelementptr inbounds double, ptr %128, i64 %idx.ext
  store ptr %add.ptr, ptr %entry15, align 8
  %stride17 = getelementptr inbounds nuw %struct.matrix, ptr %right, i32 0, i32 1
  %131 = load i32, ptr %h, align 4
  store i32 %131, ptr %stride17, align 8
  %132 = getelementptr i8, ptr %right, i64 12
  call void @llvm.memset.p0.i64(ptr align 4 %132, i8 0, i64 4, i1 false)
  store i32 1, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.end
  %133 = load i32, ptr %i, align 4
  %cmp18 = icmp slt i32 %133, 8
  br i1 %cmp18, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %134 = load i32, ptr %i, align 4
  %idxprom = sext i32 %134 to i64
  %arrayidx = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 %idxprom
  %entry19 = getelementptr inbounds nuw %struct.matrix, ptr %.compoundliteral, i32 0, i32 0
  %135 = load ptr, ptr %scratch, align 8
  %136 = load i32, ptr %i, align 4
  %add = add nsw i32 %136, 1
  %137 = load i32, ptr %h, align 4
  %mul20 = mul nsw i32 %add, %137
  %138 = load i32, ptr %h, align 4
  %mul21 = mul nsw i32 %mul20, %138
  %idx.ext22 = sext i32 %mul21 to i64
  %add.ptr23 = getelementptr inbounds double, ptr %135, i64 %idx.ext22
  store ptr %add.ptr23, ptr %entry19, align 8
  %stride24 = getelementptr inbounds nuw %struct.matrix, ptr %.compoundliteral, i32 0, i32 1
  %139 = load i32, ptr %h, align 4
  store i32 %139, ptr %stride24, align 8
  %140 = getelementptr i8, ptr %.compoundliteral, i64 12
  call void @llvm.memset.p0.i64(ptr align 4 %140, i8 0, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %arrayidx, ptr align 8 %.compoundliteral, i64 16, i1 false)
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %141 = load i32, ptr %i, align 4
  %inc = add nsw i32 %141, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !11

for.end:                                          ; preds = %for.cond
  %142 = load i32, ptr %h, align 4
  %143 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0
  %144 = load ptr, ptr %143, align 8
  %145 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1
  %146 = load i32, ptr %145, align 8
  %147 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0
  %148 = load ptr, ptr %147, align 8
  %149 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1
  %150 = load i32, ptr %149, align 8
  call void @add(i32 noundef %142, ptr %144, i32 %146, ptr %148, i32 %150, ptr noundef byval(%struct.matrix) align 8 %left)
  %151 = load i32, ptr %h, align 4
  %152 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0
  %153 = load ptr, ptr %152, align 8
  %154 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1
  %155 = load i32, ptr %154, align 8
  %156 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0
  %157 = load ptr, ptr %156, align 8
  %158 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1
  %159 = load i32, ptr %158, align 8
  call void @add(i32 noundef %151, ptr %153, i32 %155, ptr %157, i32 %159, ptr noundef byval(%struct.matrix) align 8 %right)
  %160 = load i32, ptr %h, align 4
  %arrayidx25 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1
  %161 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0
  %162 = load ptr, ptr %161, align 8
  %163 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1
  %164 = load i32, ptr %163, align 8
  %165 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0
  %166 = load ptr, ptr %165, align 8
  %167 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1
  %168 = load i32, ptr %167, align 8
  call void @strassen(i32 noundef %160, ptr %162, i32 %164, ptr %166, i32 %168, ptr noundef byval(%struct.matrix) align 8 %arrayidx25)
  %169 = load i32, ptr %h, align 4
  %170 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0
  %171 = load ptr, ptr %170, align 8
  %172 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1
  %173 = load i32, ptr %172, align 8
  %174 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0
  %175 = load ptr, ptr %174, align 8
  %176 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1
  %177 = load i32, ptr %176, align 8
  call void @add(i32 noundef %169, ptr %171, i32 %173, ptr %175, i32 %177, ptr noundef byval(%struct.matrix) align 8 %left)
  %178 = load i32, ptr %h, align 4
  %arrayidx26 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2
  %179 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0
  %180 = load ptr, ptr %179, align 8
  %181 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1
  %182 = load i32, ptr %181, align 8
  %183 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0
  %184 = load ptr, ptr %183, align 8
  %185 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1
  %186 = load i32, ptr %185, align 8
  call void @strassen(i32 noundef %178, ptr %180, i32 %182, ptr %184, i32 %186, ptr noundef byval(%struct.matrix) align 8 %arrayidx26)
  %187 = load i32, ptr %h, align 4
  %188 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0
  %189 = load ptr, ptr %188, align 8
  %190 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1
  %191 = load i32, ptr %190, align 8
  %192 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0
  %193 = load ptr, ptr %192, align 8
  %194 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1
  %195 = load i32, ptr %194, align 8
  call void @subtract(i32 noundef %187, ptr %189, i32 %191, ptr %193, i32 %195, ptr noundef byval(%struct.matrix) align 8 %right)
  %196 = load i32, ptr %h, align 4
  %arrayidx27 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3
  %197 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0
  %198 = load ptr, ptr %197, align 8
  %199 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1
  %200 = load i32, ptr %199, align 8
  %201 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0
  %202 = load ptr, ptr %201, align 8
  %203 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1
  %204 = load i32, ptr %203, align 8
  call void @strassen(i32 noundef %196, ptr %198, i32 %200, ptr %202, i32 %204, ptr noundef byval(%struct.matrix) align 8 %arrayidx27)
  %205 = load i32, ptr %h, align 4
  %206 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0
  %207 = load ptr, ptr %206, align 8
  %208 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1
  %209 = load i32, ptr %208, align 8
  %210 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0
  %211 = load ptr, ptr %210, align 8
  %212 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1
  %213 = load i32, ptr %212, align 8
  call void @subtract(i32 noundef %205, ptr %207, i32 %209, ptr %211, i32 %213, ptr noundef byval(%struct.matrix) align 8 %right)
  %214 = load i32, ptr %h, align 4
  %arrayidx28 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4
  %215 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0
  %216 = load ptr, ptr %215, align 8
  %217 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1
  %218 = load i32, ptr %217, align 8
  %219 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0
  %220 = load ptr, ptr %219, align 8
  %221 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1
  %222 = load i32, ptr %221, align 8
  call void @strassen(i32 noundef %214, ptr %216, i32 %218, ptr %220, i32 %222, ptr noundef byval(%struct.matrix) align 8 %arrayidx28)
  %223 = load i32, ptr %h, align 4
  %224 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0
  %225 = load ptr, ptr %224, align 8
  %226 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1
  %227 = load i32, ptr %226, align 8
  %228 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0
  %229 = load ptr, ptr %228, align 8
  %230 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1
  %231 = load i32, ptr %230, align 8
  call void @add(i32 noundef %223, ptr %225, i32 %227, ptr %229, i32 %231, ptr noundef byval(%struct.matrix) align 8 %left)
  %232 = load i32, ptr %h, align 4
  %arrayidx29 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5
  %233 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0
  %234 = load ptr, ptr %233, align 8
  %235 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1
  %236 = load i32, ptr %235, align 8
  %237 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0
  %238 = load ptr, ptr %237, align 8
  %239 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1
  %240 = load i32, ptr %239, align 8
  call void @strassen(i32 noundef %232, ptr %234, i32 %236, ptr %238, i32 %240, ptr noundef byval(%struct.matrix) align 8 %arrayidx29)
  %241 = load i32, ptr %h, align 4
  %242 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0
  %243 = load ptr, ptr %242, align 8
  %244 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1
  %245 = load i32, ptr %244, align 8
  %246 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0
  %247 = load ptr, ptr %246, align 8
  %248 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1
  %249 = load i32, ptr %248, align 8
  call void @subtract(i32 noundef %241, ptr %243, i32 %245, ptr %247, i32 %249, ptr noundef byval(%struct.matrix) align 8 %left)
  %250 = load i32, ptr %h, align 4
  %251 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0
  %252 = load ptr, ptr %251, align 8
  %253 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1
  %254 = load i32, ptr %253, align 8
  %255 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0
  %256 = load ptr, ptr %255, align 8
  %257 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1
  %258 = load i32, ptr %257, align 8
  call void @add(i32 noundef %250, ptr %252, i32 %254, ptr %256, i32 %258, ptr noundef byval(%struct.matrix) align 8 %right)
  %259 = load i32, ptr %h, align 4
  %arrayidx30 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 6
  %260 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0
  %261 = load ptr, ptr %260, align 8
  %262 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1
  %263 = load i32, ptr %262, align 8
  %264 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0
  %265 = load ptr, ptr %264, align 8
  %266 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1
  %267 = load i32, ptr %266, align 8
  call void @strassen(i32 noundef %259, ptr %261, i32 %263, ptr %265, i32 %267, ptr noundef byval(%struct.matrix) align 8 %arrayidx30)
  %268 = load i32, ptr %h, align 4
  %269 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0
  %270 = load ptr, ptr %269, align 8
  %271 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1
  %272 = load i32, ptr %271, align 8
  %273 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0
  %274 = load ptr, ptr %273, align 8
  %275 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1
  %276 = load i32, ptr %275, align 8
  call void @subtract(i32 noundef %268, ptr %270, i32 %272, ptr %274, i32 %276, ptr noundef byval(%struct.matrix) align 8 %left)
  %277 = load i32, ptr %h, align 4
  %278 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0
  %279 = load ptr, ptr %278, align 8
  %280 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1
  %281 = load i32, ptr %280, align 8
  %282 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0
  %283 = load ptr, ptr %282, align 8
  %284 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1
  %285 = load i32, ptr %284, align 8
  call void @add(i32 noundef %277, ptr %279, i32 %281, ptr %283, i32 %285, ptr noundef byval(%struct.matrix) align 8 %right)
  %286 = load i32, ptr %h, align 4
  %arrayidx31 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 7
  %287 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0
  %288 = load ptr, ptr %287, align 8
  %289 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1
  %290 = load i32, ptr %289, align 8
  %291 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0
  %292 = load ptr, ptr %291, align 8
  %293 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1
  %294 = load i32, ptr %293, align 8
  call void @strassen(i32 noundef %286, ptr %288, i32 %290, ptr %292, i32 %294, ptr noundef byval(%struct.matrix) align 8 %arrayidx31)
  %295 = load i32, ptr %h, align 4
  %arrayidx32 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1
  %arrayidx33 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4
  %296 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx32, i32 0, i32 0
  %297 = load ptr, ptr %296, align 16
  %298 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx32, i32 0, i32 1
  %299 = load i32, ptr %298, align 8
  %300 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx33, i32 0, i32 0
  %301 = load ptr, ptr %300, align 16
  %302 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx33, i32 0, i32 1
  %303 = load i32, ptr %302, align 8
  call void @add(i32 noundef %295, ptr %297, i32 %299, ptr %301, i32 %303, ptr noundef byval(%struct.matrix) align 8 %c11)
  %304 = load i32, ptr %h, align 4
  %arrayidx34 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5
  %305 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0
  %306 = load ptr, ptr %305, align 8
  %307 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1
  %308 = load i32, ptr %307, align 8
  %309 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx34, i32 0, i32 0
  %310 = load ptr, ptr %309, align 16
  %311 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx34, i32 0, i32 1
  %312 = load i32, ptr %311, align 8
  call void @subtract(i32 noundef %304, ptr %306, i32 %308, ptr %310, i32 %312, ptr noundef byval(%struct.matrix) align 8 %c11)
  %313 = load i32, ptr %h, align 4
  %arrayidx35 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 7
  %314 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0
  %315 = load ptr, ptr %314, align 8
  %316 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1
  %317 = load i32, ptr %316, align 8
  %318 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx35, i32 0, i32 0
  %319 = load ptr, ptr %318, align 16
  %320 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx35, i32 0, i32 1
  %321 = load i32, ptr %320, align 8
  call void @add(i32 noundef %313, ptr %315, i32 %317, ptr %319, i32 %321, ptr noundef byval(%struct.matrix) align 8 %c11)
  %322 = load i32, ptr %h, align 4
  %arrayidx36 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3
  %arrayidx37 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5
  %323 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx36, i32 0, i32 0
  %324 = load ptr, ptr %323, align 16
  %325 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx36, i32 0, i32 1
  %326 = load i32, ptr %325, align 8
  %327 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx37, i32 0, i32 0
  %328 = load ptr, ptr %327, align 16
  %329 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx37, i32 0, i32 1
  %330 = load i32, ptr %329, align 8
  call void @add(i32 noundef %322, ptr %324, i32 %326, ptr %328, i32 %330, ptr noundef byval(%struct.matrix) align 8 %c12)
  %331 = load i32, ptr %h, align 4
  %arrayidx38 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2
  %arrayidx39 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4
  %332 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx38, i32 0, i32 0
  %333 = load ptr, ptr %332, align 16
  %334 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx38, i32 0, i32 1
  %335 = load i32, ptr %334, align 8
  %336 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx39, i32 0, i32 0
  %337 = load ptr, ptr %336, align 16
  %338 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx39, i32 0, i32 1
  %339 = load i32, ptr %338, align 8
  call void @add(i32 noundef %331, ptr %333, i32 %335, ptr %337, i32 %339, ptr noundef byval(%struct.matrix) align 8 %c21)
  %340 = load i32, ptr %h, align 4
  %arrayidx40 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1
  %arrayidx41 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2
  %341 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx40, i32 0, i32 0
  %342 = load ptr, ptr %341, align 16
  %343 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx40, i32 0, i32 1
  %344 = load i32, ptr %343, align 8
  %345 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx41, i32 0, i32 0
  %346 = load ptr, ptr %345, align 16
  %347 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx41, i32 0, i32 1
  %348 = load i32, ptr %347, align 8
  call void @subtract(i32 noundef %340, ptr %342, i32 %344, ptr %346, i32 %348, ptr noundef byval(%struct.matrix) align 8 %c22)
  %349 = load i32, ptr %h, align 4
  %arrayidx42 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3
  %350 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0
  %351 = load ptr, ptr %350, align 8
  %352 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1
  %353 = load i32, ptr %352, align 8
  %354 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx42, i32 0, i32 0
  %355 = load ptr, ptr %354, align 16
  %356 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx42, i32 0, i32 1
  %357 = load i32, ptr %356, align 8
  call void @add(i32 noundef %349, ptr %351, i32 %353, ptr %355, i32 %357, ptr noundef byval(%struct.matrix) align 8 %c22)
  %358 = load i32, ptr %h, align 4
  %arrayidx43 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 6
  %359 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0
  %360 = load ptr, ptr %359, align 8
  %361 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1
  %362 = load i32, ptr %361, align 8
  %363 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx43, i32 0, i32 0
  %364 = load ptr, ptr %363, align 16
  %365 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx43, i32 0, i32 1
  %366 = load i32, ptr %365, align 8
  call void @add(i32 noundef %358, ptr %360, i32 %362, ptr %364, i32 %366, ptr noundef byval(%struct.matrix) align 8 %c22)
  %367 = load ptr, ptr %scratch, align 8
  call void @free(ptr noundef %367) #8
  br label %return

return:                                           ; preds = %for.end, %if.then
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

declare i32 @printf(ptr noundef, ...) #3

; Function Attrs: nounwind
declare void @free(ptr noundef) #4

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #4

; Function Attrs: noinline nounwind optnone uwtable
define internal zeroext i1 @is_power_of_two(i64 noundef %n) #0 {
entry:
  %n.addr = alloca i64, align 8
  store i64 %n, ptr %n.addr, align 8
  %0 = load i64, ptr %n.addr, align 8
  %cmp = icmp sgt i64 %0, 0
  br i1 %cmp, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %entry
  %1 = load i64, ptr %n.addr, align 8
  %2 = load i64, ptr %n.addr, align 8
  %sub = sub nsw i64 %2, 1
  %and = and i64 %1, %sub
  %cmp1 = icmp eq i64 %and, 0
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %3 = phi i1 [ false, %entry ], [ %cmp1, %land.rhs ]
  ret i1 %3
}

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #4

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #5

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #6

declare i32 @fputs(ptr noundef, ptr noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal double @symmetric() #0 {
entry:
  %0 = load i64, ptr @random_state, align 8
  %mul = mul i64 %0, 6364136223846793005
  %add = add i64 %mul, 1442695040888963407
  store i64 %add, ptr @random_state, align 8
  %1 = load i64, ptr @random_state, align 8
  %shr = lshr i64 %1, 11
  %conv = uitofp i64 %shr to double
  %2 = call double @llvm.fmuladd.f64(double %conv, double 0x3CB0000000000000, double -1.000000e+00)
  ret double %2
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @multiply_by_definition(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 {
entry:
  %a = alloca %struct.matrix, align 8
  %b = alloca %struct.matrix, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  %sum = alloca double, align 8
  %k = alloca i32, align 4
  %0 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  store ptr %a.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  store i32 %a.coerce1, ptr %1, align 8
  %2 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  store ptr %b.coerce0, ptr %2, align 8
  %3 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  store i32 %b.coerce1, ptr %3, align 8
  store i32 %n, ptr %n.addr, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc24, %entry
  %4 = load i32, ptr %i, align 4
  %5 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.end26

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc21, %for.body
  %6 = load i32, ptr %j, align 4
  %7 = load i32, ptr %n.addr, align 4
  %cmp2 = icmp slt i32 %6, %7
  br i1 %cmp2, label %for.body3, label %for.end23

for.body3:                                        ; preds = %for.cond1
  store double 0.000000e+00, ptr %sum, align 8
  store i32 0, ptr %k, align 4
  br label %for.cond4

for.cond4:                                        ; preds = %for.inc, %for.body3
  %8 = load i32, ptr %k, align 4
  %9 = load i32, ptr %n.addr, align 4
  %cmp5 = icmp slt i32 %8, %9
  br i1 %cmp5, label %for.body6, label %for.end

for.body6:                                        ; preds = %for.cond4
  %entry7 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0
  %10 = load ptr, ptr %entry7, align 8
  %11 = load i32, ptr %i, align 4
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1
  %12 = load i32, ptr %stride, align 8
  %mul = mul nsw i32 %11, %12
  %13 = load i32, ptr %k, align 4
  %add = add nsw i32 %mul, %13
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, ptr %10, i64 %idxprom
  %14 = load double, ptr %arrayidx, align 8
  %entry8 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0
  %15 = load ptr, ptr %entry8, align 8
  %16 = load i32, ptr %k, align 4
  %stride9 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1
  %17 = load i32, ptr %stride9, align 8
  %mul10 = mul nsw i32 %16, %17
  %18 = load i32, ptr %j, align 4
  %add11 = add nsw i32 %mul10, %18
  %idxprom12 = sext i32 %add11 to i64
  %arrayidx13 = getelementptr inbounds double, ptr %15, i64 %idxprom12
  %19 = load double, ptr %arrayidx13, align 8
  %20 = load double, ptr %sum, align 8
  %21 = call double @llvm.fmuladd.f64(double %14, double %19, double %20)
  store double %21, ptr %sum, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body6
  %22 = load i32, ptr %k, align 4
  %inc = add nsw i32 %22, 1
  store i32 %inc, ptr %k, align 4
  br label %for.cond4, !llvm.loop !12

for.end:                                          ; preds = %for.cond4
  %23 = load double, ptr %sum, align 8
  %entry15 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0
  %24 = load ptr, ptr %entry15, align 8
  %25 = load i32, ptr %i, align 4
  %stride16 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1
  %26 = load i32, ptr %stride16, align 8
  %mul17 = mul nsw i32 %25, %26
  %27 = load i32, ptr %j, align 4
  %add18 = add nsw i32 %mul17, %27
  %idxprom19 = sext i32 %add18 to i64
  %arrayidx20 = getelementptr inbounds double, ptr %24, i64 %idxprom19
  store double %23, ptr %arrayidx20, align 8
  br label %for.inc21

for.inc21:                                        ; preds = %for.end
  %28 = load i32, ptr %j, align 4
  %inc22 = add nsw i32 %28, 1
  store i32 %inc22, ptr %j, align 4
  br label %for.cond1, !llvm.loop !13

for.end23:                                        ; preds = %for.cond1
  br label %for.inc24

for.inc24:                                        ; preds = %for.end23
  %29 = load i32, ptr %i, align 4
  %inc25 = add nsw i32 %29, 1
  store i32 %inc25, ptr %i, align 4
  br label %for.cond, !llvm.loop !14

for.end26:                                        ; preds = %for.cond
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal { ptr, i32 } @block(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, i32 noundef %row, i32 noundef %column) #0 {
entry:
  %retval = alloca %struct.matrix, align 8
  %a = alloca %struct.matrix, align 8
  %n.addr = alloca i32, align 4
  %row.addr = alloca i32, align 4
  %column.addr = alloca i32, align 4
  %0 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  store ptr %a.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  store i32 %a.coerce1, ptr %1, align 8
  store i32 %n, ptr %n.addr, align 4
  store i32 %row, ptr %row.addr, align 4
  store i32 %column, ptr %column.addr, align 4
  %entry1 = getelementptr inbounds nuw %struct.matrix, ptr %retval, i32 0, i32 0
  %entry2 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0
  %2 = load ptr, ptr %entry2, align 8
  %3 = load i32, ptr %row.addr, align 4
  %4 = load i32, ptr %n.addr, align 4
  %mul = mul nsw i32 %3, %4
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1
  %5 = load i32, ptr %stride, align 8
  %mul3 = mul nsw i32 %mul, %5
  %idx.ext = sext i32 %mul3 to i64
  %add.ptr = getelementptr inbounds double, ptr %2, i64 %idx.ext
  %6 = load i32, ptr %column.addr, align 4
  %7 = load i32, ptr %n.addr, align 4
  %mul4 = mul nsw i32 %6, %7
  %idx.ext5 = sext i32 %mul4 to i64
  %add.ptr6 = getelementptr inbounds double, ptr %add.ptr, i64 %idx.ext5
  store ptr %add.ptr6, ptr %entry1, align 8
  %stride7 = getelementptr inbounds nuw %struct.matrix, ptr %retval, i32 0, i32 1
  %stride8 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1
  %8 = load i32, ptr %stride8, align 8
  store i32 %8, ptr %stride7, align 8
  %9 = getelementptr i8, ptr %retval, i64 12
  call void @llvm.memset.p0.i64(ptr align 4 %9, i8 0, i64 4, i1 false)
  %10 = load { ptr, i32 }, ptr %retval, align 8
  ret { ptr, i32 } %10
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

; Function Attrs: noinline nounwind optnone uwtable
define internal void @add(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 {
entry:
  %a = alloca %struct.matrix, align 8
  %b = alloca %struct.matrix, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  %0 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  store ptr %a.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  store i32 %a.coerce1, ptr %1, align 8
  %2 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  store ptr %b.coerce0, ptr %2, align 8
  %3 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  store i32 %b.coerce1, ptr %3, align 8
  store i32 %n, ptr %n.addr, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc18, %entry
  %4 = load i32, ptr %i, align 4
  %5 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.end20

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %6 = load i32, ptr %j, align 4
  %7 = load i32, ptr %n.addr, align 4
  %cmp2 = icmp slt i32 %6, %7
  br i1 %cmp2, label %for.body3, label %for.end

for.body3:                                        ; preds = %for.cond1
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0
  %8 = load ptr, ptr %entry4, align 8
  %9 = load i32, ptr %i, align 4
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1
  %10 = load i32, ptr %stride, align 8
  %mul = mul nsw i32 %9, %10
  %11 = load i32, ptr %j, align 4
  %add = add nsw i32 %mul, %11
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, ptr %8, i64 %idxprom
  %12 = load double, ptr %arrayidx, align 8
  %entry5 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0
  %13 = load ptr, ptr %entry5, align 8
  %14 = load i32, ptr %i, align 4
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1
  %15 = load i32, ptr %stride6, align 8
  %mul7 = mul nsw i32 %14, %15
  %16 = load i32, ptr %j, align 4
  %add8 = add nsw i32 %mul7, %16
  %idxprom9 = sext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds double, ptr %13, i64 %idxprom9
  %17 = load double, ptr %arrayidx10, align 8
  %add11 = fadd double %12, %17
  %entry12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0
  %18 = load ptr, ptr %entry12, align 8
  %19 = load i32, ptr %i, align 4
  %stride13 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1
  %20 = load i32, ptr %stride13, align 8
  %mul14 = mul nsw i32 %19, %20
  %21 = load i32, ptr %j, align 4
  %add15 = add nsw i32 %mul14, %21
  %idxprom16 = sext i32 %add15 to i64
  %arrayidx17 = getelementptr inbounds double, ptr %18, i64 %idxprom16
  store double %add11, ptr %arrayidx17, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body3
  %22 = load i32, ptr %j, align 4
  %inc = add nsw i32 %22, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond1, !llvm.loop !15

for.end:                                          ; preds = %for.cond1
  br label %for.inc18

for.inc18:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4
  %inc19 = add nsw i32 %23, 1
  store i32 %inc19, ptr %i, align 4
  br label %for.cond, !llvm.loop !16

for.end20:                                        ; preds = %for.cond
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @subtract(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 {
entry:
  %a = alloca %struct.matrix, align 8
  %b = alloca %struct.matrix, align 8
  %n.addr = alloca i32, align 4
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  %0 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0
  store ptr %a.coerce0, ptr %0, align 8
  %1 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1
  store i32 %a.coerce1, ptr %1, align 8
  %2 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0
  store ptr %b.coerce0, ptr %2, align 8
  %3 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1
  store i32 %b.coerce1, ptr %3, align 8
  store i32 %n, ptr %n.addr, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc17, %entry
  %4 = load i32, ptr %i, align 4
  %5 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.end19

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %6 = load i32, ptr %j, align 4
  %7 = load i32, ptr %n.addr, align 4
  %cmp2 = icmp slt i32 %6, %7
  br i1 %cmp2, label %for.body3, label %for.end

for.body3:                                        ; preds = %for.cond1
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0
  %8 = load ptr, ptr %entry4, align 8
  %9 = load i32, ptr %i, align 4
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1
  %10 = load i32, ptr %stride, align 8
  %mul = mul nsw i32 %9, %10
  %11 = load i32, ptr %j, align 4
  %add = add nsw i32 %mul, %11
  %idxprom = sext i32 %add to i64
  %arrayidx = getelementptr inbounds double, ptr %8, i64 %idxprom
  %12 = load double, ptr %arrayidx, align 8
  %entry5 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0
  %13 = load ptr, ptr %entry5, align 8
  %14 = load i32, ptr %i, align 4
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1
  %15 = load i32, ptr %stride6, align 8
  %mul7 = mul nsw i32 %14, %15
  %16 = load i32, ptr %j, align 4
  %add8 = add nsw i32 %mul7, %16
  %idxprom9 = sext i32 %add8 to i64
  %arrayidx10 = getelementptr inbounds double, ptr %13, i64 %idxprom9
  %17 = load double, ptr %arrayidx10, align 8
  %sub = fsub double %12, %17
  %entry11 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0
  %18 = load ptr, ptr %entry11, align 8
  %19 = load i32, ptr %i, align 4
  %stride12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1
  %20 = load i32, ptr %stride12, align 8
  %mul13 = mul nsw i32 %19, %20
  %21 = load i32, ptr %j, align 4
  %add14 = add nsw i32 %mul13, %21
  %idxprom15 = sext i32 %add14 to i64
  %arrayidx16 = getelementptr inbounds double, ptr %18, i64 %idxprom15
  store double %sub, ptr %arrayidx16, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body3
  %22 = load i32, ptr %j, align 4
  %inc = add nsw i32 %22, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond1, !llvm.loop !17

for.end:                                          ; preds = %for.cond1
  br label %for.inc17

for.inc17:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4
  %inc18 = add nsw i32 %23, 1
  store i32 %inc18, ptr %i, align 4
  br label %for.cond, !llvm.loop !18

for.end19:                                        ; preds = %for.cond
  ret void
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #6 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { nounwind }
attributes #9 = { noreturn nounwind }
attributes #10 = { nounwind allocsize(0) }

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 7, !"Dwarf Version", i32 4}
!1 = !{i32 1, !"wchar_size", i32 4}
!2 = !{i32 8, !"PIC Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"clang version 22.1.8"}
!6 = distinct !{!6, !7}
!7 = !{!"llvm.loop.mustprogress"}
!8 = distinct !{!8, !7}
!9 = distinct !{!9, !7}
!10 = distinct !{!10, !7}
!11 = distinct !{!11, !7}
!12 = distinct !{!12, !7}
!13 = distinct !{!13, !7}
!14 = distinct !{!14, !7}
!15 = distinct !{!15, !7}
!16 = distinct !{!16, !7}
!17 = distinct !{!17, !7}
!18 = distinct !{!18, !7}

; ModuleID = 'fft.c'
source_filename = "fft.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

%struct.Complex = type { double, double }

@.str = private unnamed_addr constant [29 x i8] c"points %d\0Afirst %.17g %.17g\0A\00", align 1
@.str.1 = private unnamed_addr constant [20 x i8] c"energy %.17g %.17g\0A\00", align 1
@.str.2 = private unnamed_addr constant [22 x i8] c"checksum %.17g %.17g\0A\00", align 1
@stderr = external global ptr, align 8
@.str.3 = private unnamed_addr constant [62 x i8] c"fft: give one size, a power of two from 1 to %d (default %d)\0A\00", align 1
@.str.4 = private unnamed_addr constant [20 x i8] c"fft: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %n = alloca i32, align 4
  %x = alloca ptr, align 8
  %y = alloca ptr, align 8
  %root = alloca ptr, align 8
  %checksum = alloca %struct.Complex, align 8
  %k = alloca i32, align 4
  %k8 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4
  %1 = load ptr, ptr %argv.addr, align 8
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1)
  store i32 %call, ptr %n, align 4
  %2 = load i32, ptr %n, align 4
  %call1 = call ptr @allocate(i32 noundef %2)
  store ptr %call1, ptr %x, align 8
  %3 = load i32, ptr %n, align 4
  %call2 = call ptr @allocate(i32 noundef %3)
  store ptr %call2, ptr %y, align 8
  %4 = load i32, ptr %n, align 4
  %call3 = call ptr @allocate(i32 noundef %4)
  store ptr %call3, ptr %root, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %checksum, i8 0, i64 16, i1 false)
  store i32 0, ptr %k, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %5 = load i32, ptr %k, align 4
  %6 = load i32, ptr %n, align 4
  %cmp = icmp slt i32 %5, %6
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %call4 = call double @uniform()
  %7 = call double @llvm.fmuladd.f64(double 2.000000e+00, double %call4, double -1.000000e+00)
  %8 = load ptr, ptr %x, align 8
  %9 = load i32, ptr %k, align 4
  %idxprom = sext i32 %9 to i64
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %8, i64 %idxprom
  %re = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx, i32 0, i32 0
  store double %7, ptr %re, align 8
  %call5 = call double @uniform()
  %10 = call double @llvm.fmuladd.f64(double 2.000000e+00, double %call5, double -1.000000e+00)
  %11 = load ptr, ptr %x, align 8
  %12 = load i32, ptr %k, align 4
  %idxprom6 = sext i32 %12 to i64
  %arrayidx7 = getelementptr inbounds %struct.Complex, ptr %11, i64 %idxprom6
  %im = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx7, i32 0, i32 1
  store double %10, ptr %im, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %13 = load i32, ptr %k, align 4
  %inc = add nsw i32 %13, 1
  store i32 %inc, ptr %k, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  %14 = load i32, ptr %n, align 4
  %15 = load ptr, ptr %root, align 8
  call void @roots_of_unity(i32 noundef %14, ptr noundef %15)
  %16 = load i32, ptr %n, align 4
  %17 = load ptr, ptr %x, align 8
  %18 = load ptr, ptr %root, align 8
  %19 = load ptr, ptr %y, align 8
  call void @fft(i32 noundef %16, i32 noundef 1, ptr noundef %17, ptr noundef %18, ptr noundef %19)
  store i32 0, ptr %k8, align 4
  br label %for.cond9

for.cond9:                                        ; preds = %for.inc22, %for.end
  %20 = load i32, ptr %k8, align 4
  %21 = load i32, ptr %n, align 4
  %cmp10 = icmp slt i32 %20, %21
  br i1 %cmp10, label %for.body11, label %for.end24

for.body11:                                       ; preds = %for.cond9
  %22 = load i32, ptr %k8, align 4
  %add = add nsw i32 %22, 1
  %conv = sitofp i32 %add to double
  %23 = load ptr, ptr %y, align 8
  %24 = load i32, ptr %k8, align 4
  %idxprom12 = sext i32 %24 to i64
  %arrayidx13 = getelementptr inbounds %struct.Complex, ptr %23, i64 %idxprom12
  %re14 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx13, i32 0, i32 0
  %25 = load double, ptr %re14, align 8
  %re15 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 0
  %26 = load double, ptr %re15, align 8
  %27 = call double @llvm.fmuladd.f64(double %conv, double %25, double %26)
  store double %27, ptr %re15, align 8
  %28 = load i32, ptr %k8, align 4
  %add16 = add nsw i32 %28, 1
  %conv17 = sitofp i32 %add16 to double
  %29 = load ptr, ptr %y, align 8
  %30 = load i32, ptr %k8, align 4
  %idxprom18 = sext i32 %30 to i64
  %arrayidx19 = getelementptr inbounds %struct.Complex, ptr %29, i64 %idxprom18
  %im20 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx19, i32 0, i32 1
  %31 = load double, ptr %im20, align 8
  %im21 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 1
  %32 = load double, ptr %im21, align 8
  %33 = call double @llvm.fmuladd.f64(double %conv17, double %31, double %32)
  store double %33, ptr %im21, align 8
  br label %for.inc22

for.inc22:                                        ; preds = %for.body11
  %34 = load i32, ptr %k8, align 4
  %inc23 = add nsw i32 %34, 1
  store i32 %inc23, ptr %k8, align 4
  br label %for.cond9, !llvm.loop !8

for.end24:                                        ; preds = %for.cond9
  %35 = load i32, ptr %n, align 4
  %36 = load ptr, ptr %y, align 8
  %arrayidx25 = getelementptr inbounds %struct.Complex, ptr %36, i64 0
  %re26 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx25, i32 0, i32 0
  %37 = load double, ptr %re26, align 8
  %38 = load ptr, ptr %y, align 8
  %arrayidx27 = getelementptr inbounds %struct.Complex, ptr %38, i64 0
  %im28 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx27, i32 0, i32 1
  %39 = load double, ptr %im28, align 8
  %call29 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %35, double noundef %37, double noundef %39)
  %40 = load i32, ptr %n, align 4
  %41 = load ptr, ptr %x, align 8
  %call30 = call double @energy(i32 noundef %40, ptr noundef %41)
  %42 = load i32, ptr %n, align 4
  %43 = load ptr, ptr %y, align 8
  %call31 = call double @energy(i32 noundef %42, ptr noundef %43)
  %44 = load i32, ptr %n, align 4
  %conv32 = sitofp i32 %44 to double
  %div = fdiv double %call31, %conv32
  %call33 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, double noundef %call30, double noundef %div)
  %re34 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 0
  %45 = load double, ptr %re34, align 8
  %im35 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 1
  %46 = load double, ptr %im35, align 8
  %call36 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %45, double noundef %46)
  %47 = load ptr, ptr %root, align 8
  call void @free(ptr noundef %47) #8
  %48 = load ptr, ptr %y, align 8
  call void @free(ptr noundef %48) #8
  %49 = load ptr, ptr %x, align 8
  call void @free(ptr noundef %49) #8
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
  store i32 1024, ptr %retval, align 4
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
  %cmp8 = icmp sgt i64 %9, 1048576
  br i1 %cmp8, label %if.then12, label %lor.lhs.false10

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8
  %call11 = call zeroext i1 @is_power_of_two(i64 noundef %10)
  br i1 %call11, label %if.end14, label %if.then12

if.then12:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8
  %call13 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.3, i32 noundef 1048576, i32 noundef 1024) #8
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
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef 16) #10
  store ptr %call, ptr %block, align 8
  %1 = load ptr, ptr %block, align 8
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8
  %call2 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %2)
  call void @exit(i32 noundef 1) #9
  unreachable

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8
  ret ptr %3
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal double @uniform() #0 {
entry:
  %0 = load i64, ptr @random_state, align 8
  %mul = mul i64 %0, 6364136223846793005
  %add = add i64 %mul, 1442695040888963407
  store i64 %add, ptr @random_state, align 8
  %1 = load i64, ptr @random_state, align 8
  %shr = lshr i64 %1, 11
  %conv = uitofp i64 %shr to double
  %mul1 = fmul double %conv, 0x3CA0000000000000
  ret double %mul1
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal void @roots_of_unity(i32 noundef %n, ptr noundef %root) #0 {
entry:
  %n.addr = alloca i32, align 4
  %root.addr = alloca ptr, align 8
  %k = alloca i32, align 4
  %angle = alloca double, align 8
  store i32 %n, ptr %n.addr, align 4
  store ptr %root, ptr %root.addr, align 8
  store i32 0, ptr %k, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %k, align 4
  %1 = load i32, ptr %n.addr, align 4
  %div = sdiv i32 %1, 2
  %cmp = icmp slt i32 %0, %div
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load i32, ptr %k, align 4
  %conv = sitofp i32 %2 to double
  %mul = fmul double 0xC01921FB54442D18, %conv
  %3 = load i32, ptr %n.addr, align 4
  %conv1 = sitofp i32 %3 to double
  %div2 = fdiv double %mul, %conv1
  store double %div2, ptr %angle, align 8
  %4 = load double, ptr %angle, align 8
  %call = call double @cos(double noundef %4) #8
  %5 = load ptr, ptr %root.addr, align 8
  %6 = load i32, ptr %k, align 4
  %idxprom = sext i32 %6 to i64
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %5, i64 %idxprom
  %re = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx, i32 0, i32 0
  store double %call, ptr %re, align 8
  %7 = load double, ptr %angle, align 8
  %call3 = call double @sin(double noundef %7) #8
  %8 = load ptr, ptr %root.addr, align 8
  %9 = load i32, ptr %k, align 4
  %idxprom4 = sext i32 %9 to i64
  %arrayidx5 = getelementptr inbounds %struct.Complex, ptr %8, i64 %idxprom4
  %im = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx5, i32 0, i32 1
  store double %call3, ptr %im, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %10 = load i32, ptr %k, align 4
  %inc = add nsw i32 %10, 1
  store i32 %inc, ptr %k, align 4
  br label %for.cond, !llvm.loop !9

for.end:                                          ; preds = %for.cond
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @fft(i32 noundef %n, i32 noundef %stride, ptr noundef %x, ptr noundef %root, ptr noundef %y) #0 {
entry:
  %n.addr = alloca i32, align 4
  %stride.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %root.addr = alloca ptr, align 8
  %y.addr = alloca ptr, align 8
  %half = alloca i32, align 4
  %k = alloca i32, align 4
  %w = alloca ptr, align 8
  %even = alloca ptr, align 8
  %odd = alloca ptr, align 8
  %re = alloca double, align 8
  %im15 = alloca double, align 8
  store i32 %n, ptr %n.addr, align 4
  store i32 %stride, ptr %stride.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store ptr %root, ptr %root.addr, align 8
  store ptr %y, ptr %y.addr, align 8
  %0 = load i32, ptr %n.addr, align 4
  %div = sdiv i32 %0, 2
  store i32 %div, ptr %half, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp eq i32 %1, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr %y.addr, align 8
  %3 = load ptr, ptr %x.addr, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %3, i64 16, i1 false)
  br label %for.end

if.end:                                           ; preds = %entry
  %4 = load i32, ptr %half, align 4
  %5 = load i32, ptr %stride.addr, align 4
  %mul = mul nsw i32 2, %5
  %6 = load ptr, ptr %x.addr, align 8
  %7 = load ptr, ptr %root.addr, align 8
  %8 = load ptr, ptr %y.addr, align 8
  call void @fft(i32 noundef %4, i32 noundef %mul, ptr noundef %6, ptr noundef %7, ptr noundef %8)
  %9 = load i32, ptr %half, align 4
  %10 = load i32, ptr %stride.addr, align 4
  %mul1 = mul nsw i32 2, %10
  %11 = load ptr, ptr %x.addr, align 8
  %12 = load i32, ptr %stride.addr, align 4
  %idx.ext = sext i32 %12 to i64
  %add.ptr = getelementptr inbounds %struct.Complex, ptr %11, i64 %idx.ext
  %13 = load ptr, ptr %root.addr, align 8
  %14 = load ptr, ptr %y.addr, align 8
  %15 = load i32, ptr %half, align 4
  %idx.ext2 = sext i32 %15 to i64
  %add.ptr3 = getelementptr inbounds %struct.Complex, ptr %14, i64 %idx.ext2
  call void @fft(i32 noundef %9, i32 noundef %mul1, ptr noundef %add.ptr, ptr noundef %13, ptr noundef %add.ptr3)
  store i32 0, ptr %k, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %if.end
  %16 = load i32, ptr %k, align 4
  %17 = load i32, ptr %half, align 4
  %cmp4 = icmp slt i32 %16, %17
  br i1 %cmp4, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %18 = load ptr, ptr %root.addr, align 8
  %19 = load i32, ptr %k, align 4
  %20 = load i32, ptr %stride.addr, align 4
  %mul5 = mul nsw i32 %19, %20
  %idxprom = sext i32 %mul5 to i64
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %18, i64 %idxprom
  store ptr %arrayidx, ptr %w, align 8
  %21 = load ptr, ptr %y.addr, align 8
  %22 = load i32, ptr %k, align 4
  %idxprom6 = sext i32 %22 to i64
  %arrayidx7 = getelementptr inbounds %struct.Complex, ptr %21, i64 %idxprom6
  store ptr %arrayidx7, ptr %even, align 8
  %23 = load ptr, ptr %y.addr, align 8
  %24 = load i32, ptr %k, align 4
  %25 = load i32, ptr %half, align 4
  %add = add nsw i32 %24, %25
  %idxprom8 = sext i32 %add to i64
  %arrayidx9 = getelementptr inbounds %struct.Complex, ptr %23, i64 %idxprom8
  store ptr %arrayidx9, ptr %odd, align 8
  %26 = load ptr, ptr %w, align 8
  %re10 = getelementptr inbounds nuw %struct.Complex, ptr %26, i32 0, i32 0
  %27 = load double, ptr %re10, align 8
  %28 = load ptr, ptr %odd, align 8
  %re11 = getelementptr inbounds nuw %struct.Complex, ptr %28, i32 0, i32 0
  %29 = load double, ptr %re11, align 8
  %30 = load ptr, ptr %w, align 8
  %im = getelementptr inbounds nuw %struct.Complex, ptr %30, i32 0, i32 1
  %31 = load double, ptr %im, align 8
  %32 = load ptr, ptr %odd, align 8
  %im13 = getelementptr inbounds nuw %struct.Complex, ptr %32, i32 0, i32 1
  %33 = load double, ptr %im13, align 8
  %mul14 = fmul double %31, %33
  %neg = fneg double %mul14
  %34 = call double @llvm.fmuladd.f64(double %27, double %29, double %neg)
  store double %34, ptr %re, align 8
  %35 = load ptr, ptr %w, align 8
  %re16 = getelementptr inbounds nuw %struct.Complex, ptr %35, i32 0, i32 0
  %36 = load double, ptr %re16, align 8
  %37 = load ptr, ptr %odd, align 8
  %im17 = getelementptr inbounds nuw %struct.Complex, ptr %37, i32 0, i32 1
  %38 = load double, ptr %im17, align 8
  %39 = load ptr, ptr %w, align 8
  %im19 = getelementptr inbounds nuw %struct.Complex, ptr %39, i32 0, i32 1
  %40 = load double, ptr %im19, align 8
  %41 = load ptr, ptr %odd, align 8
  %re20 = getelementptr inbounds nuw %struct.Complex, ptr %41, i32 0, i32 0
  %42 = load double, ptr %re20, align 8
  %mul21 = fmul double %40, %42
  %43 = call double @llvm.fmuladd.f64(double %36, double %38, double %mul21)
  store double %43, ptr %im15, align 8
  %44 = load ptr, ptr %even, align 8
  %re22 = getelementptr inbounds nuw %struct.Complex, ptr %44, i32 0, i32 0
  %45 = load double, ptr %re22, align 8
  %46 = load double, ptr %re, align 8
  %sub = fsub double %45, %46
  %47 = load ptr, ptr %odd, align 8
  %re23 = getelementptr inbounds nuw %struct.Complex, ptr %47, i32 0, i32 0
  store double %sub, ptr %re23, align 8
  %48 = load ptr, ptr %even, align 8
  %im24 = getelementptr inbounds nuw %struct.Complex, ptr %48, i32 0, i32 1
  %49 = load double, ptr %im24, align 8
  %50 = load double, ptr %im15, align 8
  %sub25 = fsub double %49, %50
  %51 = load ptr, ptr %odd, align 8
  %im26 = getelementptr inbounds nuw %struct.Complex, ptr %51, i32 0, i32 1
  store double %sub25, ptr %im26, align 8
  %52 = load double, ptr %re, align 8
  %53 = load ptr, ptr %even, align 8
  %re27 = getelementptr inbounds nuw %struct.Complex, ptr %53, i32 0, i32 0
  %54 = load double, ptr %re27, align 8
  %add28 = fadd double %54, %52
  store double %add28, ptr %re27, align 8
  %55 = load double, ptr %im15, align 8
  %56 = load ptr, ptr %even, align 8
  %im29 = getelementptr inbounds nuw %struct.Complex, ptr %56, i32 0, i32 1
  %57 = load double, ptr %im29, align 8
  %add30 = fadd double %57, %55
  store double %add30, ptr %im29, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %58 = load i32, ptr %k, align 4
  %inc = add nsw i32 %58, 1
  store i32 %inc, ptr %k, align 4
  br label %for.cond, !llvm.loop !10

for.end:                                          ; preds = %if.then, %for.cond
  ret void
}

declare i32 @printf(ptr noundef, ...) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal double @energy(i32 noundef %n, ptr noundef %x) #0 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %sum = alloca double, align 8
  %k = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store double 0.000000e+00, ptr %sum, align 8
  store i32 0, ptr %k, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %k, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %x.addr, align 8
  %3 = load i32, ptr %k, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %2, i64 %idxprom
  %re = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx, i32 0, i32 0
  %4 = load double, ptr %re, align 8
  %5 = load ptr, ptr %x.addr, align 8
  %6 = load i32, ptr %k, align 4
  %idxprom1 = sext i32 %6 to i64
  %arrayidx2 = getelementptr inbounds %struct.Complex, ptr %5, i64 %idxprom1
  %re3 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx2, i32 0, i32 0
  %7 = load double, ptr %re3, align 8
  %8 = load ptr, ptr %x.addr, align 8
  %9 = load i32, ptr %k, align 4
  %idxprom4 = sext i32 %9 to i64
  %arrayidx5 = getelementptr inbounds %struct.Complex, ptr %8, i64 %idxprom4
  %im = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx5, i32 0, i32 1
  %10 = load double, ptr %im, align 8
  %11 = load ptr, ptr %x.addr, align 8
  %12 = load i32, ptr %k, align 4
  %idxprom6 = sext i32 %12 to i64
  %arrayidx7 = getelementptr inbounds %struct.Complex, ptr %11, i64 %idxprom6
  %im8 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx7, i32 0, i32 1
  %13 = load double, ptr %im8, align 8
  %mul9 = fmul double %10, %13
  %14 = call double @llvm.fmuladd.f64(double %4, double %7, double %mul9)
  %15 = load double, ptr %sum, align 8
  %add = fadd double %15, %14
  store double %add, ptr %sum, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %16 = load i32, ptr %k, align 4
  %inc = add nsw i32 %16, 1
  store i32 %inc, ptr %k, align 4
  br label %for.cond, !llvm.loop !11

for.end:                                          ; preds = %for.cond
  %17 = load double, ptr %sum, align 8
  ret double %17
}

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

; Function Attrs: nounwind allocsize(0,1)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #6

declare i32 @fputs(ptr noundef, ptr noundef) #3

; Function Attrs: nounwind
declare double @cos(double noundef) #4

; Function Attrs: nounwind
declare double @sin(double noundef) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #6 = { nounwind allocsize(0,1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { nounwind }
attributes #9 = { noreturn nounwind }
attributes #10 = { nounwind allocsize(0,1) }

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

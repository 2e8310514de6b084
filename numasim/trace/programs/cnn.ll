; ModuleID = 'cnn.c'
source_filename = "cnn.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

@.str = private unnamed_addr constant [46 x i8] c"width %d\0Aclass %d\0Ascore %.17g\0Achecksum %.17g\0A\00", align 1
@stderr = external global ptr, align 8
@.str.1 = private unnamed_addr constant [59 x i8] c"cnn: give one size, an integer from %d to %d (default %d)\0A\00", align 1
@.str.2 = private unnamed_addr constant [20 x i8] c"cnn: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %width = alloca i32, align 4
  %width1 = alloca i32, align 4
  %half1 = alloca i32, align 4
  %width2 = alloca i32, align 4
  %half2 = alloca i32, align 4
  %image = alloca ptr, align 8
  %conv1 = alloca ptr, align 8
  %pool1 = alloca ptr, align 8
  %conv2 = alloca ptr, align 8
  %pool2 = alloca ptr, align 8
  %score = alloca ptr, align 8
  %checksum = alloca double, align 8
  %class = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4
  %1 = load ptr, ptr %argv.addr, align 8
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1)
  store i32 %call, ptr %width, align 4
  %2 = load i32, ptr %width, align 4
  %sub = sub nsw i32 %2, 3
  %add = add nsw i32 %sub, 1
  store i32 %add, ptr %width1, align 4
  %3 = load i32, ptr %width1, align 4
  %div = sdiv i32 %3, 2
  store i32 %div, ptr %half1, align 4
  %4 = load i32, ptr %half1, align 4
  %sub1 = sub nsw i32 %4, 3
  %add2 = add nsw i32 %sub1, 1
  store i32 %add2, ptr %width2, align 4
  %5 = load i32, ptr %width2, align 4
  %div3 = sdiv i32 %5, 2
  store i32 %div3, ptr %half2, align 4
  %6 = load i32, ptr %width, align 4
  %7 = load i32, ptr %width, align 4
  %mul = mul nsw i32 %6, %7
  %call4 = call ptr @random_values(i32 noundef %mul, double noundef 1.000000e+00)
  store ptr %call4, ptr %image, align 8
  %8 = load i32, ptr %width, align 4
  %9 = load ptr, ptr %image, align 8
  %call5 = call ptr @convolve(i32 noundef 1, i32 noundef %8, ptr noundef %9, i32 noundef 4)
  store ptr %call5, ptr %conv1, align 8
  %10 = load i32, ptr %width1, align 4
  %11 = load ptr, ptr %conv1, align 8
  %call6 = call ptr @max_pool(i32 noundef 4, i32 noundef %10, ptr noundef %11)
  store ptr %call6, ptr %pool1, align 8
  %12 = load i32, ptr %half1, align 4
  %13 = load ptr, ptr %pool1, align 8
  %call7 = call ptr @convolve(i32 noundef 4, i32 noundef %12, ptr noundef %13, i32 noundef 8)
  store ptr %call7, ptr %conv2, align 8
  %14 = load i32, ptr %width2, align 4
  %15 = load ptr, ptr %conv2, align 8
  %call8 = call ptr @max_pool(i32 noundef 8, i32 noundef %14, ptr noundef %15)
  store ptr %call8, ptr %pool2, align 8
  %16 = load i32, ptr %half2, align 4
  %mul9 = mul nsw i32 8, %16
  %17 = load i32, ptr %half2, align 4
  %mul10 = mul nsw i32 %mul9, %17
  %18 = load ptr, ptr %pool2, align 8
  %call11 = call ptr @connect(i32 noundef %mul10, ptr noundef %18, i32 noundef 10)
  store ptr %call11, ptr %score, align 8
  store double 0.000000e+00, ptr %checksum, align 8
  store i32 0, ptr %class, align 4
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %19 = load i32, ptr %i, align 4
  %cmp = icmp slt i32 %19, 10
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %20 = load i32, ptr %i, align 4
  %add12 = add nsw i32 %20, 1
  %conv = sitofp i32 %add12 to double
  %21 = load ptr, ptr %score, align 8
  %22 = load i32, ptr %i, align 4
  %idxprom = sext i32 %22 to i64
  %arrayidx = getelementptr inbounds double, ptr %21, i64 %idxprom
  %23 = load double, ptr %arrayidx, align 8
  %24 = load double, ptr %checksum, align 8
  %25 = call double @llvm.fmuladd.f64(double %conv, double %23, double %24)
  store double %25, ptr %checksum, align 8
  %26 = load ptr, ptr %score, align 8
  %27 = load i32, ptr %i, align 4
  %idxprom14 = sext i32 %27 to i64
  %arrayidx15 = getelementptr inbounds double, ptr %26, i64 %idxprom14
  %28 = load double, ptr %arrayidx15, align 8
  %29 = load ptr, ptr %score, align 8
  %30 = load i32, ptr %class, align 4
  %idxprom16 = sext i32 %30 to i64
  %arrayidx17 = getelementptr inbounds double, ptr %29, i64 %idxprom16
  %31 = load double, ptr %arrayidx17, align 8
  %cmp18 = fcmp ogt double %28, %31
  br i1 %cmp18, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %32 = load i32, ptr %i, align 4
  store i32 %32, ptr %class, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %33 = load i32, ptr %i, align 4
  %inc = add nsw i32 %33, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  %34 = load i32, ptr %width, align 4
  %35 = load i32, ptr %class, align 4
  %36 = load ptr, ptr %score, align 8
  %37 = load i32, ptr %class, align 4
  %idxprom20 = sext i32 %37 to i64
  %arrayidx21 = getelementptr inbounds double, ptr %36, i64 %idxprom20
  %38 = load double, ptr %arrayidx21, align 8
  %39 = load double, ptr %checksum, align 8
  %call22 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %34, i32 noundef %35, double noundef %38, double noundef %39)
  %40 = load ptr, ptr %score, align 8
  call void @free(ptr noundef %40) #6
  %41 = load ptr, ptr %pool2, align 8
  call void @free(ptr noundef %41) #6
  %42 = load ptr, ptr %conv2, align 8
  call void @free(ptr noundef %42) #6
  %43 = load ptr, ptr %pool1, align 8
  call void @free(ptr noundef %43) #6
  %44 = load ptr, ptr %conv1, align 8
  call void @free(ptr noundef %44) #6
  %45 = load ptr, ptr %image, align 8
  call void @free(ptr noundef %45) #6
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
  store i32 16, ptr %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1
  %2 = load ptr, ptr %arrayidx, align 8
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #6
  store i64 %call, ptr %size, align 8
  %3 = load i32, ptr %argc.addr, align 4
  %cmp1 = icmp sgt i32 %3, 2
  br i1 %cmp1, label %if.then13, label %lor.lhs.false

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8
  %5 = load ptr, ptr %argv.addr, align 8
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1
  %6 = load ptr, ptr %arrayidx2, align 8
  %cmp3 = icmp eq ptr %4, %6
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8
  %8 = load i8, ptr %7, align 1
  %conv = sext i8 %8 to i32
  %cmp5 = icmp ne i32 %conv, 0
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8
  %cmp8 = icmp slt i64 %9, 10
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8
  %cmp11 = icmp sgt i64 %10, 1024
  br i1 %cmp11, label %if.then13, label %if.end15

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.1, i32 noundef 10, i32 noundef 1024, i32 noundef 16) #6
  call void @exit(i32 noundef 2) #7
  unreachable

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8
  %conv16 = trunc i64 %12 to i32
  store i32 %conv16, ptr %retval, align 4
  br label %return

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4
  ret i32 %13
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @random_values(i32 noundef %count, double noundef %bound) #0 {
entry:
  %count.addr = alloca i32, align 4
  %bound.addr = alloca double, align 8
  %values = alloca ptr, align 8
  %i = alloca i32, align 4
  store i32 %count, ptr %count.addr, align 4
  store double %bound, ptr %bound.addr, align 8
  %0 = load i32, ptr %count.addr, align 4
  %call = call ptr @allocate(i32 noundef %0)
  store ptr %call, ptr %values, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, ptr %i, align 4
  %2 = load i32, ptr %count.addr, align 4
  %cmp = icmp slt i32 %1, %2
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %3 = load double, ptr %bound.addr, align 8
  %call1 = call double @symmetric(double noundef %3)
  %4 = load ptr, ptr %values, align 8
  %5 = load i32, ptr %i, align 4
  %idxprom = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds double, ptr %4, i64 %idxprom
  store double %call1, ptr %arrayidx, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %i, align 4
  %inc = add nsw i32 %6, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !8

for.end:                                          ; preds = %for.cond
  %7 = load ptr, ptr %values, align 8
  ret ptr %7
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @convolve(i32 noundef %channels, i32 noundef %width, ptr noundef %input, i32 noundef %filters) #0 {
entry:
  %channels.addr = alloca i32, align 4
  %width.addr = alloca i32, align 4
  %input.addr = alloca ptr, align 8
  %filters.addr = alloca i32, align 4
  %inputs = alloca i32, align 4
  %out = alloca i32, align 4
  %kernel = alloca ptr, align 8
  %output = alloca ptr, align 8
  %next = alloca ptr, align 8
  %f = alloca i32, align 4
  %row = alloca i32, align 4
  %column = alloca i32, align 4
  %sum = alloca double, align 8
  store i32 %channels, ptr %channels.addr, align 4
  store i32 %width, ptr %width.addr, align 4
  store ptr %input, ptr %input.addr, align 8
  store i32 %filters, ptr %filters.addr, align 4
  %0 = load i32, ptr %channels.addr, align 4
  %mul = mul nsw i32 %0, 3
  %mul1 = mul nsw i32 %mul, 3
  store i32 %mul1, ptr %inputs, align 4
  %1 = load i32, ptr %width.addr, align 4
  %sub = sub nsw i32 %1, 3
  %add = add nsw i32 %sub, 1
  store i32 %add, ptr %out, align 4
  %2 = load i32, ptr %filters.addr, align 4
  %3 = load i32, ptr %inputs, align 4
  %mul2 = mul nsw i32 %2, %3
  %4 = load i32, ptr %inputs, align 4
  %conv = sitofp i32 %4 to double
  %div = fdiv double 6.000000e+00, %conv
  %call = call double @sqrt(double noundef %div) #6
  %call3 = call ptr @random_values(i32 noundef %mul2, double noundef %call)
  store ptr %call3, ptr %kernel, align 8
  %5 = load i32, ptr %filters.addr, align 4
  %6 = load i32, ptr %out, align 4
  %mul4 = mul nsw i32 %5, %6
  %7 = load i32, ptr %out, align 4
  %mul5 = mul nsw i32 %mul4, %7
  %call6 = call ptr @allocate(i32 noundef %mul5)
  store ptr %call6, ptr %output, align 8
  %8 = load ptr, ptr %output, align 8
  store ptr %8, ptr %next, align 8
  store i32 0, ptr %f, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc23, %entry
  %9 = load i32, ptr %f, align 4
  %10 = load i32, ptr %filters.addr, align 4
  %cmp = icmp slt i32 %9, %10
  br i1 %cmp, label %for.body, label %for.end25

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %row, align 4
  br label %for.cond8

for.cond8:                                        ; preds = %for.inc20, %for.body
  %11 = load i32, ptr %row, align 4
  %12 = load i32, ptr %out, align 4
  %cmp9 = icmp slt i32 %11, %12
  br i1 %cmp9, label %for.body11, label %for.end22

for.body11:                                       ; preds = %for.cond8
  store i32 0, ptr %column, align 4
  br label %for.cond12

for.cond12:                                       ; preds = %for.inc, %for.body11
  %13 = load i32, ptr %column, align 4
  %14 = load i32, ptr %out, align 4
  %cmp13 = icmp slt i32 %13, %14
  br i1 %cmp13, label %for.body15, label %for.end

for.body15:                                       ; preds = %for.cond12
  %15 = load i32, ptr %channels.addr, align 4
  %16 = load i32, ptr %width.addr, align 4
  %17 = load ptr, ptr %input.addr, align 8
  %18 = load ptr, ptr %kernel, align 8
  %19 = load i32, ptr %f, align 4
  %20 = load i32, ptr %inputs, align 4
  %mul16 = mul nsw i32 %19, %20
  %idx.ext = sext i32 %mul16 to i64
  %add.ptr = getelementptr inbounds double, ptr %18, i64 %idx.ext
  %21 = load i32, ptr %row, align 4
  %22 = load i32, ptr %column, align 4
  %call17 = call double @convolve_at(i32 noundef %15, i32 noundef %16, ptr noundef %17, ptr noundef %add.ptr, i32 noundef %21, i32 noundef %22)
  store double %call17, ptr %sum, align 8
  %23 = load double, ptr %sum, align 8
  %cmp18 = fcmp ogt double %23, 0.000000e+00
  br i1 %cmp18, label %cond.true, label %cond.false

cond.true:                                        ; preds = %for.body15
  %24 = load double, ptr %sum, align 8
  br label %cond.end

cond.false:                                       ; preds = %for.body15
  br label %cond.end

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %24, %cond.true ], [ 0.000000e+00, %cond.false ]
  %25 = load ptr, ptr %next, align 8
  %incdec.ptr = getelementptr inbounds nuw double, ptr %25, i32 1
  store ptr %incdec.ptr, ptr %next, align 8
  store double %cond, ptr %25, align 8
  br label %for.inc

for.inc:                                          ; preds = %cond.end
  %26 = load i32, ptr %column, align 4
  %inc = add nsw i32 %26, 1
  store i32 %inc, ptr %column, align 4
  br label %for.cond12, !llvm.loop !9

for.end:                                          ; preds = %for.cond12
  br label %for.inc20

for.inc20:                                        ; preds = %for.end
  %27 = load i32, ptr %row, align 4
  %inc21 = add nsw i32 %27, 1
  store i32 %inc21, ptr %row, align 4
  br label %for.cond8, !llvm.loop !10

for.end22:                                        ; preds = %for.cond8
  br label %for.inc23

for.inc23:                                        ; preds = %for.end22
  %28 = load i32, ptr %f, align 4
  %inc24 = add nsw i32 %28, 1
  store i32 %inc24, ptr %f, align 4
  br label %for.cond, !llvm.loop !11

for.end25:                                        ; preds = %for.cond
  %29 = load ptr, ptr %kernel, align 8
  call void @free(ptr noundef %29) #6
  %30 = load ptr, ptr %output, align 8
  ret ptr %30
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @max_pool(i32 noundef %channels, i32 noundef %width, ptr noundef %input) #0 {
entry:
  %channels.addr = alloca i32, align 4
  %width.addr = alloca i32, align 4
  %input.addr = alloca ptr, align 8
  %out = alloca i32, align 4
  %output = alloca ptr, align 8
  %next = alloca ptr, align 8
  %c = alloca i32, align 4
  %row = alloca i32, align 4
  %column = alloca i32, align 4
  %corner = alloca ptr, align 8
  %most = alloca double, align 8
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  store i32 %channels, ptr %channels.addr, align 4
  store i32 %width, ptr %width.addr, align 4
  store ptr %input, ptr %input.addr, align 8
  %0 = load i32, ptr %width.addr, align 4
  %div = sdiv i32 %0, 2
  store i32 %div, ptr %out, align 4
  %1 = load i32, ptr %channels.addr, align 4
  %2 = load i32, ptr %out, align 4
  %mul = mul nsw i32 %1, %2
  %3 = load i32, ptr %out, align 4
  %mul1 = mul nsw i32 %mul, %3
  %call = call ptr @allocate(i32 noundef %mul1)
  store ptr %call, ptr %output, align 8
  %4 = load ptr, ptr %output, align 8
  store ptr %4, ptr %next, align 8
  store i32 0, ptr %c, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc36, %entry
  %5 = load i32, ptr %c, align 4
  %6 = load i32, ptr %channels.addr, align 4
  %cmp = icmp slt i32 %5, %6
  br i1 %cmp, label %for.body, label %for.end38

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %row, align 4
  br label %for.cond2

for.cond2:                                        ; preds = %for.inc33, %for.body
  %7 = load i32, ptr %row, align 4
  %8 = load i32, ptr %out, align 4
  %cmp3 = icmp slt i32 %7, %8
  br i1 %cmp3, label %for.body4, label %for.end35

for.body4:                                        ; preds = %for.cond2
  store i32 0, ptr %column, align 4
  br label %for.cond5

for.cond5:                                        ; preds = %for.inc30, %for.body4
  %9 = load i32, ptr %column, align 4
  %10 = load i32, ptr %out, align 4
  %cmp6 = icmp slt i32 %9, %10
  br i1 %cmp6, label %for.body7, label %for.end32

for.body7:                                        ; preds = %for.cond5
  %11 = load ptr, ptr %input.addr, align 8
  %12 = load i32, ptr %c, align 4
  %13 = load i32, ptr %width.addr, align 4
  %mul8 = mul nsw i32 %12, %13
  %14 = load i32, ptr %row, align 4
  %mul9 = mul nsw i32 %14, 2
  %add = add nsw i32 %mul8, %mul9
  %15 = load i32, ptr %width.addr, align 4
  %mul10 = mul nsw i32 %add, %15
  %idx.ext = sext i32 %mul10 to i64
  %add.ptr = getelementptr inbounds double, ptr %11, i64 %idx.ext
  %16 = load i32, ptr %column, align 4
  %mul11 = mul nsw i32 %16, 2
  %idx.ext12 = sext i32 %mul11 to i64
  %add.ptr13 = getelementptr inbounds double, ptr %add.ptr, i64 %idx.ext12
  store ptr %add.ptr13, ptr %corner, align 8
  %17 = load ptr, ptr %corner, align 8
  %18 = load double, ptr %17, align 8
  store double %18, ptr %most, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond14

for.cond14:                                       ; preds = %for.inc27, %for.body7
  %19 = load i32, ptr %i, align 4
  %cmp15 = icmp slt i32 %19, 2
  br i1 %cmp15, label %for.body16, label %for.end29

for.body16:                                       ; preds = %for.cond14
  store i32 0, ptr %j, align 4
  br label %for.cond17

for.cond17:                                       ; preds = %for.inc, %for.body16
  %20 = load i32, ptr %j, align 4
  %cmp18 = icmp slt i32 %20, 2
  br i1 %cmp18, label %for.body19, label %for.end

for.body19:                                       ; preds = %for.cond17
  %21 = load ptr, ptr %corner, align 8
  %22 = load i32, ptr %i, align 4
  %23 = load i32, ptr %width.addr, align 4
  %mul20 = mul nsw i32 %22, %23
  %24 = load i32, ptr %j, align 4
  %add21 = add nsw i32 %mul20, %24
  %idxprom = sext i32 %add21 to i64
  %arrayidx = getelementptr inbounds double, ptr %21, i64 %idxprom
  %25 = load double, ptr %arrayidx, align 8
  %26 = load double, ptr %most, align 8
  %cmp22 = fcmp ogt double %25, %26
  br i1 %cmp22, label %if.then, label %if.end

if.then:                                          ; preds = %for.body19
  %27 = load ptr, ptr %corner, align 8
  %28 = load i32, ptr %i, align 4
  %29 = load i32, ptr %width.addr, align 4
  %mul23 = mul nsw i32 %28, %29
  %30 = load i32, ptr %j, align 4
  %add24 = add nsw i32 %mul23, %30
  %idxprom25 = sext i32 %add24 to i64
  %arrayidx26 = getelementptr inbounds double, ptr %27, i64 %idxprom25
  %31 = load double, ptr %arrayidx26, align 8
  store double %31, ptr %most, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body19
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %32 = load i32, ptr %j, align 4
  %inc = add nsw i32 %32, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond17, !llvm.loop !12

for.end:                                          ; preds = %for.cond17
  br label %for.inc27

for.inc27:                                        ; preds = %for.end
  %33 = load i32, ptr %i, align 4
  %inc28 = add nsw i32 %33, 1
  store i32 %inc28, ptr %i, align 4
  br label %for.cond14, !llvm.loop !13

for.end29:                                        ; preds = %for.cond14
  %34 = load double, ptr %most, align 8
  %35 = load ptr, ptr %next, align 8
  %incdec.ptr = getelementptr inbounds nuw double, ptr %35, i32 1
  store ptr %incdec.ptr, ptr %next, align 8
  store double %34, ptr %35, align 8
  br label %for.inc30

for.inc30:                                        ; preds = %for.end29
  %36 = load i32, ptr %column, align 4
  %inc31 = add nsw i32 %36, 1
  store i32 %inc31, ptr %column, align 4
  br label %for.cond5, !llvm.loop !14

for.end32:                                        ; preds = %for.cond5
  br label %for.inc33

for.inc33:                                        ; preds = %for.end32
  %37 = load i32, ptr %row, align 4
  %inc34 = add nsw i32 %37, 1
  store i32 %inc34, ptr %row, align 4
  br label %for.cond2, !llvm.loop !15

for.end35:                                        ; preds = %for.cond2
  br label %for.inc36

for.inc36:                                        ; preds = %for.end35
  %38 = load i32, ptr %c, align 4
  %inc37 = add nsw i32 %38, 1
  store i32 %inc37, ptr %c, align 4
  br label %for.cond, !llvm.loop !16

for.end38:                                        ; preds = %for.cond
  %39 = load ptr, ptr %output, align 8
  ret ptr %39
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @connect(i32 noundef %inputs, ptr noundef %input, i32 noundef %outputs) #0 {
entry:
  %inputs.addr = alloca i32, align 4
  %input.addr = alloca ptr, align 8
  %outputs.addr = alloca i32, align 4
  %weight = alloca ptr, align 8
  %output = alloca ptr, align 8
  %i = alloca i32, align 4
  %j = alloca i32, align 4
  store i32 %inputs, ptr %inputs.addr, align 4
  store ptr %input, ptr %input.addr, align 8
  store i32 %outputs, ptr %outputs.addr, align 4
  %0 = load i32, ptr %outputs.addr, align 4
  %1 = load i32, ptr %inputs.addr, align 4
  %mul = mul nsw i32 %0, %1
  %2 = load i32, ptr %inputs.addr, align 4
  %conv = sitofp i32 %2 to double
  %div = fdiv double 6.000000e+00, %conv
  %call = call double @sqrt(double noundef %div) #6
  %call1 = call ptr @random_values(i32 noundef %mul, double noundef %call)
  store ptr %call1, ptr %weight, align 8
  %3 = load i32, ptr %outputs.addr, align 4
  %call2 = call ptr @allocate(i32 noundef %3)
  store ptr %call2, ptr %output, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc16, %entry
  %4 = load i32, ptr %i, align 4
  %5 = load i32, ptr %outputs.addr, align 4
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.end18

for.body:                                         ; preds = %for.cond
  %6 = load ptr, ptr %output, align 8
  %7 = load i32, ptr %i, align 4
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds double, ptr %6, i64 %idxprom
  store double 0.000000e+00, ptr %arrayidx, align 8
  store i32 0, ptr %j, align 4
  br label %for.cond4

for.cond4:                                        ; preds = %for.inc, %for.body
  %8 = load i32, ptr %j, align 4
  %9 = load i32, ptr %inputs.addr, align 4
  %cmp5 = icmp slt i32 %8, %9
  br i1 %cmp5, label %for.body7, label %for.end

for.body7:                                        ; preds = %for.cond4
  %10 = load ptr, ptr %weight, align 8
  %11 = load i32, ptr %i, align 4
  %12 = load i32, ptr %inputs.addr, align 4
  %mul8 = mul nsw i32 %11, %12
  %13 = load i32, ptr %j, align 4
  %add = add nsw i32 %mul8, %13
  %idxprom9 = sext i32 %add to i64
  %arrayidx10 = getelementptr inbounds double, ptr %10, i64 %idxprom9
  %14 = load double, ptr %arrayidx10, align 8
  %15 = load ptr, ptr %input.addr, align 8
  %16 = load i32, ptr %j, align 4
  %idxprom11 = sext i32 %16 to i64
  %arrayidx12 = getelementptr inbounds double, ptr %15, i64 %idxprom11
  %17 = load double, ptr %arrayidx12, align 8
  %18 = load ptr, ptr %output, align 8
  %19 = load i32, ptr %i, align 4
  %idxprom14 = sext i32 %19 to i64
  %arrayidx15 = getelementptr inbounds double, ptr %18, i64 %idxprom14
  %20 = load double, ptr %arrayidx15, align 8
  %21 = call double @llvm.fmuladd.f64(double %14, double %17, double %20)
  store double %21, ptr %arrayidx15, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body7
  %22 = load i32, ptr %j, align 4
  %inc = add nsw i32 %22, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond4, !llvm.loop !17

for.end:                                          ; preds = %for.cond4
  br label %for.inc16

for.inc16:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4
  %inc17 = add nsw i32 %23, 1
  store i32 %inc17, ptr %i, align 4
  br label %for.cond, !llvm.loop !18

for.end18:                                        ; preds = %for.cond
  %24 = load ptr, ptr %weight, align 8
  call void @free(ptr noundef %24) #6
  %25 = load ptr, ptr %output, align 8
  ret ptr %25
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nounwind
declare void @free(ptr noundef) #3

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #3

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #3

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #4

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count) #0 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4
  %conv = sext i32 %0 to i64
  %mul = mul i64 %conv, 8
  %call = call noalias ptr @malloc(i64 noundef %mul) #8
  store ptr %call, ptr %block, align 8
  %1 = load ptr, ptr %block, align 8
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8
  %call2 = call i32 @fputs(ptr noundef @.str.2, ptr noundef %2)
  call void @exit(i32 noundef 1) #7
  unreachable

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8
  ret ptr %3
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @symmetric(double noundef %bound) #0 {
entry:
  %bound.addr = alloca double, align 8
  store double %bound, ptr %bound.addr, align 8
  %0 = load i64, ptr @random_state, align 8
  %mul = mul i64 %0, 6364136223846793005
  %add = add i64 %mul, 1442695040888963407
  store i64 %add, ptr @random_state, align 8
  %1 = load double, ptr %bound.addr, align 8
  %2 = load i64, ptr @random_state, align 8
  %shr = lshr i64 %2, 11
  %conv = uitofp i64 %shr to double
  %3 = call double @llvm.fmuladd.f64(double %conv, double 0x3CB0000000000000, double -1.000000e+00)
  %mul2 = fmul double %1, %3
  ret double %mul2
}

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #5

declare i32 @fputs(ptr noundef, ptr noundef) #2

; Function Attrs: nounwind
declare double @sqrt(double noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal double @convolve_at(i32 noundef %channels, i32 noundef %width, ptr noundef %input, ptr noundef %kernel, i32 noundef %row, i32 noundef %column) #0 {
entry:
  %channels.addr = alloca i32, align 4
  %width.addr = alloca i32, align 4
  %input.addr = alloca ptr, align 8
  %kernel.addr = alloca ptr, align 8
  %row.addr = alloca i32, align 4
  %column.addr = alloca i32, align 4
  %sum = alloca double, align 8
  %c = alloca i32, align 4
  %i = alloca i32, align 4
  %pixel = alloca ptr, align 8
  %weight = alloca ptr, align 8
  %j = alloca i32, align 4
  store i32 %channels, ptr %channels.addr, align 4
  store i32 %width, ptr %width.addr, align 4
  store ptr %input, ptr %input.addr, align 8
  store ptr %kernel, ptr %kernel.addr, align 8
  store i32 %row, ptr %row.addr, align 4
  store i32 %column, ptr %column.addr, align 4
  store double 0.000000e+00, ptr %sum, align 8
  store i32 0, ptr %c, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc22, %entry
  %0 = load i32, ptr %c, align 4
  %1 = load i32, ptr %channels.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end24

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %i, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc19, %for.body
  %2 = load i32, ptr %i, align 4
  %cmp2 = icmp slt i32 %2, 3
  br i1 %cmp2, label %for.body3, label %for.end21

for.body3:                                        ; preds = %for.cond1
  %3 = load ptr, ptr %input.addr, align 8
  %4 = load i32, ptr %c, align 4
  %5 = load i32, ptr %width.addr, align 4
  %mul = mul nsw i32 %4, %5
  %6 = load i32, ptr %row.addr, align 4
  %add = add nsw i32 %mul, %6
  %7 = load i32, ptr %i, align 4
  %add4 = add nsw i32 %add, %7
  %8 = load i32, ptr %width.addr, align 4
  %mul5 = mul nsw i32 %add4, %8
  %idx.ext = sext i32 %mul5 to i64
  %add.ptr = getelementptr inbounds double, ptr %3, i64 %idx.ext
  %9 = load i32, ptr %column.addr, align 4
  %idx.ext6 = sext i32 %9 to i64
  %add.ptr7 = getelementptr inbounds double, ptr %add.ptr, i64 %idx.ext6
  store ptr %add.ptr7, ptr %pixel, align 8
  %10 = load ptr, ptr %kernel.addr, align 8
  %11 = load i32, ptr %c, align 4
  %mul8 = mul nsw i32 %11, 3
  %12 = load i32, ptr %i, align 4
  %add9 = add nsw i32 %mul8, %12
  %mul10 = mul nsw i32 %add9, 3
  %idx.ext11 = sext i32 %mul10 to i64
  %add.ptr12 = getelementptr inbounds double, ptr %10, i64 %idx.ext11
  store ptr %add.ptr12, ptr %weight, align 8
  store i32 0, ptr %j, align 4
  br label %for.cond13

for.cond13:                                       ; preds = %for.inc, %for.body3
  %13 = load i32, ptr %j, align 4
  %cmp14 = icmp slt i32 %13, 3
  br i1 %cmp14, label %for.body15, label %for.end

for.body15:                                       ; preds = %for.cond13
  %14 = load ptr, ptr %weight, align 8
  %15 = load i32, ptr %j, align 4
  %idxprom = sext i32 %15 to i64
  %arrayidx = getelementptr inbounds double, ptr %14, i64 %idxprom
  %16 = load double, ptr %arrayidx, align 8
  %17 = load ptr, ptr %pixel, align 8
  %18 = load i32, ptr %j, align 4
  %idxprom16 = sext i32 %18 to i64
  %arrayidx17 = getelementptr inbounds double, ptr %17, i64 %idxprom16
  %19 = load double, ptr %arrayidx17, align 8
  %20 = load double, ptr %sum, align 8
  %21 = call double @llvm.fmuladd.f64(double %16, double %19, double %20)
  store double %21, ptr %sum, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body15
  %22 = load i32, ptr %j, align 4
  %inc = add nsw i32 %22, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond13, !llvm.loop !19

for.end:                                          ; preds = %for.cond13
  br label %for.inc19

for.inc19:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4
  %inc20 = add nsw i32 %23, 1
  store i32 %inc20, ptr %i, align 4
  br label %for.cond1, !llvm.loop !20

for.end21:                                        ; preds = %for.cond1
  br label %for.inc22

for.inc22:                                        ; preds = %for.end21
  %24 = load i32, ptr %c, align 4
  %inc23 = add nsw i32 %24, 1
  store i32 %inc23, ptr %c, align 4
  br label %for.cond, !llvm.loop !21

for.end24:                                        ; preds = %for.cond
  %25 = load double, ptr %sum, align 8
  ret double %25
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { nounwind allocsize(0) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #6 = { nounwind }
attributes #7 = { noreturn nounwind }
attributes #8 = { nounwind allocsize(0) }

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
!19 = distinct !{!19, !7}
!20 = distinct !{!20, !7}
!21 = distinct !{!21, !7}

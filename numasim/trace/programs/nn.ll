; ModuleID = 'nn.c'
source_filename = "nn.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

%struct.layer = type { i32, i32, ptr, ptr }

@.str = private unnamed_addr constant [10 x i8] c"width %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [19 x i8] c"sample%d %d %.17g\0A\00", align 1
@.str.2 = private unnamed_addr constant [16 x i8] c"checksum %.17g\0A\00", align 1
@stderr = external global ptr, align 8
@.str.3 = private unnamed_addr constant [57 x i8] c"nn: give one size, an integer from 1 to %d (default %d)\0A\00", align 1
@.str.4 = private unnamed_addr constant [19 x i8] c"nn: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %width = alloca i32, align 4
  %hidden = alloca [3 x %struct.layer], align 16
  %output = alloca %struct.layer, align 8
  %x = alloca ptr, align 8
  %y = alloca ptr, align 8
  %probability = alloca [10 x double], align 16
  %checksum = alloca double, align 8
  %l = alloca i32, align 4
  %tmp = alloca %struct.layer, align 8
  %tmp3 = alloca %struct.layer, align 8
  %sample = alloca i32, align 4
  %class = alloca i32, align 4
  %i = alloca i32, align 4
  %l17 = alloca i32, align 4
  %swap = alloca ptr, align 8
  %i32 = alloca i32, align 4
  %l47 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4
  %1 = load ptr, ptr %argv.addr, align 8
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1)
  store i32 %call, ptr %width, align 4
  %2 = load i32, ptr %width, align 4
  %call1 = call ptr @allocate(i32 noundef %2)
  store ptr %call1, ptr %x, align 8
  %3 = load i32, ptr %width, align 4
  %call2 = call ptr @allocate(i32 noundef %3)
  store ptr %call2, ptr %y, align 8
  store double 0.000000e+00, ptr %checksum, align 8
  store i32 0, ptr %l, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %l, align 4
  %cmp = icmp slt i32 %4, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %5 = load i32, ptr %l, align 4
  %idxprom = sext i32 %5 to i64
  %arrayidx = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom
  %6 = load i32, ptr %width, align 4
  %7 = load i32, ptr %width, align 4
  call void @random_layer(ptr dead_on_unwind writable sret(%struct.layer) align 8 %tmp, i32 noundef %6, i32 noundef %7)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %tmp, i64 24, i1 false)
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %8 = load i32, ptr %l, align 4
  %inc = add nsw i32 %8, 1
  store i32 %inc, ptr %l, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  %9 = load i32, ptr %width, align 4
  call void @random_layer(ptr dead_on_unwind writable sret(%struct.layer) align 8 %tmp3, i32 noundef %9, i32 noundef 10)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %output, ptr align 8 %tmp3, i64 24, i1 false)
  %10 = load i32, ptr %width, align 4
  %call4 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %10)
  store i32 0, ptr %sample, align 4
  br label %for.cond5

for.cond5:                                        ; preds = %for.inc43, %for.end
  %11 = load i32, ptr %sample, align 4
  %cmp6 = icmp slt i32 %11, 4
  br i1 %cmp6, label %for.body7, label %for.end45

for.body7:                                        ; preds = %for.cond5
  store i32 0, ptr %i, align 4
  br label %for.cond8

for.cond8:                                        ; preds = %for.inc14, %for.body7
  %12 = load i32, ptr %i, align 4
  %13 = load i32, ptr %width, align 4
  %cmp9 = icmp slt i32 %12, %13
  br i1 %cmp9, label %for.body10, label %for.end16

for.body10:                                       ; preds = %for.cond8
  %call11 = call double @symmetric(double noundef 1.000000e+00)
  %14 = load ptr, ptr %x, align 8
  %15 = load i32, ptr %i, align 4
  %idxprom12 = sext i32 %15 to i64
  %arrayidx13 = getelementptr inbounds double, ptr %14, i64 %idxprom12
  store double %call11, ptr %arrayidx13, align 8
  br label %for.inc14

for.inc14:                                        ; preds = %for.body10
  %16 = load i32, ptr %i, align 4
  %inc15 = add nsw i32 %16, 1
  store i32 %inc15, ptr %i, align 4
  br label %for.cond8, !llvm.loop !8

for.end16:                                        ; preds = %for.cond8
  store i32 0, ptr %l17, align 4
  br label %for.cond18

for.cond18:                                       ; preds = %for.inc23, %for.end16
  %17 = load i32, ptr %l17, align 4
  %cmp19 = icmp slt i32 %17, 3
  br i1 %cmp19, label %for.body20, label %for.end25

for.body20:                                       ; preds = %for.cond18
  %18 = load ptr, ptr %x, align 8
  store ptr %18, ptr %swap, align 8
  %19 = load i32, ptr %l17, align 4
  %idxprom21 = sext i32 %19 to i64
  %arrayidx22 = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom21
  %20 = load ptr, ptr %x, align 8
  %21 = load ptr, ptr %y, align 8
  call void @affine(ptr noundef %arrayidx22, ptr noundef %20, ptr noundef %21)
  %22 = load i32, ptr %width, align 4
  %23 = load ptr, ptr %y, align 8
  call void @rectify(i32 noundef %22, ptr noundef %23)
  %24 = load ptr, ptr %y, align 8
  store ptr %24, ptr %x, align 8
  %25 = load ptr, ptr %swap, align 8
  store ptr %25, ptr %y, align 8
  br label %for.inc23

for.inc23:                                        ; preds = %for.body20
  %26 = load i32, ptr %l17, align 4
  %inc24 = add nsw i32 %26, 1
  store i32 %inc24, ptr %l17, align 4
  br label %for.cond18, !llvm.loop !9

for.end25:                                        ; preds = %for.cond18
  %27 = load ptr, ptr %x, align 8
  %arraydecay = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 0
  call void @affine(ptr noundef %output, ptr noundef %27, ptr noundef %arraydecay)
  %arraydecay26 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 0
  call void @softmax(i32 noundef 10, ptr noundef %arraydecay26)
  %arraydecay27 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 0
  %call28 = call i32 @largest(i32 noundef 10, ptr noundef %arraydecay27)
  store i32 %call28, ptr %class, align 4
  %28 = load i32, ptr %sample, align 4
  %29 = load i32, ptr %class, align 4
  %30 = load i32, ptr %class, align 4
  %idxprom29 = sext i32 %30 to i64
  %arrayidx30 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 %idxprom29
  %31 = load double, ptr %arrayidx30, align 8
  %call31 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %28, i32 noundef %29, double noundef %31)
  store i32 0, ptr %i32, align 4
  br label %for.cond33

for.cond33:                                       ; preds = %for.inc40, %for.end25
  %32 = load i32, ptr %i32, align 4
  %cmp34 = icmp slt i32 %32, 10
  br i1 %cmp34, label %for.body35, label %for.end42

for.body35:                                       ; preds = %for.cond33
  %33 = load i32, ptr %sample, align 4
  %mul = mul nsw i32 %33, 10
  %34 = load i32, ptr %i32, align 4
  %add = add nsw i32 %mul, %34
  %add36 = add nsw i32 %add, 1
  %conv = sitofp i32 %add36 to double
  %35 = load i32, ptr %i32, align 4
  %idxprom37 = sext i32 %35 to i64
  %arrayidx38 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 %idxprom37
  %36 = load double, ptr %arrayidx38, align 8
  %37 = load double, ptr %checksum, align 8
  %38 = call double @llvm.fmuladd.f64(double %conv, double %36, double %37)
  store double %38, ptr %checksum, align 8
  br label %for.inc40

for.inc40:                                        ; preds = %for.body35
  %39 = load i32, ptr %i32, align 4
  %inc41 = add nsw i32 %39, 1
  store i32 %inc41, ptr %i32, align 4
  br label %for.cond33, !llvm.loop !10

for.end42:                                        ; preds = %for.cond33
  br label %for.inc43

for.inc43:                                        ; preds = %for.end42
  %40 = load i32, ptr %sample, align 4
  %inc44 = add nsw i32 %40, 1
  store i32 %inc44, ptr %sample, align 4
  br label %for.cond5, !llvm.loop !11

for.end45:                                        ; preds = %for.cond5
  %41 = load double, ptr %checksum, align 8
  %call46 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %41)
  store i32 0, ptr %l47, align 4
  br label %for.cond48

for.cond48:                                       ; preds = %for.inc56, %for.end45
  %42 = load i32, ptr %l47, align 4
  %cmp49 = icmp slt i32 %42, 3
  br i1 %cmp49, label %for.body51, label %for.end58

for.body51:                                       ; preds = %for.cond48
  %43 = load i32, ptr %l47, align 4
  %idxprom52 = sext i32 %43 to i64
  %arrayidx53 = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom52
  %bias = getelementptr inbounds nuw %struct.layer, ptr %arrayidx53, i32 0, i32 3
  %44 = load ptr, ptr %bias, align 8
  call void @free(ptr noundef %44) #7
  %45 = load i32, ptr %l47, align 4
  %idxprom54 = sext i32 %45 to i64
  %arrayidx55 = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom54
  %weight = getelementptr inbounds nuw %struct.layer, ptr %arrayidx55, i32 0, i32 2
  %46 = load ptr, ptr %weight, align 8
  call void @free(ptr noundef %46) #7
  br label %for.inc56

for.inc56:                                        ; preds = %for.body51
  %47 = load i32, ptr %l47, align 4
  %inc57 = add nsw i32 %47, 1
  store i32 %inc57, ptr %l47, align 4
  br label %for.cond48, !llvm.loop !12

for.end58:                                        ; preds = %for.cond48
  %bias59 = getelementptr inbounds nuw %struct.layer, ptr %output, i32 0, i32 3
  %48 = load ptr, ptr %bias59, align 8
  call void @free(ptr noundef %48) #7
  %weight60 = getelementptr inbounds nuw %struct.layer, ptr %output, i32 0, i32 2
  %49 = load ptr, ptr %weight60, align 8
  call void @free(ptr noundef %49) #7
  %50 = load ptr, ptr %y, align 8
  call void @free(ptr noundef %50) #7
  %51 = load ptr, ptr %x, align 8
  call void @free(ptr noundef %51) #7
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
  store i32 32, ptr %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1
  %2 = load ptr, ptr %arrayidx, align 8
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #7
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
  %cmp8 = icmp slt i64 %9, 1
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8
  %cmp11 = icmp sgt i64 %10, 2000
  br i1 %cmp11, label %if.then13, label %if.end15

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.3, i32 noundef 2000, i32 noundef 32) #7
  call void @exit(i32 noundef 2) #8
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
define internal ptr @allocate(i32 noundef %count) #0 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4
  %conv = sext i32 %0 to i64
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef 8) #9
  store ptr %call, ptr %block, align 8
  %1 = load ptr, ptr %block, align 8
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8
  %call2 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %2)
  call void @exit(i32 noundef 1) #8
  unreachable

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8
  ret ptr %3
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @random_layer(ptr dead_on_unwind noalias writable sret(%struct.layer) align 8 %agg.result, i32 noundef %inputs, i32 noundef %outputs) #0 {
entry:
  %inputs.addr = alloca i32, align 4
  %outputs.addr = alloca i32, align 4
  %bound = alloca double, align 8
  %i = alloca i32, align 4
  %i9 = alloca i32, align 4
  store i32 %inputs, ptr %inputs.addr, align 4
  store i32 %outputs, ptr %outputs.addr, align 4
  %inputs1 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 0
  %0 = load i32, ptr %inputs.addr, align 4
  store i32 %0, ptr %inputs1, align 8
  %outputs2 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 1
  %1 = load i32, ptr %outputs.addr, align 4
  store i32 %1, ptr %outputs2, align 4
  %weight = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 2
  %2 = load i32, ptr %outputs.addr, align 4
  %3 = load i32, ptr %inputs.addr, align 4
  %mul = mul nsw i32 %2, %3
  %call = call ptr @allocate(i32 noundef %mul)
  store ptr %call, ptr %weight, align 8
  %bias = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 3
  %4 = load i32, ptr %outputs.addr, align 4
  %call3 = call ptr @allocate(i32 noundef %4)
  store ptr %call3, ptr %bias, align 8
  %5 = load i32, ptr %inputs.addr, align 4
  %conv = sitofp i32 %5 to double
  %div = fdiv double 6.000000e+00, %conv
  %call4 = call double @sqrt(double noundef %div) #7
  store double %call4, ptr %bound, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %6 = load i32, ptr %i, align 4
  %7 = load i32, ptr %outputs.addr, align 4
  %8 = load i32, ptr %inputs.addr, align 4
  %mul5 = mul nsw i32 %7, %8
  %cmp = icmp slt i32 %6, %mul5
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %9 = load double, ptr %bound, align 8
  %call7 = call double @symmetric(double noundef %9)
  %weight8 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 2
  %10 = load ptr, ptr %weight8, align 8
  %11 = load i32, ptr %i, align 4
  %idxprom = sext i32 %11 to i64
  %arrayidx = getelementptr inbounds double, ptr %10, i64 %idxprom
  store double %call7, ptr %arrayidx, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i32, ptr %i, align 4
  %inc = add nsw i32 %12, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !13

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %i9, align 4
  br label %for.cond10

for.cond10:                                       ; preds = %for.inc18, %for.end
  %13 = load i32, ptr %i9, align 4
  %14 = load i32, ptr %outputs.addr, align 4
  %cmp11 = icmp slt i32 %13, %14
  br i1 %cmp11, label %for.body13, label %for.end20

for.body13:                                       ; preds = %for.cond10
  %call14 = call double @symmetric(double noundef 1.000000e-01)
  %bias15 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 3
  %15 = load ptr, ptr %bias15, align 8
  %16 = load i32, ptr %i9, align 4
  %idxprom16 = sext i32 %16 to i64
  %arrayidx17 = getelementptr inbounds double, ptr %15, i64 %idxprom16
  store double %call14, ptr %arrayidx17, align 8
  br label %for.inc18

for.inc18:                                        ; preds = %for.body13
  %17 = load i32, ptr %i9, align 4
  %inc19 = add nsw i32 %17, 1
  store i32 %inc19, ptr %i9, align 4
  br label %for.cond10, !llvm.loop !14

for.end20:                                        ; preds = %for.cond10
  ret void
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

declare i32 @printf(ptr noundef, ...) #2

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

; Function Attrs: noinline nounwind optnone uwtable
define internal void @affine(ptr noundef %layer, ptr noundef %x, ptr noundef %y) #0 {
entry:
  %layer.addr = alloca ptr, align 8
  %x.addr = alloca ptr, align 8
  %y.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  %row = alloca ptr, align 8
  %sum = alloca double, align 8
  %j = alloca i32, align 4
  store ptr %layer, ptr %layer.addr, align 8
  store ptr %x, ptr %x.addr, align 8
  store ptr %y, ptr %y.addr, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc12, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load ptr, ptr %layer.addr, align 8
  %outputs = getelementptr inbounds nuw %struct.layer, ptr %1, i32 0, i32 1
  %2 = load i32, ptr %outputs, align 4
  %cmp = icmp slt i32 %0, %2
  br i1 %cmp, label %for.body, label %for.end14

for.body:                                         ; preds = %for.cond
  %3 = load ptr, ptr %layer.addr, align 8
  %weight = getelementptr inbounds nuw %struct.layer, ptr %3, i32 0, i32 2
  %4 = load ptr, ptr %weight, align 8
  %5 = load i32, ptr %i, align 4
  %6 = load ptr, ptr %layer.addr, align 8
  %inputs = getelementptr inbounds nuw %struct.layer, ptr %6, i32 0, i32 0
  %7 = load i32, ptr %inputs, align 8
  %mul = mul nsw i32 %5, %7
  %idx.ext = sext i32 %mul to i64
  %add.ptr = getelementptr inbounds double, ptr %4, i64 %idx.ext
  store ptr %add.ptr, ptr %row, align 8
  %8 = load ptr, ptr %layer.addr, align 8
  %bias = getelementptr inbounds nuw %struct.layer, ptr %8, i32 0, i32 3
  %9 = load ptr, ptr %bias, align 8
  %10 = load i32, ptr %i, align 4
  %idxprom = sext i32 %10 to i64
  %arrayidx = getelementptr inbounds double, ptr %9, i64 %idxprom
  %11 = load double, ptr %arrayidx, align 8
  store double %11, ptr %sum, align 8
  store i32 0, ptr %j, align 4
  br label %for.cond1

for.cond1:                                        ; preds = %for.inc, %for.body
  %12 = load i32, ptr %j, align 4
  %13 = load ptr, ptr %layer.addr, align 8
  %inputs2 = getelementptr inbounds nuw %struct.layer, ptr %13, i32 0, i32 0
  %14 = load i32, ptr %inputs2, align 8
  %cmp3 = icmp slt i32 %12, %14
  br i1 %cmp3, label %for.body4, label %for.end

for.body4:                                        ; preds = %for.cond1
  %15 = load ptr, ptr %row, align 8
  %16 = load i32, ptr %j, align 4
  %idxprom5 = sext i32 %16 to i64
  %arrayidx6 = getelementptr inbounds double, ptr %15, i64 %idxprom5
  %17 = load double, ptr %arrayidx6, align 8
  %18 = load ptr, ptr %x.addr, align 8
  %19 = load i32, ptr %j, align 4
  %idxprom7 = sext i32 %19 to i64
  %arrayidx8 = getelementptr inbounds double, ptr %18, i64 %idxprom7
  %20 = load double, ptr %arrayidx8, align 8
  %21 = load double, ptr %sum, align 8
  %22 = call double @llvm.fmuladd.f64(double %17, double %20, double %21)
  store double %22, ptr %sum, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body4
  %23 = load i32, ptr %j, align 4
  %inc = add nsw i32 %23, 1
  store i32 %inc, ptr %j, align 4
  br label %for.cond1, !llvm.loop !15

for.end:                                          ; preds = %for.cond1
  %24 = load double, ptr %sum, align 8
  %25 = load ptr, ptr %y.addr, align 8
  %26 = load i32, ptr %i, align 4
  %idxprom10 = sext i32 %26 to i64
  %arrayidx11 = getelementptr inbounds double, ptr %25, i64 %idxprom10
  store double %24, ptr %arrayidx11, align 8
  br label %for.inc12

for.inc12:                                        ; preds = %for.end
  %27 = load i32, ptr %i, align 4
  %inc13 = add nsw i32 %27, 1
  store i32 %inc13, ptr %i, align 4
  br label %for.cond, !llvm.loop !16

for.end14:                                        ; preds = %for.cond
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @rectify(i32 noundef %n, ptr noundef %x) #0 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %x.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds double, ptr %2, i64 %idxprom
  %4 = load double, ptr %arrayidx, align 8
  %cmp1 = fcmp olt double %4, 0.000000e+00
  br i1 %cmp1, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %5 = load ptr, ptr %x.addr, align 8
  %6 = load i32, ptr %i, align 4
  %idxprom2 = sext i32 %6 to i64
  %arrayidx3 = getelementptr inbounds double, ptr %5, i64 %idxprom2
  store double 0.000000e+00, ptr %arrayidx3, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %7 = load i32, ptr %i, align 4
  %inc = add nsw i32 %7, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !17

for.end:                                          ; preds = %for.cond
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @softmax(i32 noundef %n, ptr noundef %x) #0 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %shift = alloca double, align 8
  %sum = alloca double, align 8
  %i = alloca i32, align 4
  %i8 = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8
  %1 = load i32, ptr %n.addr, align 4
  %2 = load ptr, ptr %x.addr, align 8
  %call = call i32 @largest(i32 noundef %1, ptr noundef %2)
  %idxprom = sext i32 %call to i64
  %arrayidx = getelementptr inbounds double, ptr %0, i64 %idxprom
  %3 = load double, ptr %arrayidx, align 8
  store double %3, ptr %shift, align 8
  store double 0.000000e+00, ptr %sum, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %i, align 4
  %5 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %6 = load ptr, ptr %x.addr, align 8
  %7 = load i32, ptr %i, align 4
  %idxprom1 = sext i32 %7 to i64
  %arrayidx2 = getelementptr inbounds double, ptr %6, i64 %idxprom1
  %8 = load double, ptr %arrayidx2, align 8
  %9 = load double, ptr %shift, align 8
  %sub = fsub double %8, %9
  %call3 = call double @exp(double noundef %sub) #7
  %10 = load ptr, ptr %x.addr, align 8
  %11 = load i32, ptr %i, align 4
  %idxprom4 = sext i32 %11 to i64
  %arrayidx5 = getelementptr inbounds double, ptr %10, i64 %idxprom4
  store double %call3, ptr %arrayidx5, align 8
  %12 = load ptr, ptr %x.addr, align 8
  %13 = load i32, ptr %i, align 4
  %idxprom6 = sext i32 %13 to i64
  %arrayidx7 = getelementptr inbounds double, ptr %12, i64 %idxprom6
  %14 = load double, ptr %arrayidx7, align 8
  %15 = load double, ptr %sum, align 8
  %add = fadd double %15, %14
  store double %add, ptr %sum, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %16 = load i32, ptr %i, align 4
  %inc = add nsw i32 %16, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !18

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %i8, align 4
  br label %for.cond9

for.cond9:                                        ; preds = %for.inc14, %for.end
  %17 = load i32, ptr %i8, align 4
  %18 = load i32, ptr %n.addr, align 4
  %cmp10 = icmp slt i32 %17, %18
  br i1 %cmp10, label %for.body11, label %for.end16

for.body11:                                       ; preds = %for.cond9
  %19 = load double, ptr %sum, align 8
  %20 = load ptr, ptr %x.addr, align 8
  %21 = load i32, ptr %i8, align 4
  %idxprom12 = sext i32 %21 to i64
  %arrayidx13 = getelementptr inbounds double, ptr %20, i64 %idxprom12
  %22 = load double, ptr %arrayidx13, align 8
  %div = fdiv double %22, %19
  store double %div, ptr %arrayidx13, align 8
  br label %for.inc14

for.inc14:                                        ; preds = %for.body11
  %23 = load i32, ptr %i8, align 4
  %inc15 = add nsw i32 %23, 1
  store i32 %inc15, ptr %i8, align 4
  br label %for.cond9, !llvm.loop !19

for.end16:                                        ; preds = %for.cond9
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @largest(i32 noundef %n, ptr noundef %x) #0 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %best = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store i32 0, ptr %best, align 4
  store i32 1, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %x.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds double, ptr %2, i64 %idxprom
  %4 = load double, ptr %arrayidx, align 8
  %5 = load ptr, ptr %x.addr, align 8
  %6 = load i32, ptr %best, align 4
  %idxprom1 = sext i32 %6 to i64
  %arrayidx2 = getelementptr inbounds double, ptr %5, i64 %idxprom1
  %7 = load double, ptr %arrayidx2, align 8
  %cmp3 = fcmp ogt double %4, %7
  br i1 %cmp3, label %if.then, label %if.end

if.then:                                          ; preds = %for.body
  %8 = load i32, ptr %i, align 4
  store i32 %8, ptr %best, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %9 = load i32, ptr %i, align 4
  %inc = add nsw i32 %9, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !20

for.end:                                          ; preds = %for.cond
  %10 = load i32, ptr %best, align 4
  ret i32 %10
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #3

; Function Attrs: nounwind
declare void @free(ptr noundef) #4

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #4

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #4

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #5

; Function Attrs: nounwind allocsize(0,1)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #6

declare i32 @fputs(ptr noundef, ptr noundef) #2

; Function Attrs: nounwind
declare double @sqrt(double noundef) #4

; Function Attrs: nounwind
declare double @exp(double noundef) #4

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #6 = { nounwind allocsize(0,1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #7 = { nounwind }
attributes #8 = { noreturn nounwind }
attributes #9 = { nounwind allocsize(0,1) }

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

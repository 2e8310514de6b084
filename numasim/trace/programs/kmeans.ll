; ModuleID = 'kmeans.c'
source_filename = "kmeans.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

%struct.point = type { double, double }

@.str = private unnamed_addr constant [25 x i8] c"points %d\0Aiterations %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [22 x i8] c"centre%d %.17g %.17g\0A\00", align 1
@.str.2 = private unnamed_addr constant [29 x i8] c"inertia %.17g\0Achecksum %lld\0A\00", align 1
@stderr = external global ptr, align 8
@.str.3 = private unnamed_addr constant [62 x i8] c"kmeans: give one size, an integer from %d to %d (default %d)\0A\00", align 1
@.str.4 = private unnamed_addr constant [23 x i8] c"kmeans: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %n = alloca i32, align 4
  %points = alloca ptr, align 8
  %cluster = alloca ptr, align 8
  %centres = alloca [4 x %struct.point], align 16
  %iterations = alloca i32, align 4
  %checksum = alloca i64, align 8
  %inertia = alloca double, align 8
  %i = alloca i32, align 4
  %k = alloca i32, align 4
  %i23 = alloca i32, align 4
  %k43 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4
  %1 = load ptr, ptr %argv.addr, align 8
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1)
  store i32 %call, ptr %n, align 4
  %2 = load i32, ptr %n, align 4
  %call1 = call ptr @allocate(i32 noundef %2, i64 noundef 16)
  store ptr %call1, ptr %points, align 8
  %3 = load i32, ptr %n, align 4
  %call2 = call ptr @allocate(i32 noundef %3, i64 noundef 4)
  store ptr %call2, ptr %cluster, align 8
  store i32 0, ptr %iterations, align 4
  store i64 0, ptr %checksum, align 8
  store double 0.000000e+00, ptr %inertia, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %i, align 4
  %5 = load i32, ptr %n, align 4
  %cmp = icmp slt i32 %4, %5
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %call3 = call double @uniform()
  %6 = load ptr, ptr %points, align 8
  %7 = load i32, ptr %i, align 4
  %idxprom = sext i32 %7 to i64
  %arrayidx = getelementptr inbounds %struct.point, ptr %6, i64 %idxprom
  %x = getelementptr inbounds nuw %struct.point, ptr %arrayidx, i32 0, i32 0
  store double %call3, ptr %x, align 8
  %call4 = call double @uniform()
  %8 = load ptr, ptr %points, align 8
  %9 = load i32, ptr %i, align 4
  %idxprom5 = sext i32 %9 to i64
  %arrayidx6 = getelementptr inbounds %struct.point, ptr %8, i64 %idxprom5
  %y = getelementptr inbounds nuw %struct.point, ptr %arrayidx6, i32 0, i32 1
  store double %call4, ptr %y, align 8
  %10 = load ptr, ptr %cluster, align 8
  %11 = load i32, ptr %i, align 4
  %idxprom7 = sext i32 %11 to i64
  %arrayidx8 = getelementptr inbounds i32, ptr %10, i64 %idxprom7
  store i32 -1, ptr %arrayidx8, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %12 = load i32, ptr %i, align 4
  %inc = add nsw i32 %12, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %k, align 4
  br label %for.cond9

for.cond9:                                        ; preds = %for.inc16, %for.end
  %13 = load i32, ptr %k, align 4
  %cmp10 = icmp slt i32 %13, 4
  br i1 %cmp10, label %for.body11, label %for.end18

for.body11:                                       ; preds = %for.cond9
  %14 = load i32, ptr %k, align 4
  %idxprom12 = sext i32 %14 to i64
  %arrayidx13 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom12
  %15 = load ptr, ptr %points, align 8
  %16 = load i32, ptr %k, align 4
  %idxprom14 = sext i32 %16 to i64
  %arrayidx15 = getelementptr inbounds %struct.point, ptr %15, i64 %idxprom14
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %arrayidx13, ptr align 8 %arrayidx15, i64 16, i1 false)
  br label %for.inc16

for.inc16:                                        ; preds = %for.body11
  %17 = load i32, ptr %k, align 4
  %inc17 = add nsw i32 %17, 1
  store i32 %inc17, ptr %k, align 4
  br label %for.cond9, !llvm.loop !8

for.end18:                                        ; preds = %for.cond9
  br label %while.cond

while.cond:                                       ; preds = %while.body, %for.end18
  %18 = load i32, ptr %iterations, align 4
  %cmp19 = icmp slt i32 %18, 100
  br i1 %cmp19, label %land.rhs, label %land.end

land.rhs:                                         ; preds = %while.cond
  %19 = load i32, ptr %n, align 4
  %20 = load ptr, ptr %points, align 8
  %arraydecay = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 0
  %21 = load ptr, ptr %cluster, align 8
  %call20 = call zeroext i1 @assign(i32 noundef %19, ptr noundef %20, ptr noundef %arraydecay, ptr noundef %21)
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %22 = phi i1 [ false, %while.cond ], [ %call20, %land.rhs ]
  br i1 %22, label %while.body, label %while.end

while.body:                                       ; preds = %land.end
  %23 = load i32, ptr %n, align 4
  %24 = load ptr, ptr %points, align 8
  %25 = load ptr, ptr %cluster, align 8
  %arraydecay21 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 0
  call void @update(i32 noundef %23, ptr noundef %24, ptr noundef %25, ptr noundef %arraydecay21)
  %26 = load i32, ptr %iterations, align 4
  %inc22 = add nsw i32 %26, 1
  store i32 %inc22, ptr %iterations, align 4
  br label %while.cond, !llvm.loop !9

while.end:                                        ; preds = %land.end
  store i32 0, ptr %i23, align 4
  br label %for.cond24

for.cond24:                                       ; preds = %for.inc39, %while.end
  %27 = load i32, ptr %i23, align 4
  %28 = load i32, ptr %n, align 4
  %cmp25 = icmp slt i32 %27, %28
  br i1 %cmp25, label %for.body26, label %for.end41

for.body26:                                       ; preds = %for.cond24
  %29 = load ptr, ptr %points, align 8
  %30 = load i32, ptr %i23, align 4
  %idxprom27 = sext i32 %30 to i64
  %arrayidx28 = getelementptr inbounds %struct.point, ptr %29, i64 %idxprom27
  %31 = load ptr, ptr %cluster, align 8
  %32 = load i32, ptr %i23, align 4
  %idxprom29 = sext i32 %32 to i64
  %arrayidx30 = getelementptr inbounds i32, ptr %31, i64 %idxprom29
  %33 = load i32, ptr %arrayidx30, align 4
  %idxprom31 = sext i32 %33 to i64
  %arrayidx32 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom31
  %call33 = call double @squared_distance(ptr noundef %arrayidx28, ptr noundef %arrayidx32)
  %34 = load double, ptr %inertia, align 8
  %add = fadd double %34, %call33
  store double %add, ptr %inertia, align 8
  %35 = load i32, ptr %i23, align 4
  %add34 = add nsw i32 %35, 1
  %conv = sext i32 %add34 to i64
  %36 = load ptr, ptr %cluster, align 8
  %37 = load i32, ptr %i23, align 4
  %idxprom35 = sext i32 %37 to i64
  %arrayidx36 = getelementptr inbounds i32, ptr %36, i64 %idxprom35
  %38 = load i32, ptr %arrayidx36, align 4
  %conv37 = sext i32 %38 to i64
  %mul = mul nsw i64 %conv, %conv37
  %39 = load i64, ptr %checksum, align 8
  %add38 = add nsw i64 %39, %mul
  store i64 %add38, ptr %checksum, align 8
  br label %for.inc39

for.inc39:                                        ; preds = %for.body26
  %40 = load i32, ptr %i23, align 4
  %inc40 = add nsw i32 %40, 1
  store i32 %inc40, ptr %i23, align 4
  br label %for.cond24, !llvm.loop !10

for.end41:                                        ; preds = %for.cond24
  %41 = load i32, ptr %n, align 4
  %42 = load i32, ptr %iterations, align 4
  %call42 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %41, i32 noundef %42)
  store i32 0, ptr %k43, align 4
  br label %for.cond44

for.cond44:                                       ; preds = %for.inc55, %for.end41
  %43 = load i32, ptr %k43, align 4
  %cmp45 = icmp slt i32 %43, 4
  br i1 %cmp45, label %for.body47, label %for.end57

for.body47:                                       ; preds = %for.cond44
  %44 = load i32, ptr %k43, align 4
  %45 = load i32, ptr %k43, align 4
  %idxprom48 = sext i32 %45 to i64
  %arrayidx49 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom48
  %x50 = getelementptr inbounds nuw %struct.point, ptr %arrayidx49, i32 0, i32 0
  %46 = load double, ptr %x50, align 16
  %47 = load i32, ptr %k43, align 4
  %idxprom51 = sext i32 %47 to i64
  %arrayidx52 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom51
  %y53 = getelementptr inbounds nuw %struct.point, ptr %arrayidx52, i32 0, i32 1
  %48 = load double, ptr %y53, align 8
  %call54 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %44, double noundef %46, double noundef %48)
  br label %for.inc55

for.inc55:                                        ; preds = %for.body47
  %49 = load i32, ptr %k43, align 4
  %inc56 = add nsw i32 %49, 1
  store i32 %inc56, ptr %k43, align 4
  br label %for.cond44, !llvm.loop !11

for.end57:                                        ; preds = %for.cond44
  %50 = load double, ptr %inertia, align 8
  %51 = load i64, ptr %checksum, align 8
  %call58 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %50, i64 noundef %51)
  %52 = load ptr, ptr %cluster, align 8
  call void @free(ptr noundef %52) #8
  %53 = load ptr, ptr %points, align 8
  call void @free(ptr noundef %53) #8
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
  store i32 128, ptr %retval, align 4
  br label %return

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1
  %2 = load ptr, ptr %arrayidx, align 8
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #8
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
  %cmp8 = icmp slt i64 %9, 4
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8
  %cmp11 = icmp sgt i64 %10, 1000000
  br i1 %cmp11, label %if.then13, label %if.end15

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.3, i32 noundef 4, i32 noundef 1000000, i32 noundef 128) #8
  call void @exit(i32 noundef 2) #9
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
define internal ptr @allocate(i32 noundef %count, i64 noundef %size) #0 {
entry:
  %count.addr = alloca i32, align 4
  %size.addr = alloca i64, align 8
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  store i64 %size, ptr %size.addr, align 8
  %0 = load i32, ptr %count.addr, align 4
  %conv = sext i32 %0 to i64
  %1 = load i64, ptr %size.addr, align 8
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef %1) #10
  store ptr %call, ptr %block, align 8
  %2 = load ptr, ptr %block, align 8
  %cmp = icmp eq ptr %2, null
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %3 = load ptr, ptr @stderr, align 8
  %call2 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %3)
  call void @exit(i32 noundef 1) #9
  unreachable

if.end:                                           ; preds = %entry
  %4 = load ptr, ptr %block, align 8
  ret ptr %4
}

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

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal zeroext i1 @assign(i32 noundef %n, ptr noundef %points, ptr noundef %centres, ptr noundef %cluster) #0 {
entry:
  %n.addr = alloca i32, align 4
  %points.addr = alloca ptr, align 8
  %centres.addr = alloca ptr, align 8
  %cluster.addr = alloca ptr, align 8
  %moved = alloca i8, align 1
  %i = alloca i32, align 4
  %nearest = alloca i32, align 4
  %least = alloca double, align 8
  %k = alloca i32, align 4
  %distance = alloca double, align 8
  store i32 %n, ptr %n.addr, align 4
  store ptr %points, ptr %points.addr, align 8
  store ptr %centres, ptr %centres.addr, align 8
  store ptr %cluster, ptr %cluster.addr, align 8
  store i8 0, ptr %moved, align 1
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc18, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end20

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %nearest, align 4
  %2 = load ptr, ptr %points.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds %struct.point, ptr %2, i64 %idxprom
  %4 = load ptr, ptr %centres.addr, align 8
  %arrayidx1 = getelementptr inbounds %struct.point, ptr %4, i64 0
  %call = call double @squared_distance(ptr noundef %arrayidx, ptr noundef %arrayidx1)
  store double %call, ptr %least, align 8
  store i32 1, ptr %k, align 4
  br label %for.cond2

for.cond2:                                        ; preds = %for.inc, %for.body
  %5 = load i32, ptr %k, align 4
  %cmp3 = icmp slt i32 %5, 4
  br i1 %cmp3, label %for.body4, label %for.end

for.body4:                                        ; preds = %for.cond2
  %6 = load ptr, ptr %points.addr, align 8
  %7 = load i32, ptr %i, align 4
  %idxprom5 = sext i32 %7 to i64
  %arrayidx6 = getelementptr inbounds %struct.point, ptr %6, i64 %idxprom5
  %8 = load ptr, ptr %centres.addr, align 8
  %9 = load i32, ptr %k, align 4
  %idxprom7 = sext i32 %9 to i64
  %arrayidx8 = getelementptr inbounds %struct.point, ptr %8, i64 %idxprom7
  %call9 = call double @squared_distance(ptr noundef %arrayidx6, ptr noundef %arrayidx8)
  store double %call9, ptr %distance, align 8
  %10 = load double, ptr %distance, align 8
  %11 = load double, ptr %least, align 8
  %cmp10 = fcmp olt double %10, %11
  br i1 %cmp10, label %if.then, label %if.end

if.then:                                          ; preds = %for.body4
  %12 = load double, ptr %distance, align 8
  store double %12, ptr %least, align 8
  %13 = load i32, ptr %k, align 4
  store i32 %13, ptr %nearest, align 4
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body4
  br label %for.inc

for.inc:                                          ; preds = %if.end
  %14 = load i32, ptr %k, align 4
  %inc = add nsw i32 %14, 1
  store i32 %inc, ptr %k, align 4
  br label %for.cond2, !llvm.loop !12

for.end:                                          ; preds = %for.cond2
  %15 = load ptr, ptr %cluster.addr, align 8
  %16 = load i32, ptr %i, align 4
  %idxprom11 = sext i32 %16 to i64
  %arrayidx12 = getelementptr inbounds i32, ptr %15, i64 %idxprom11
  %17 = load i32, ptr %arrayidx12, align 4
  %18 = load i32, ptr %nearest, align 4
  %cmp13 = icmp ne i32 %17, %18
  br i1 %cmp13, label %if.then14, label %if.end17

if.then14:                                        ; preds = %for.end
  %19 = load i32, ptr %nearest, align 4
  %20 = load ptr, ptr %cluster.addr, align 8
  %21 = load i32, ptr %i, align 4
  %idxprom15 = sext i32 %21 to i64
  %arrayidx16 = getelementptr inbounds i32, ptr %20, i64 %idxprom15
  store i32 %19, ptr %arrayidx16, align 4
  store i8 1, ptr %moved, align 1
  br label %if.end17

if.end17:                                         ; preds = %if.then14, %for.end
  br label %for.inc18

for.inc18:                                        ; preds = %if.end17
  %22 = load i32, ptr %i, align 4
  %inc19 = add nsw i32 %22, 1
  store i32 %inc19, ptr %i, align 4
  br label %for.cond, !llvm.loop !13

for.end20:                                        ; preds = %for.cond
  %23 = load i8, ptr %moved, align 1
  %loadedv = trunc i8 %23 to i1
  ret i1 %loadedv
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @update(i32 noundef %n, ptr noundef %points, ptr noundef %cluster, ptr noundef %centres) #0 {
entry:
  %n.addr = alloca i32, align 4
  %points.addr = alloca ptr, align 8
  %cluster.addr = alloca ptr, align 8
  %centres.addr = alloca ptr, align 8
  %sum = alloca [4 x %struct.point], align 16
  %count = alloca [4 x i32], align 16
  %i = alloca i32, align 4
  %k = alloca i32, align 4
  %k15 = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %points, ptr %points.addr, align 8
  store ptr %cluster, ptr %cluster.addr, align 8
  store ptr %centres, ptr %centres.addr, align 8
  call void @llvm.memset.p0.i64(ptr align 16 %sum, i8 0, i64 64, i1 false)
  call void @llvm.memset.p0.i64(ptr align 16 %count, i8 0, i64 16, i1 false)
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %cluster.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom
  %4 = load i32, ptr %arrayidx, align 4
  store i32 %4, ptr %k, align 4
  %5 = load ptr, ptr %points.addr, align 8
  %6 = load i32, ptr %i, align 4
  %idxprom1 = sext i32 %6 to i64
  %arrayidx2 = getelementptr inbounds %struct.point, ptr %5, i64 %idxprom1
  %x = getelementptr inbounds nuw %struct.point, ptr %arrayidx2, i32 0, i32 0
  %7 = load double, ptr %x, align 8
  %8 = load i32, ptr %k, align 4
  %idxprom3 = sext i32 %8 to i64
  %arrayidx4 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom3
  %x5 = getelementptr inbounds nuw %struct.point, ptr %arrayidx4, i32 0, i32 0
  %9 = load double, ptr %x5, align 16
  %add = fadd double %9, %7
  store double %add, ptr %x5, align 16
  %10 = load ptr, ptr %points.addr, align 8
  %11 = load i32, ptr %i, align 4
  %idxprom6 = sext i32 %11 to i64
  %arrayidx7 = getelementptr inbounds %struct.point, ptr %10, i64 %idxprom6
  %y = getelementptr inbounds nuw %struct.point, ptr %arrayidx7, i32 0, i32 1
  %12 = load double, ptr %y, align 8
  %13 = load i32, ptr %k, align 4
  %idxprom8 = sext i32 %13 to i64
  %arrayidx9 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom8
  %y10 = getelementptr inbounds nuw %struct.point, ptr %arrayidx9, i32 0, i32 1
  %14 = load double, ptr %y10, align 8
  %add11 = fadd double %14, %12
  store double %add11, ptr %y10, align 8
  %15 = load i32, ptr %k, align 4
  %idxprom12 = sext i32 %15 to i64
  %arrayidx13 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom12
  %16 = load i32, ptr %arrayidx13, align 4
  %inc = add nsw i32 %16, 1
  store i32 %inc, ptr %arrayidx13, align 4
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %17 = load i32, ptr %i, align 4
  %inc14 = add nsw i32 %17, 1
  store i32 %inc14, ptr %i, align 4
  br label %for.cond, !llvm.loop !14

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %k15, align 4
  br label %for.cond16

for.cond16:                                       ; preds = %for.inc40, %for.end
  %18 = load i32, ptr %k15, align 4
  %cmp17 = icmp slt i32 %18, 4
  br i1 %cmp17, label %for.body18, label %for.end42

for.body18:                                       ; preds = %for.cond16
  %19 = load i32, ptr %k15, align 4
  %idxprom19 = sext i32 %19 to i64
  %arrayidx20 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom19
  %20 = load i32, ptr %arrayidx20, align 4
  %cmp21 = icmp sgt i32 %20, 0
  br i1 %cmp21, label %if.then, label %if.end

if.then:                                          ; preds = %for.body18
  %21 = load i32, ptr %k15, align 4
  %idxprom22 = sext i32 %21 to i64
  %arrayidx23 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom22
  %x24 = getelementptr inbounds nuw %struct.point, ptr %arrayidx23, i32 0, i32 0
  %22 = load double, ptr %x24, align 16
  %23 = load i32, ptr %k15, align 4
  %idxprom25 = sext i32 %23 to i64
  %arrayidx26 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom25
  %24 = load i32, ptr %arrayidx26, align 4
  %conv = sitofp i32 %24 to double
  %div = fdiv double %22, %conv
  %25 = load ptr, ptr %centres.addr, align 8
  %26 = load i32, ptr %k15, align 4
  %idxprom27 = sext i32 %26 to i64
  %arrayidx28 = getelementptr inbounds %struct.point, ptr %25, i64 %idxprom27
  %x29 = getelementptr inbounds nuw %struct.point, ptr %arrayidx28, i32 0, i32 0
  store double %div, ptr %x29, align 8
  %27 = load i32, ptr %k15, align 4
  %idxprom30 = sext i32 %27 to i64
  %arrayidx31 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom30
  %y32 = getelementptr inbounds nuw %struct.point, ptr %arrayidx31, i32 0, i32 1
  %28 = load double, ptr %y32, align 8
  %29 = load i32, ptr %k15, align 4
  %idxprom33 = sext i32 %29 to i64
  %arrayidx34 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom33
  %30 = load i32, ptr %arrayidx34, align 4
  %conv35 = sitofp i32 %30 to double
  %div36 = fdiv double %28, %conv35
  %31 = load ptr, ptr %centres.addr, align 8
  %32 = load i32, ptr %k15, align 4
  %idxprom37 = sext i32 %32 to i64
  %arrayidx38 = getelementptr inbounds %struct.point, ptr %31, i64 %idxprom37
  %y39 = getelementptr inbounds nuw %struct.point, ptr %arrayidx38, i32 0, i32 1
  store double %div36, ptr %y39, align 8
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body18
  br label %for.inc40

for.inc40:                                        ; preds = %if.end
  %33 = load i32, ptr %k15, align 4
  %inc41 = add nsw i32 %33, 1
  store i32 %inc41, ptr %k15, align 4
  br label %for.cond16, !llvm.loop !15

for.end42:                                        ; preds = %for.cond16
  ret void
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @squared_distance(ptr noundef %a, ptr noundef %b) #0 {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca ptr, align 8
  %dx = alloca double, align 8
  %dy = alloca double, align 8
  store ptr %a, ptr %a.addr, align 8
  store ptr %b, ptr %b.addr, align 8
  %0 = load ptr, ptr %a.addr, align 8
  %x = getelementptr inbounds nuw %struct.point, ptr %0, i32 0, i32 0
  %1 = load double, ptr %x, align 8
  %2 = load ptr, ptr %b.addr, align 8
  %x1 = getelementptr inbounds nuw %struct.point, ptr %2, i32 0, i32 0
  %3 = load double, ptr %x1, align 8
  %sub = fsub double %1, %3
  store double %sub, ptr %dx, align 8
  %4 = load ptr, ptr %a.addr, align 8
  %y = getelementptr inbounds nuw %struct.point, ptr %4, i32 0, i32 1
  %5 = load double, ptr %y, align 8
  %6 = load ptr, ptr %b.addr, align 8
  %y2 = getelementptr inbounds nuw %struct.point, ptr %6, i32 0, i32 1
  %7 = load double, ptr %y2, align 8
  %sub3 = fsub double %5, %7
  store double %sub3, ptr %dy, align 8
  %8 = load double, ptr %dx, align 8
  %9 = load double, ptr %dx, align 8
  %10 = load double, ptr %dy, align 8
  %11 = load double, ptr %dy, align 8
  %mul4 = fmul double %10, %11
  %12 = call double @llvm.fmuladd.f64(double %8, double %9, double %mul4)
  ret double %12
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nounwind
declare void @free(ptr noundef) #3

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #3

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #3

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #4

; Function Attrs: nounwind allocsize(0,1)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #5

declare i32 @fputs(ptr noundef, ptr noundef) #2

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #7

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { nounwind allocsize(0,1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #7 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
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
!12 = distinct !{!12, !7}
!13 = distinct !{!13, !7}
!14 = distinct !{!14, !7}
!15 = distinct !{!15, !7}

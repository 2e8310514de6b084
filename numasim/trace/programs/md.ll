; ModuleID = 'md.c'
source_filename = "md.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

%struct.vector = type { double, double, double }

@.str = private unnamed_addr constant [14 x i8] c"particles %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [20 x i8] c"before %.17g %.17g\0A\00", align 1
@.str.2 = private unnamed_addr constant [19 x i8] c"after %.17g %.17g\0A\00", align 1
@.str.3 = private unnamed_addr constant [28 x i8] c"momentum %.17g %.17g %.17g\0A\00", align 1
@.str.4 = private unnamed_addr constant [28 x i8] c"checksum %.17g %.17g %.17g\0A\00", align 1
@stderr = external global ptr, align 8
@.str.5 = private unnamed_addr constant [57 x i8] c"md: give one size, an integer from 1 to %d (default %d)\0A\00", align 1
@.str.6 = private unnamed_addr constant [19 x i8] c"md: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %n = alloca i32, align 4
  %position = alloca ptr, align 8
  %velocity = alloca ptr, align 8
  %force = alloca ptr, align 8
  %momentum = alloca %struct.vector, align 8
  %checksum = alloca %struct.vector, align 8
  %potential = alloca double, align 8
  %i = alloca i32, align 4
  %step = alloca i32, align 4
  %i34 = alloca i32, align 4
  %i50 = alloca i32, align 4
  %i64 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4
  %1 = load ptr, ptr %argv.addr, align 8
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1)
  store i32 %call, ptr %n, align 4
  %2 = load i32, ptr %n, align 4
  %call1 = call ptr @allocate(i32 noundef %2)
  store ptr %call1, ptr %position, align 8
  %3 = load i32, ptr %n, align 4
  %call2 = call ptr @allocate(i32 noundef %3)
  store ptr %call2, ptr %velocity, align 8
  %4 = load i32, ptr %n, align 4
  %call3 = call ptr @allocate(i32 noundef %4)
  store ptr %call3, ptr %force, align 8
  call void @llvm.memset.p0.i64(ptr align 8 %momentum, i8 0, i64 24, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %checksum, i8 0, i64 24, i1 false)
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %5 = load i32, ptr %i, align 4
  %6 = load i32, ptr %n, align 4
  %cmp = icmp slt i32 %5, %6
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %call4 = call double @uniform()
  %mul = fmul double 1.000000e+01, %call4
  %7 = load ptr, ptr %position, align 8
  %8 = load i32, ptr %i, align 4
  %idxprom = sext i32 %8 to i64
  %arrayidx = getelementptr inbounds %struct.vector, ptr %7, i64 %idxprom
  %x = getelementptr inbounds nuw %struct.vector, ptr %arrayidx, i32 0, i32 0
  store double %mul, ptr %x, align 8
  %call5 = call double @uniform()
  %mul6 = fmul double 1.000000e+01, %call5
  %9 = load ptr, ptr %position, align 8
  %10 = load i32, ptr %i, align 4
  %idxprom7 = sext i32 %10 to i64
  %arrayidx8 = getelementptr inbounds %struct.vector, ptr %9, i64 %idxprom7
  %y = getelementptr inbounds nuw %struct.vector, ptr %arrayidx8, i32 0, i32 1
  store double %mul6, ptr %y, align 8
  %call9 = call double @uniform()
  %mul10 = fmul double 1.000000e+01, %call9
  %11 = load ptr, ptr %position, align 8
  %12 = load i32, ptr %i, align 4
  %idxprom11 = sext i32 %12 to i64
  %arrayidx12 = getelementptr inbounds %struct.vector, ptr %11, i64 %idxprom11
  %z = getelementptr inbounds nuw %struct.vector, ptr %arrayidx12, i32 0, i32 2
  store double %mul10, ptr %z, align 8
  %call13 = call double @uniform()
  %sub = fsub double %call13, 5.000000e-01
  %13 = load ptr, ptr %velocity, align 8
  %14 = load i32, ptr %i, align 4
  %idxprom14 = sext i32 %14 to i64
  %arrayidx15 = getelementptr inbounds %struct.vector, ptr %13, i64 %idxprom14
  %x16 = getelementptr inbounds nuw %struct.vector, ptr %arrayidx15, i32 0, i32 0
  store double %sub, ptr %x16, align 8
  %call17 = call double @uniform()
  %sub18 = fsub double %call17, 5.000000e-01
  %15 = load ptr, ptr %velocity, align 8
  %16 = load i32, ptr %i, align 4
  %idxprom19 = sext i32 %16 to i64
  %arrayidx20 = getelementptr inbounds %struct.vector, ptr %15, i64 %idxprom19
  %y21 = getelementptr inbounds nuw %struct.vector, ptr %arrayidx20, i32 0, i32 1
  store double %sub18, ptr %y21, align 8
  %call22 = call double @uniform()
  %sub23 = fsub double %call22, 5.000000e-01
  %17 = load ptr, ptr %velocity, align 8
  %18 = load i32, ptr %i, align 4
  %idxprom24 = sext i32 %18 to i64
  %arrayidx25 = getelementptr inbounds %struct.vector, ptr %17, i64 %idxprom24
  %z26 = getelementptr inbounds nuw %struct.vector, ptr %arrayidx25, i32 0, i32 2
  store double %sub23, ptr %z26, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %19 = load i32, ptr %i, align 4
  %inc = add nsw i32 %19, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !6

for.end:                                          ; preds = %for.cond
  %20 = load i32, ptr %n, align 4
  %21 = load ptr, ptr %position, align 8
  %22 = load ptr, ptr %force, align 8
  %call27 = call double @compute_forces(i32 noundef %20, ptr noundef %21, ptr noundef %22)
  store double %call27, ptr %potential, align 8
  %23 = load i32, ptr %n, align 4
  %call28 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %23)
  %24 = load double, ptr %potential, align 8
  %25 = load i32, ptr %n, align 4
  %26 = load ptr, ptr %velocity, align 8
  %call29 = call double @kinetic_energy(i32 noundef %25, ptr noundef %26)
  %call30 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, double noundef %24, double noundef %call29)
  store i32 0, ptr %step, align 4
  br label %for.cond31

for.cond31:                                       ; preds = %for.inc61, %for.end
  %27 = load i32, ptr %step, align 4
  %cmp32 = icmp slt i32 %27, 1
  br i1 %cmp32, label %for.body33, label %for.end63

for.body33:                                       ; preds = %for.cond31
  store i32 0, ptr %i34, align 4
  br label %for.cond35

for.cond35:                                       ; preds = %for.inc46, %for.body33
  %28 = load i32, ptr %i34, align 4
  %29 = load i32, ptr %n, align 4
  %cmp36 = icmp slt i32 %28, %29
  br i1 %cmp36, label %for.body37, label %for.end48

for.body37:                                       ; preds = %for.cond35
  %30 = load ptr, ptr %velocity, align 8
  %31 = load i32, ptr %i34, align 4
  %idxprom38 = sext i32 %31 to i64
  %arrayidx39 = getelementptr inbounds %struct.vector, ptr %30, i64 %idxprom38
  %32 = load ptr, ptr %force, align 8
  %33 = load i32, ptr %i34, align 4
  %idxprom40 = sext i32 %33 to i64
  %arrayidx41 = getelementptr inbounds %struct.vector, ptr %32, i64 %idxprom40
  call void @add_scaled(ptr noundef %arrayidx39, double noundef 5.000000e-03, ptr noundef %arrayidx41)
  %34 = load ptr, ptr %position, align 8
  %35 = load i32, ptr %i34, align 4
  %idxprom42 = sext i32 %35 to i64
  %arrayidx43 = getelementptr inbounds %struct.vector, ptr %34, i64 %idxprom42
  %36 = load ptr, ptr %velocity, align 8
  %37 = load i32, ptr %i34, align 4
  %idxprom44 = sext i32 %37 to i64
  %arrayidx45 = getelementptr inbounds %struct.vector, ptr %36, i64 %idxprom44
  call void @add_scaled(ptr noundef %arrayidx43, double noundef 1.000000e-02, ptr noundef %arrayidx45)
  br label %for.inc46

for.inc46:                                        ; preds = %for.body37
  %38 = load i32, ptr %i34, align 4
  %inc47 = add nsw i32 %38, 1
  store i32 %inc47, ptr %i34, align 4
  br label %for.cond35, !llvm.loop !8

for.end48:                                        ; preds = %for.cond35
  %39 = load i32, ptr %n, align 4
  %40 = load ptr, ptr %position, align 8
  %41 = load ptr, ptr %force, align 8
  %call49 = call double @compute_forces(i32 noundef %39, ptr noundef %40, ptr noundef %41)
  store double %call49, ptr %potential, align 8
  store i32 0, ptr %i50, align 4
  br label %for.cond51

for.cond51:                                       ; preds = %for.inc58, %for.end48
  %42 = load i32, ptr %i50, align 4
  %43 = load i32, ptr %n, align 4
  %cmp52 = icmp slt i32 %42, %43
  br i1 %cmp52, label %for.body53, label %for.end60

for.body53:                                       ; preds = %for.cond51
  %44 = load ptr, ptr %velocity, align 8
  %45 = load i32, ptr %i50, align 4
  %idxprom54 = sext i32 %45 to i64
  %arrayidx55 = getelementptr inbounds %struct.vector, ptr %44, i64 %idxprom54
  %46 = load ptr, ptr %force, align 8
  %47 = load i32, ptr %i50, align 4
  %idxprom56 = sext i32 %47 to i64
  %arrayidx57 = getelementptr inbounds %struct.vector, ptr %46, i64 %idxprom56
  call void @add_scaled(ptr noundef %arrayidx55, double noundef 5.000000e-03, ptr noundef %arrayidx57)
  br label %for.inc58

for.inc58:                                        ; preds = %for.body53
  %48 = load i32, ptr %i50, align 4
  %inc59 = add nsw i32 %48, 1
  store i32 %inc59, ptr %i50, align 4
  br label %for.cond51, !llvm.loop !9

for.end60:                                        ; preds = %for.cond51
  br label %for.inc61

for.inc61:                                        ; preds = %for.end60
  %49 = load i32, ptr %step, align 4
  %inc62 = add nsw i32 %49, 1
  store i32 %inc62, ptr %step, align 4
  br label %for.cond31, !llvm.loop !10

for.end63:                                        ; preds = %for.cond31
  store i32 0, ptr %i64, align 4
  br label %for.cond65

for.cond65:                                       ; preds = %for.inc72, %for.end63
  %50 = load i32, ptr %i64, align 4
  %51 = load i32, ptr %n, align 4
  %cmp66 = icmp slt i32 %50, %51
  br i1 %cmp66, label %for.body67, label %for.end74

for.body67:                                       ; preds = %for.cond65
  %52 = load ptr, ptr %velocity, align 8
  %53 = load i32, ptr %i64, align 4
  %idxprom68 = sext i32 %53 to i64
  %arrayidx69 = getelementptr inbounds %struct.vector, ptr %52, i64 %idxprom68
  call void @add_scaled(ptr noundef %momentum, double noundef 1.000000e+00, ptr noundef %arrayidx69)
  %54 = load i32, ptr %i64, align 4
  %add = add nsw i32 %54, 1
  %conv = sitofp i32 %add to double
  %55 = load ptr, ptr %position, align 8
  %56 = load i32, ptr %i64, align 4
  %idxprom70 = sext i32 %56 to i64
  %arrayidx71 = getelementptr inbounds %struct.vector, ptr %55, i64 %idxprom70
  call void @add_scaled(ptr noundef %checksum, double noundef %conv, ptr noundef %arrayidx71)
  br label %for.inc72

for.inc72:                                        ; preds = %for.body67
  %57 = load i32, ptr %i64, align 4
  %inc73 = add nsw i32 %57, 1
  store i32 %inc73, ptr %i64, align 4
  br label %for.cond65, !llvm.loop !11

for.end74:                                        ; preds = %for.cond65
  %58 = load double, ptr %potential, align 8
  %59 = load i32, ptr %n, align 4
  %60 = load ptr, ptr %velocity, align 8
  %call75 = call double @kinetic_energy(i32 noundef %59, ptr noundef %60)
  %call76 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %58, double noundef %call75)
  %x77 = getelementptr inbounds nuw %struct.vector, ptr %momentum, i32 0, i32 0
  %61 = load double, ptr %x77, align 8
  %y78 = getelementptr inbounds nuw %struct.vector, ptr %momentum, i32 0, i32 1
  %62 = load double, ptr %y78, align 8
  %z79 = getelementptr inbounds nuw %struct.vector, ptr %momentum, i32 0, i32 2
  %63 = load double, ptr %z79, align 8
  %call80 = call i32 (ptr, ...) @printf(ptr noundef @.str.3, double noundef %61, double noundef %62, double noundef %63)
  %x81 = getelementptr inbounds nuw %struct.vector, ptr %checksum, i32 0, i32 0
  %64 = load double, ptr %x81, align 8
  %y82 = getelementptr inbounds nuw %struct.vector, ptr %checksum, i32 0, i32 1
  %65 = load double, ptr %y82, align 8
  %z83 = getelementptr inbounds nuw %struct.vector, ptr %checksum, i32 0, i32 2
  %66 = load double, ptr %z83, align 8
  %call84 = call i32 (ptr, ...) @printf(ptr noundef @.str.4, double noundef %64, double noundef %65, double noundef %66)
  %67 = load ptr, ptr %force, align 8
  call void @free(ptr noundef %67) #8
  %68 = load ptr, ptr %velocity, align 8
  call void @free(ptr noundef %68) #8
  %69 = load ptr, ptr %position, align 8
  call void @free(ptr noundef %69) #8
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
  store i32 512, ptr %retval, align 4
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
  %cmp8 = icmp slt i64 %9, 1
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8
  %cmp11 = icmp sgt i64 %10, 20000
  br i1 %cmp11, label %if.then13, label %if.end15

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.5, i32 noundef 20000, i32 noundef 512) #8
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
define internal ptr @allocate(i32 noundef %count) #0 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4
  %conv = sext i32 %0 to i64
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef 24) #10
  store ptr %call, ptr %block, align 8
  %1 = load ptr, ptr %block, align 8
  %cmp = icmp eq ptr %1, null
  br i1 %cmp, label %if.then, label %if.end

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8
  %call2 = call i32 @fputs(ptr noundef @.str.6, ptr noundef %2)
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

; Function Attrs: noinline nounwind optnone uwtable
define internal double @compute_forces(i32 noundef %n, ptr noundef %position, ptr noundef %force) #0 {
entry:
  %n.addr = alloca i32, align 4
  %position.addr = alloca ptr, align 8
  %force.addr = alloca ptr, align 8
  %potential = alloca double, align 8
  %i = alloca i32, align 4
  %.compoundliteral = alloca %struct.vector, align 8
  %i1 = alloca i32, align 4
  %a = alloca ptr, align 8
  %j = alloca i32, align 4
  %b = alloca ptr, align 8
  %dx = alloca double, align 8
  %dy = alloca double, align 8
  %dz = alloca double, align 8
  %r2 = alloca double, align 8
  %d = alloca %struct.vector, align 8
  %r = alloca double, align 8
  %pull = alloca double, align 8
  store i32 %n, ptr %n.addr, align 4
  store ptr %position, ptr %position.addr, align 8
  store ptr %force, ptr %force.addr, align 8
  store double 0.000000e+00, ptr %potential, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %force.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds %struct.vector, ptr %2, i64 %idxprom
  call void @llvm.memset.p0.i64(ptr align 8 %.compoundliteral, i8 0, i64 24, i1 false)
  %x = getelementptr inbounds nuw %struct.vector, ptr %.compoundliteral, i32 0, i32 0
  %y = getelementptr inbounds nuw %struct.vector, ptr %.compoundliteral, i32 0, i32 1
  %z = getelementptr inbounds nuw %struct.vector, ptr %.compoundliteral, i32 0, i32 2
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %.compoundliteral, i64 24, i1 false)
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %4 = load i32, ptr %i, align 4
  %inc = add nsw i32 %4, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !12

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %i1, align 4
  br label %for.cond2

for.cond2:                                        ; preds = %for.inc36, %for.end
  %5 = load i32, ptr %i1, align 4
  %6 = load i32, ptr %n.addr, align 4
  %cmp3 = icmp slt i32 %5, %6
  br i1 %cmp3, label %for.body4, label %for.end38

for.body4:                                        ; preds = %for.cond2
  %7 = load ptr, ptr %position.addr, align 8
  %8 = load i32, ptr %i1, align 4
  %idxprom5 = sext i32 %8 to i64
  %arrayidx6 = getelementptr inbounds %struct.vector, ptr %7, i64 %idxprom5
  store ptr %arrayidx6, ptr %a, align 8
  %9 = load i32, ptr %i1, align 4
  %add = add nsw i32 %9, 1
  store i32 %add, ptr %j, align 4
  br label %for.cond7

for.cond7:                                        ; preds = %for.inc33, %for.body4
  %10 = load i32, ptr %j, align 4
  %11 = load i32, ptr %n.addr, align 4
  %cmp8 = icmp slt i32 %10, %11
  br i1 %cmp8, label %for.body9, label %for.end35

for.body9:                                        ; preds = %for.cond7
  %12 = load ptr, ptr %position.addr, align 8
  %13 = load i32, ptr %j, align 4
  %idxprom10 = sext i32 %13 to i64
  %arrayidx11 = getelementptr inbounds %struct.vector, ptr %12, i64 %idxprom10
  store ptr %arrayidx11, ptr %b, align 8
  %14 = load ptr, ptr %a, align 8
  %x12 = getelementptr inbounds nuw %struct.vector, ptr %14, i32 0, i32 0
  %15 = load double, ptr %x12, align 8
  %16 = load ptr, ptr %b, align 8
  %x13 = getelementptr inbounds nuw %struct.vector, ptr %16, i32 0, i32 0
  %17 = load double, ptr %x13, align 8
  %sub = fsub double %15, %17
  store double %sub, ptr %dx, align 8
  %18 = load ptr, ptr %a, align 8
  %y14 = getelementptr inbounds nuw %struct.vector, ptr %18, i32 0, i32 1
  %19 = load double, ptr %y14, align 8
  %20 = load ptr, ptr %b, align 8
  %y15 = getelementptr inbounds nuw %struct.vector, ptr %20, i32 0, i32 1
  %21 = load double, ptr %y15, align 8
  %sub16 = fsub double %19, %21
  store double %sub16, ptr %dy, align 8
  %22 = load ptr, ptr %a, align 8
  %z17 = getelementptr inbounds nuw %struct.vector, ptr %22, i32 0, i32 2
  %23 = load double, ptr %z17, align 8
  %24 = load ptr, ptr %b, align 8
  %z18 = getelementptr inbounds nuw %struct.vector, ptr %24, i32 0, i32 2
  %25 = load double, ptr %z18, align 8
  %sub19 = fsub double %23, %25
  store double %sub19, ptr %dz, align 8
  %26 = load double, ptr %dx, align 8
  %27 = load double, ptr %dx, align 8
  %28 = load double, ptr %dy, align 8
  %29 = load double, ptr %dy, align 8
  %mul20 = fmul double %28, %29
  %30 = call double @llvm.fmuladd.f64(double %26, double %27, double %mul20)
  %31 = load double, ptr %dz, align 8
  %32 = load double, ptr %dz, align 8
  %33 = call double @llvm.fmuladd.f64(double %31, double %32, double %30)
  store double %33, ptr %r2, align 8
  %34 = load double, ptr %r2, align 8
  %cmp21 = fcmp olt double %34, 0x4003BD3CC9BE45DE
  br i1 %cmp21, label %if.then, label %if.end

if.then:                                          ; preds = %for.body9
  %x22 = getelementptr inbounds nuw %struct.vector, ptr %d, i32 0, i32 0
  %35 = load double, ptr %dx, align 8
  store double %35, ptr %x22, align 8
  %y23 = getelementptr inbounds nuw %struct.vector, ptr %d, i32 0, i32 1
  %36 = load double, ptr %dy, align 8
  store double %36, ptr %y23, align 8
  %z24 = getelementptr inbounds nuw %struct.vector, ptr %d, i32 0, i32 2
  %37 = load double, ptr %dz, align 8
  store double %37, ptr %z24, align 8
  %38 = load double, ptr %r2, align 8
  %call = call double @sqrt(double noundef %38) #8
  store double %call, ptr %r, align 8
  %39 = load double, ptr %r, align 8
  %mul = fmul double 2.000000e+00, %39
  %call25 = call double @sin(double noundef %mul) #8
  %40 = load double, ptr %r, align 8
  %div = fdiv double %call25, %40
  store double %div, ptr %pull, align 8
  %41 = load double, ptr %r, align 8
  %call26 = call double @cos(double noundef %41) #8
  %42 = load double, ptr %r, align 8
  %call27 = call double @cos(double noundef %42) #8
  %43 = load double, ptr %potential, align 8
  %neg = fneg double %call26
  %44 = call double @llvm.fmuladd.f64(double %neg, double %call27, double %43)
  store double %44, ptr %potential, align 8
  %45 = load ptr, ptr %force.addr, align 8
  %46 = load i32, ptr %i1, align 4
  %idxprom29 = sext i32 %46 to i64
  %arrayidx30 = getelementptr inbounds %struct.vector, ptr %45, i64 %idxprom29
  %47 = load double, ptr %pull, align 8
  %fneg = fneg double %47
  call void @add_scaled(ptr noundef %arrayidx30, double noundef %fneg, ptr noundef %d)
  %48 = load ptr, ptr %force.addr, align 8
  %49 = load i32, ptr %j, align 4
  %idxprom31 = sext i32 %49 to i64
  %arrayidx32 = getelementptr inbounds %struct.vector, ptr %48, i64 %idxprom31
  %50 = load double, ptr %pull, align 8
  call void @add_scaled(ptr noundef %arrayidx32, double noundef %50, ptr noundef %d)
  br label %if.end

if.end:                                           ; preds = %if.then, %for.body9
  br label %for.inc33

for.inc33:                                        ; preds = %if.end
  %51 = load i32, ptr %j, align 4
  %inc34 = add nsw i32 %51, 1
  store i32 %inc34, ptr %j, align 4
  br label %for.cond7, !llvm.loop !13

for.end35:                                        ; preds = %for.cond7
  br label %for.inc36

for.inc36:                                        ; preds = %for.end35
  %52 = load i32, ptr %i1, align 4
  %inc37 = add nsw i32 %52, 1
  store i32 %inc37, ptr %i1, align 4
  br label %for.cond2, !llvm.loop !14

for.end38:                                        ; preds = %for.cond2
  %53 = load double, ptr %potential, align 8
  ret double %53
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal double @kinetic_energy(i32 noundef %n, ptr noundef %velocity) #0 {
entry:
  %n.addr = alloca i32, align 4
  %velocity.addr = alloca ptr, align 8
  %sum = alloca double, align 8
  %i = alloca i32, align 4
  %v = alloca ptr, align 8
  store i32 %n, ptr %n.addr, align 4
  store ptr %velocity, ptr %velocity.addr, align 8
  store double 0.000000e+00, ptr %sum, align 8
  store i32 0, ptr %i, align 4
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4
  %1 = load i32, ptr %n.addr, align 4
  %cmp = icmp slt i32 %0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %velocity.addr, align 8
  %3 = load i32, ptr %i, align 4
  %idxprom = sext i32 %3 to i64
  %arrayidx = getelementptr inbounds %struct.vector, ptr %2, i64 %idxprom
  store ptr %arrayidx, ptr %v, align 8
  %4 = load ptr, ptr %v, align 8
  %x = getelementptr inbounds nuw %struct.vector, ptr %4, i32 0, i32 0
  %5 = load double, ptr %x, align 8
  %6 = load ptr, ptr %v, align 8
  %x1 = getelementptr inbounds nuw %struct.vector, ptr %6, i32 0, i32 0
  %7 = load double, ptr %x1, align 8
  %8 = load ptr, ptr %v, align 8
  %y = getelementptr inbounds nuw %struct.vector, ptr %8, i32 0, i32 1
  %9 = load double, ptr %y, align 8
  %10 = load ptr, ptr %v, align 8
  %y2 = getelementptr inbounds nuw %struct.vector, ptr %10, i32 0, i32 1
  %11 = load double, ptr %y2, align 8
  %mul3 = fmul double %9, %11
  %12 = call double @llvm.fmuladd.f64(double %5, double %7, double %mul3)
  %13 = load ptr, ptr %v, align 8
  %z = getelementptr inbounds nuw %struct.vector, ptr %13, i32 0, i32 2
  %14 = load double, ptr %z, align 8
  %15 = load ptr, ptr %v, align 8
  %z4 = getelementptr inbounds nuw %struct.vector, ptr %15, i32 0, i32 2
  %16 = load double, ptr %z4, align 8
  %17 = call double @llvm.fmuladd.f64(double %14, double %16, double %12)
  %18 = load double, ptr %sum, align 8
  %add = fadd double %18, %17
  store double %add, ptr %sum, align 8
  br label %for.inc

for.inc:                                          ; preds = %for.body
  %19 = load i32, ptr %i, align 4
  %inc = add nsw i32 %19, 1
  store i32 %inc, ptr %i, align 4
  br label %for.cond, !llvm.loop !15

for.end:                                          ; preds = %for.cond
  %20 = load double, ptr %sum, align 8
  %mul = fmul double 5.000000e-01, %20
  ret double %mul
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @add_scaled(ptr noundef %a, double noundef %factor, ptr noundef %b) #0 {
entry:
  %a.addr = alloca ptr, align 8
  %factor.addr = alloca double, align 8
  %b.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8
  store double %factor, ptr %factor.addr, align 8
  store ptr %b, ptr %b.addr, align 8
  %0 = load double, ptr %factor.addr, align 8
  %1 = load ptr, ptr %b.addr, align 8
  %x = getelementptr inbounds nuw %struct.vector, ptr %1, i32 0, i32 0
  %2 = load double, ptr %x, align 8
  %3 = load ptr, ptr %a.addr, align 8
  %x1 = getelementptr inbounds nuw %struct.vector, ptr %3, i32 0, i32 0
  %4 = load double, ptr %x1, align 8
  %5 = call double @llvm.fmuladd.f64(double %0, double %2, double %4)
  store double %5, ptr %x1, align 8
  %6 = load double, ptr %factor.addr, align 8
  %7 = load ptr, ptr %b.addr, align 8
  %y = getelementptr inbounds nuw %struct.vector, ptr %7, i32 0, i32 1
  %8 = load double, ptr %y, align 8
  %9 = load ptr, ptr %a.addr, align 8
  %y2 = getelementptr inbounds nuw %struct.vector, ptr %9, i32 0, i32 1
  %10 = load double, ptr %y2, align 8
  %11 = call double @llvm.fmuladd.f64(double %6, double %8, double %10)
  store double %11, ptr %y2, align 8
  %12 = load double, ptr %factor.addr, align 8
  %13 = load ptr, ptr %b.addr, align 8
  %z = getelementptr inbounds nuw %struct.vector, ptr %13, i32 0, i32 2
  %14 = load double, ptr %z, align 8
  %15 = load ptr, ptr %a.addr, align 8
  %z3 = getelementptr inbounds nuw %struct.vector, ptr %15, i32 0, i32 2
  %16 = load double, ptr %z3, align 8
  %17 = call double @llvm.fmuladd.f64(double %12, double %14, double %16)
  store double %17, ptr %z3, align 8
  ret void
}

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

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #6

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #7

; Function Attrs: nounwind
declare double @sqrt(double noundef) #3

; Function Attrs: nounwind
declare double @sin(double noundef) #3

; Function Attrs: nounwind
declare double @cos(double noundef) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { nounwind allocsize(0,1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #6 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
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

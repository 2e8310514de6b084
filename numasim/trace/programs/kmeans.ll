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
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
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
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %n, align 4, !dbg !15
  %2 = load i32, ptr %n, align 4, !dbg !16
  %call1 = call ptr @allocate(i32 noundef %2, i64 noundef 16), !dbg !17
  store ptr %call1, ptr %points, align 8, !dbg !18
  %3 = load i32, ptr %n, align 4, !dbg !19
  %call2 = call ptr @allocate(i32 noundef %3, i64 noundef 4), !dbg !20
  store ptr %call2, ptr %cluster, align 8, !dbg !21
  store i32 0, ptr %iterations, align 4, !dbg !22
  store i64 0, ptr %checksum, align 8, !dbg !23
  store double 0.000000e+00, ptr %inertia, align 8, !dbg !24
  store i32 0, ptr %i, align 4, !dbg !25
  br label %for.cond, !dbg !26

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %i, align 4, !dbg !27
  %5 = load i32, ptr %n, align 4, !dbg !28
  %cmp = icmp slt i32 %4, %5, !dbg !29
  br i1 %cmp, label %for.body, label %for.end, !dbg !30

for.body:                                         ; preds = %for.cond
  %call3 = call double @uniform(), !dbg !31
  %6 = load ptr, ptr %points, align 8, !dbg !32
  %7 = load i32, ptr %i, align 4, !dbg !33
  %idxprom = sext i32 %7 to i64, !dbg !32
  %arrayidx = getelementptr inbounds %struct.point, ptr %6, i64 %idxprom, !dbg !32
  %x = getelementptr inbounds nuw %struct.point, ptr %arrayidx, i32 0, i32 0, !dbg !34
  store double %call3, ptr %x, align 8, !dbg !35
  %call4 = call double @uniform(), !dbg !36
  %8 = load ptr, ptr %points, align 8, !dbg !37
  %9 = load i32, ptr %i, align 4, !dbg !38
  %idxprom5 = sext i32 %9 to i64, !dbg !37
  %arrayidx6 = getelementptr inbounds %struct.point, ptr %8, i64 %idxprom5, !dbg !37
  %y = getelementptr inbounds nuw %struct.point, ptr %arrayidx6, i32 0, i32 1, !dbg !39
  store double %call4, ptr %y, align 8, !dbg !40
  %10 = load ptr, ptr %cluster, align 8, !dbg !41
  %11 = load i32, ptr %i, align 4, !dbg !42
  %idxprom7 = sext i32 %11 to i64, !dbg !41
  %arrayidx8 = getelementptr inbounds i32, ptr %10, i64 %idxprom7, !dbg !41
  store i32 -1, ptr %arrayidx8, align 4, !dbg !43
  br label %for.inc, !dbg !44

for.inc:                                          ; preds = %for.body
  %12 = load i32, ptr %i, align 4, !dbg !45
  %inc = add nsw i32 %12, 1, !dbg !45
  store i32 %inc, ptr %i, align 4, !dbg !45
  br label %for.cond, !dbg !30, !llvm.loop !46

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %k, align 4, !dbg !48
  br label %for.cond9, !dbg !49

for.cond9:                                        ; preds = %for.inc16, %for.end
  %13 = load i32, ptr %k, align 4, !dbg !50
  %cmp10 = icmp slt i32 %13, 4, !dbg !51
  br i1 %cmp10, label %for.body11, label %for.end18, !dbg !52

for.body11:                                       ; preds = %for.cond9
  %14 = load i32, ptr %k, align 4, !dbg !53
  %idxprom12 = sext i32 %14 to i64, !dbg !54
  %arrayidx13 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom12, !dbg !54
  %15 = load ptr, ptr %points, align 8, !dbg !55
  %16 = load i32, ptr %k, align 4, !dbg !56
  %idxprom14 = sext i32 %16 to i64, !dbg !55
  %arrayidx15 = getelementptr inbounds %struct.point, ptr %15, i64 %idxprom14, !dbg !55
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %arrayidx13, ptr align 8 %arrayidx15, i64 16, i1 false), !dbg !55
  br label %for.inc16, !dbg !54

for.inc16:                                        ; preds = %for.body11
  %17 = load i32, ptr %k, align 4, !dbg !57
  %inc17 = add nsw i32 %17, 1, !dbg !57
  store i32 %inc17, ptr %k, align 4, !dbg !57
  br label %for.cond9, !dbg !52, !llvm.loop !58

for.end18:                                        ; preds = %for.cond9
  br label %while.cond, !dbg !60

while.cond:                                       ; preds = %while.body, %for.end18
  %18 = load i32, ptr %iterations, align 4, !dbg !61
  %cmp19 = icmp slt i32 %18, 100, !dbg !62
  br i1 %cmp19, label %land.rhs, label %land.end, !dbg !63

land.rhs:                                         ; preds = %while.cond
  %19 = load i32, ptr %n, align 4, !dbg !64
  %20 = load ptr, ptr %points, align 8, !dbg !65
  %arraydecay = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 0, !dbg !66
  %21 = load ptr, ptr %cluster, align 8, !dbg !67
  %call20 = call zeroext i1 @assign(i32 noundef %19, ptr noundef %20, ptr noundef %arraydecay, ptr noundef %21), !dbg !68
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %22 = phi i1 [ false, %while.cond ], [ %call20, %land.rhs ], !dbg !69
  br i1 %22, label %while.body, label %while.end, !dbg !60

while.body:                                       ; preds = %land.end
  %23 = load i32, ptr %n, align 4, !dbg !70
  %24 = load ptr, ptr %points, align 8, !dbg !71
  %25 = load ptr, ptr %cluster, align 8, !dbg !72
  %arraydecay21 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 0, !dbg !73
  call void @update(i32 noundef %23, ptr noundef %24, ptr noundef %25, ptr noundef %arraydecay21), !dbg !74
  %26 = load i32, ptr %iterations, align 4, !dbg !75
  %inc22 = add nsw i32 %26, 1, !dbg !75
  store i32 %inc22, ptr %iterations, align 4, !dbg !75
  br label %while.cond, !dbg !60, !llvm.loop !76

while.end:                                        ; preds = %land.end
  store i32 0, ptr %i23, align 4, !dbg !78
  br label %for.cond24, !dbg !79

for.cond24:                                       ; preds = %for.inc39, %while.end
  %27 = load i32, ptr %i23, align 4, !dbg !80
  %28 = load i32, ptr %n, align 4, !dbg !81
  %cmp25 = icmp slt i32 %27, %28, !dbg !82
  br i1 %cmp25, label %for.body26, label %for.end41, !dbg !83

for.body26:                                       ; preds = %for.cond24
  %29 = load ptr, ptr %points, align 8, !dbg !84
  %30 = load i32, ptr %i23, align 4, !dbg !85
  %idxprom27 = sext i32 %30 to i64, !dbg !84
  %arrayidx28 = getelementptr inbounds %struct.point, ptr %29, i64 %idxprom27, !dbg !84
  %31 = load ptr, ptr %cluster, align 8, !dbg !86
  %32 = load i32, ptr %i23, align 4, !dbg !87
  %idxprom29 = sext i32 %32 to i64, !dbg !86
  %arrayidx30 = getelementptr inbounds i32, ptr %31, i64 %idxprom29, !dbg !86
  %33 = load i32, ptr %arrayidx30, align 4, !dbg !86
  %idxprom31 = sext i32 %33 to i64, !dbg !88
  %arrayidx32 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom31, !dbg !88
  %call33 = call double @squared_distance(ptr noundef %arrayidx28, ptr noundef %arrayidx32), !dbg !89
  %34 = load double, ptr %inertia, align 8, !dbg !90
  %add = fadd double %34, %call33, !dbg !90
  store double %add, ptr %inertia, align 8, !dbg !90
  %35 = load i32, ptr %i23, align 4, !dbg !91
  %add34 = add nsw i32 %35, 1, !dbg !92
  %conv = sext i32 %add34 to i64, !dbg !93
  %36 = load ptr, ptr %cluster, align 8, !dbg !94
  %37 = load i32, ptr %i23, align 4, !dbg !95
  %idxprom35 = sext i32 %37 to i64, !dbg !94
  %arrayidx36 = getelementptr inbounds i32, ptr %36, i64 %idxprom35, !dbg !94
  %38 = load i32, ptr %arrayidx36, align 4, !dbg !94
  %conv37 = sext i32 %38 to i64, !dbg !94
  %mul = mul nsw i64 %conv, %conv37, !dbg !96
  %39 = load i64, ptr %checksum, align 8, !dbg !97
  %add38 = add nsw i64 %39, %mul, !dbg !97
  store i64 %add38, ptr %checksum, align 8, !dbg !97
  br label %for.inc39, !dbg !98

for.inc39:                                        ; preds = %for.body26
  %40 = load i32, ptr %i23, align 4, !dbg !99
  %inc40 = add nsw i32 %40, 1, !dbg !99
  store i32 %inc40, ptr %i23, align 4, !dbg !99
  br label %for.cond24, !dbg !83, !llvm.loop !100

for.end41:                                        ; preds = %for.cond24
  %41 = load i32, ptr %n, align 4, !dbg !101
  %42 = load i32, ptr %iterations, align 4, !dbg !102
  %call42 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %41, i32 noundef %42), !dbg !103
  store i32 0, ptr %k43, align 4, !dbg !104
  br label %for.cond44, !dbg !105

for.cond44:                                       ; preds = %for.inc55, %for.end41
  %43 = load i32, ptr %k43, align 4, !dbg !106
  %cmp45 = icmp slt i32 %43, 4, !dbg !107
  br i1 %cmp45, label %for.body47, label %for.end57, !dbg !108

for.body47:                                       ; preds = %for.cond44
  %44 = load i32, ptr %k43, align 4, !dbg !109
  %45 = load i32, ptr %k43, align 4, !dbg !110
  %idxprom48 = sext i32 %45 to i64, !dbg !111
  %arrayidx49 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom48, !dbg !111
  %x50 = getelementptr inbounds nuw %struct.point, ptr %arrayidx49, i32 0, i32 0, !dbg !112
  %46 = load double, ptr %x50, align 16, !dbg !112
  %47 = load i32, ptr %k43, align 4, !dbg !113
  %idxprom51 = sext i32 %47 to i64, !dbg !114
  %arrayidx52 = getelementptr inbounds [4 x %struct.point], ptr %centres, i64 0, i64 %idxprom51, !dbg !114
  %y53 = getelementptr inbounds nuw %struct.point, ptr %arrayidx52, i32 0, i32 1, !dbg !115
  %48 = load double, ptr %y53, align 8, !dbg !115
  %call54 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %44, double noundef %46, double noundef %48), !dbg !116
  br label %for.inc55, !dbg !116

for.inc55:                                        ; preds = %for.body47
  %49 = load i32, ptr %k43, align 4, !dbg !117
  %inc56 = add nsw i32 %49, 1, !dbg !117
  store i32 %inc56, ptr %k43, align 4, !dbg !117
  br label %for.cond44, !dbg !108, !llvm.loop !118

for.end57:                                        ; preds = %for.cond44
  %50 = load double, ptr %inertia, align 8, !dbg !120
  %51 = load i64, ptr %checksum, align 8, !dbg !121
  %call58 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %50, i64 noundef %51), !dbg !122
  %52 = load ptr, ptr %cluster, align 8, !dbg !123
  call void @free(ptr noundef %52) #8, !dbg !124
  %53 = load ptr, ptr %points, align 8, !dbg !125
  call void @free(ptr noundef %53) #8, !dbg !126
  ret i32 0, !dbg !127
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !128 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !129
  %cmp = icmp eq i32 %0, 1, !dbg !130
  br i1 %cmp, label %if.then, label %if.end, !dbg !130

if.then:                                          ; preds = %entry
  store i32 128, ptr %retval, align 4, !dbg !131
  br label %return, !dbg !131

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !132
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !132
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !132
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #8, !dbg !133
  store i64 %call, ptr %size, align 8, !dbg !134
  %3 = load i32, ptr %argc.addr, align 4, !dbg !135
  %cmp1 = icmp sgt i32 %3, 2, !dbg !136
  br i1 %cmp1, label %if.then13, label %lor.lhs.false, !dbg !137

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !138
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !139
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !139
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !139
  %cmp3 = icmp eq ptr %4, %6, !dbg !140
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4, !dbg !141

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !142
  %8 = load i8, ptr %7, align 1, !dbg !143
  %conv = sext i8 %8 to i32, !dbg !143
  %cmp5 = icmp ne i32 %conv, 0, !dbg !144
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7, !dbg !145

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !146
  %cmp8 = icmp slt i64 %9, 4, !dbg !147
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10, !dbg !148

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !149
  %cmp11 = icmp sgt i64 %10, 1000000, !dbg !150
  br i1 %cmp11, label %if.then13, label %if.end15, !dbg !148

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !151
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.3, i32 noundef 4, i32 noundef 1000000, i32 noundef 128) #8, !dbg !152
  call void @exit(i32 noundef 2) #9, !dbg !153
  unreachable, !dbg !153

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !154
  %conv16 = trunc i64 %12 to i32, !dbg !155
  store i32 %conv16, ptr %retval, align 4, !dbg !156
  br label %return, !dbg !156

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !157
  ret i32 %13, !dbg !157
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count, i64 noundef %size) #0 !dbg !158 {
entry:
  %count.addr = alloca i32, align 4
  %size.addr = alloca i64, align 8
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  store i64 %size, ptr %size.addr, align 8
  %0 = load i32, ptr %count.addr, align 4, !dbg !159
  %conv = sext i32 %0 to i64, !dbg !160
  %1 = load i64, ptr %size.addr, align 8, !dbg !161
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef %1) #10, !dbg !162
  store ptr %call, ptr %block, align 8, !dbg !163
  %2 = load ptr, ptr %block, align 8, !dbg !164
  %cmp = icmp eq ptr %2, null, !dbg !165
  br i1 %cmp, label %if.then, label %if.end, !dbg !165

if.then:                                          ; preds = %entry
  %3 = load ptr, ptr @stderr, align 8, !dbg !166
  %call2 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %3), !dbg !167
  call void @exit(i32 noundef 1) #9, !dbg !168
  unreachable, !dbg !168

if.end:                                           ; preds = %entry
  %4 = load ptr, ptr %block, align 8, !dbg !169
  ret ptr %4, !dbg !170
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @uniform() #0 !dbg !171 {
entry:
  %0 = load i64, ptr @random_state, align 8, !dbg !172
  %mul = mul i64 %0, 6364136223846793005, !dbg !173
  %add = add i64 %mul, 1442695040888963407, !dbg !174
  store i64 %add, ptr @random_state, align 8, !dbg !175
  %1 = load i64, ptr @random_state, align 8, !dbg !176
  %shr = lshr i64 %1, 11, !dbg !177
  %conv = uitofp i64 %shr to double, !dbg !178
  %mul1 = fmul double %conv, 0x3CA0000000000000, !dbg !179
  ret double %mul1, !dbg !180
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal zeroext i1 @assign(i32 noundef %n, ptr noundef %points, ptr noundef %centres, ptr noundef %cluster) #0 !dbg !181 {
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
  store i8 0, ptr %moved, align 1, !dbg !182
  store i32 0, ptr %i, align 4, !dbg !183
  br label %for.cond, !dbg !184

for.cond:                                         ; preds = %for.inc18, %entry
  %0 = load i32, ptr %i, align 4, !dbg !185
  %1 = load i32, ptr %n.addr, align 4, !dbg !186
  %cmp = icmp slt i32 %0, %1, !dbg !187
  br i1 %cmp, label %for.body, label %for.end20, !dbg !188

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %nearest, align 4, !dbg !189
  %2 = load ptr, ptr %points.addr, align 8, !dbg !190
  %3 = load i32, ptr %i, align 4, !dbg !191
  %idxprom = sext i32 %3 to i64, !dbg !190
  %arrayidx = getelementptr inbounds %struct.point, ptr %2, i64 %idxprom, !dbg !190
  %4 = load ptr, ptr %centres.addr, align 8, !dbg !192
  %arrayidx1 = getelementptr inbounds %struct.point, ptr %4, i64 0, !dbg !192
  %call = call double @squared_distance(ptr noundef %arrayidx, ptr noundef %arrayidx1), !dbg !193
  store double %call, ptr %least, align 8, !dbg !194
  store i32 1, ptr %k, align 4, !dbg !195
  br label %for.cond2, !dbg !196

for.cond2:                                        ; preds = %for.inc, %for.body
  %5 = load i32, ptr %k, align 4, !dbg !197
  %cmp3 = icmp slt i32 %5, 4, !dbg !198
  br i1 %cmp3, label %for.body4, label %for.end, !dbg !199

for.body4:                                        ; preds = %for.cond2
  %6 = load ptr, ptr %points.addr, align 8, !dbg !200
  %7 = load i32, ptr %i, align 4, !dbg !201
  %idxprom5 = sext i32 %7 to i64, !dbg !200
  %arrayidx6 = getelementptr inbounds %struct.point, ptr %6, i64 %idxprom5, !dbg !200
  %8 = load ptr, ptr %centres.addr, align 8, !dbg !202
  %9 = load i32, ptr %k, align 4, !dbg !203
  %idxprom7 = sext i32 %9 to i64, !dbg !202
  %arrayidx8 = getelementptr inbounds %struct.point, ptr %8, i64 %idxprom7, !dbg !202
  %call9 = call double @squared_distance(ptr noundef %arrayidx6, ptr noundef %arrayidx8), !dbg !204
  store double %call9, ptr %distance, align 8, !dbg !205
  %10 = load double, ptr %distance, align 8, !dbg !206
  %11 = load double, ptr %least, align 8, !dbg !207
  %cmp10 = fcmp olt double %10, %11, !dbg !208
  br i1 %cmp10, label %if.then, label %if.end, !dbg !208

if.then:                                          ; preds = %for.body4
  %12 = load double, ptr %distance, align 8, !dbg !209
  store double %12, ptr %least, align 8, !dbg !210
  %13 = load i32, ptr %k, align 4, !dbg !211
  store i32 %13, ptr %nearest, align 4, !dbg !212
  br label %if.end, !dbg !213

if.end:                                           ; preds = %if.then, %for.body4
  br label %for.inc, !dbg !214

for.inc:                                          ; preds = %if.end
  %14 = load i32, ptr %k, align 4, !dbg !215
  %inc = add nsw i32 %14, 1, !dbg !215
  store i32 %inc, ptr %k, align 4, !dbg !215
  br label %for.cond2, !dbg !199, !llvm.loop !216

for.end:                                          ; preds = %for.cond2
  %15 = load ptr, ptr %cluster.addr, align 8, !dbg !217
  %16 = load i32, ptr %i, align 4, !dbg !218
  %idxprom11 = sext i32 %16 to i64, !dbg !217
  %arrayidx12 = getelementptr inbounds i32, ptr %15, i64 %idxprom11, !dbg !217
  %17 = load i32, ptr %arrayidx12, align 4, !dbg !217
  %18 = load i32, ptr %nearest, align 4, !dbg !219
  %cmp13 = icmp ne i32 %17, %18, !dbg !220
  br i1 %cmp13, label %if.then14, label %if.end17, !dbg !220

if.then14:                                        ; preds = %for.end
  %19 = load i32, ptr %nearest, align 4, !dbg !221
  %20 = load ptr, ptr %cluster.addr, align 8, !dbg !222
  %21 = load i32, ptr %i, align 4, !dbg !223
  %idxprom15 = sext i32 %21 to i64, !dbg !222
  %arrayidx16 = getelementptr inbounds i32, ptr %20, i64 %idxprom15, !dbg !222
  store i32 %19, ptr %arrayidx16, align 4, !dbg !224
  store i8 1, ptr %moved, align 1, !dbg !225
  br label %if.end17, !dbg !226

if.end17:                                         ; preds = %if.then14, %for.end
  br label %for.inc18, !dbg !227

for.inc18:                                        ; preds = %if.end17
  %22 = load i32, ptr %i, align 4, !dbg !228
  %inc19 = add nsw i32 %22, 1, !dbg !228
  store i32 %inc19, ptr %i, align 4, !dbg !228
  br label %for.cond, !dbg !188, !llvm.loop !229

for.end20:                                        ; preds = %for.cond
  %23 = load i8, ptr %moved, align 1, !dbg !230
  %loadedv = trunc i8 %23 to i1, !dbg !230
  ret i1 %loadedv, !dbg !231
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @update(i32 noundef %n, ptr noundef %points, ptr noundef %cluster, ptr noundef %centres) #0 !dbg !232 {
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
  call void @llvm.memset.p0.i64(ptr align 16 %sum, i8 0, i64 64, i1 false), !dbg !233
  call void @llvm.memset.p0.i64(ptr align 16 %count, i8 0, i64 16, i1 false), !dbg !234
  store i32 0, ptr %i, align 4, !dbg !235
  br label %for.cond, !dbg !236

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !237
  %1 = load i32, ptr %n.addr, align 4, !dbg !238
  %cmp = icmp slt i32 %0, %1, !dbg !239
  br i1 %cmp, label %for.body, label %for.end, !dbg !240

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %cluster.addr, align 8, !dbg !241
  %3 = load i32, ptr %i, align 4, !dbg !242
  %idxprom = sext i32 %3 to i64, !dbg !241
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom, !dbg !241
  %4 = load i32, ptr %arrayidx, align 4, !dbg !241
  store i32 %4, ptr %k, align 4, !dbg !243
  %5 = load ptr, ptr %points.addr, align 8, !dbg !244
  %6 = load i32, ptr %i, align 4, !dbg !245
  %idxprom1 = sext i32 %6 to i64, !dbg !244
  %arrayidx2 = getelementptr inbounds %struct.point, ptr %5, i64 %idxprom1, !dbg !244
  %x = getelementptr inbounds nuw %struct.point, ptr %arrayidx2, i32 0, i32 0, !dbg !246
  %7 = load double, ptr %x, align 8, !dbg !246
  %8 = load i32, ptr %k, align 4, !dbg !247
  %idxprom3 = sext i32 %8 to i64, !dbg !248
  %arrayidx4 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom3, !dbg !248
  %x5 = getelementptr inbounds nuw %struct.point, ptr %arrayidx4, i32 0, i32 0, !dbg !249
  %9 = load double, ptr %x5, align 16, !dbg !250
  %add = fadd double %9, %7, !dbg !250
  store double %add, ptr %x5, align 16, !dbg !250
  %10 = load ptr, ptr %points.addr, align 8, !dbg !251
  %11 = load i32, ptr %i, align 4, !dbg !252
  %idxprom6 = sext i32 %11 to i64, !dbg !251
  %arrayidx7 = getelementptr inbounds %struct.point, ptr %10, i64 %idxprom6, !dbg !251
  %y = getelementptr inbounds nuw %struct.point, ptr %arrayidx7, i32 0, i32 1, !dbg !253
  %12 = load double, ptr %y, align 8, !dbg !253
  %13 = load i32, ptr %k, align 4, !dbg !254
  %idxprom8 = sext i32 %13 to i64, !dbg !255
  %arrayidx9 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom8, !dbg !255
  %y10 = getelementptr inbounds nuw %struct.point, ptr %arrayidx9, i32 0, i32 1, !dbg !256
  %14 = load double, ptr %y10, align 8, !dbg !257
  %add11 = fadd double %14, %12, !dbg !257
  store double %add11, ptr %y10, align 8, !dbg !257
  %15 = load i32, ptr %k, align 4, !dbg !258
  %idxprom12 = sext i32 %15 to i64, !dbg !259
  %arrayidx13 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom12, !dbg !259
  %16 = load i32, ptr %arrayidx13, align 4, !dbg !260
  %inc = add nsw i32 %16, 1, !dbg !260
  store i32 %inc, ptr %arrayidx13, align 4, !dbg !260
  br label %for.inc, !dbg !261

for.inc:                                          ; preds = %for.body
  %17 = load i32, ptr %i, align 4, !dbg !262
  %inc14 = add nsw i32 %17, 1, !dbg !262
  store i32 %inc14, ptr %i, align 4, !dbg !262
  br label %for.cond, !dbg !240, !llvm.loop !263

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %k15, align 4, !dbg !264
  br label %for.cond16, !dbg !265

for.cond16:                                       ; preds = %for.inc40, %for.end
  %18 = load i32, ptr %k15, align 4, !dbg !266
  %cmp17 = icmp slt i32 %18, 4, !dbg !267
  br i1 %cmp17, label %for.body18, label %for.end42, !dbg !268

for.body18:                                       ; preds = %for.cond16
  %19 = load i32, ptr %k15, align 4, !dbg !269
  %idxprom19 = sext i32 %19 to i64, !dbg !270
  %arrayidx20 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom19, !dbg !270
  %20 = load i32, ptr %arrayidx20, align 4, !dbg !270
  %cmp21 = icmp sgt i32 %20, 0, !dbg !271
  br i1 %cmp21, label %if.then, label %if.end, !dbg !271

if.then:                                          ; preds = %for.body18
  %21 = load i32, ptr %k15, align 4, !dbg !272
  %idxprom22 = sext i32 %21 to i64, !dbg !273
  %arrayidx23 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom22, !dbg !273
  %x24 = getelementptr inbounds nuw %struct.point, ptr %arrayidx23, i32 0, i32 0, !dbg !274
  %22 = load double, ptr %x24, align 16, !dbg !274
  %23 = load i32, ptr %k15, align 4, !dbg !275
  %idxprom25 = sext i32 %23 to i64, !dbg !276
  %arrayidx26 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom25, !dbg !276
  %24 = load i32, ptr %arrayidx26, align 4, !dbg !276
  %conv = sitofp i32 %24 to double, !dbg !276
  %div = fdiv double %22, %conv, !dbg !277
  %25 = load ptr, ptr %centres.addr, align 8, !dbg !278
  %26 = load i32, ptr %k15, align 4, !dbg !279
  %idxprom27 = sext i32 %26 to i64, !dbg !278
  %arrayidx28 = getelementptr inbounds %struct.point, ptr %25, i64 %idxprom27, !dbg !278
  %x29 = getelementptr inbounds nuw %struct.point, ptr %arrayidx28, i32 0, i32 0, !dbg !280
  store double %div, ptr %x29, align 8, !dbg !281
  %27 = load i32, ptr %k15, align 4, !dbg !282
  %idxprom30 = sext i32 %27 to i64, !dbg !283
  %arrayidx31 = getelementptr inbounds [4 x %struct.point], ptr %sum, i64 0, i64 %idxprom30, !dbg !283
  %y32 = getelementptr inbounds nuw %struct.point, ptr %arrayidx31, i32 0, i32 1, !dbg !284
  %28 = load double, ptr %y32, align 8, !dbg !284
  %29 = load i32, ptr %k15, align 4, !dbg !285
  %idxprom33 = sext i32 %29 to i64, !dbg !286
  %arrayidx34 = getelementptr inbounds [4 x i32], ptr %count, i64 0, i64 %idxprom33, !dbg !286
  %30 = load i32, ptr %arrayidx34, align 4, !dbg !286
  %conv35 = sitofp i32 %30 to double, !dbg !286
  %div36 = fdiv double %28, %conv35, !dbg !287
  %31 = load ptr, ptr %centres.addr, align 8, !dbg !288
  %32 = load i32, ptr %k15, align 4, !dbg !289
  %idxprom37 = sext i32 %32 to i64, !dbg !288
  %arrayidx38 = getelementptr inbounds %struct.point, ptr %31, i64 %idxprom37, !dbg !288
  %y39 = getelementptr inbounds nuw %struct.point, ptr %arrayidx38, i32 0, i32 1, !dbg !290
  store double %div36, ptr %y39, align 8, !dbg !291
  br label %if.end, !dbg !292

if.end:                                           ; preds = %if.then, %for.body18
  br label %for.inc40, !dbg !293

for.inc40:                                        ; preds = %if.end
  %33 = load i32, ptr %k15, align 4, !dbg !294
  %inc41 = add nsw i32 %33, 1, !dbg !294
  store i32 %inc41, ptr %k15, align 4, !dbg !294
  br label %for.cond16, !dbg !268, !llvm.loop !295

for.end42:                                        ; preds = %for.cond16
  ret void, !dbg !296
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @squared_distance(ptr noundef %a, ptr noundef %b) #0 !dbg !297 {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca ptr, align 8
  %dx = alloca double, align 8
  %dy = alloca double, align 8
  store ptr %a, ptr %a.addr, align 8
  store ptr %b, ptr %b.addr, align 8
  %0 = load ptr, ptr %a.addr, align 8, !dbg !298
  %x = getelementptr inbounds nuw %struct.point, ptr %0, i32 0, i32 0, !dbg !299
  %1 = load double, ptr %x, align 8, !dbg !299
  %2 = load ptr, ptr %b.addr, align 8, !dbg !300
  %x1 = getelementptr inbounds nuw %struct.point, ptr %2, i32 0, i32 0, !dbg !301
  %3 = load double, ptr %x1, align 8, !dbg !301
  %sub = fsub double %1, %3, !dbg !302
  store double %sub, ptr %dx, align 8, !dbg !303
  %4 = load ptr, ptr %a.addr, align 8, !dbg !304
  %y = getelementptr inbounds nuw %struct.point, ptr %4, i32 0, i32 1, !dbg !305
  %5 = load double, ptr %y, align 8, !dbg !305
  %6 = load ptr, ptr %b.addr, align 8, !dbg !306
  %y2 = getelementptr inbounds nuw %struct.point, ptr %6, i32 0, i32 1, !dbg !307
  %7 = load double, ptr %y2, align 8, !dbg !307
  %sub3 = fsub double %5, %7, !dbg !308
  store double %sub3, ptr %dy, align 8, !dbg !309
  %8 = load double, ptr %dx, align 8, !dbg !310
  %9 = load double, ptr %dx, align 8, !dbg !311
  %10 = load double, ptr %dy, align 8, !dbg !312
  %11 = load double, ptr %dy, align 8, !dbg !313
  %mul4 = fmul double %10, %11, !dbg !314
  %12 = call double @llvm.fmuladd.f64(double %8, double %9, double %mul4), !dbg !315
  ret double %12, !dbg !316
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

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "kmeans.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 99, type: !10, scopeLine: 100, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 101, column: 23, scope: !9)
!13 = !DILocation(line: 101, column: 29, scope: !9)
!14 = !DILocation(line: 101, column: 13, scope: !9)
!15 = !DILocation(line: 101, column: 9, scope: !9)
!16 = !DILocation(line: 102, column: 37, scope: !9)
!17 = !DILocation(line: 102, column: 28, scope: !9)
!18 = !DILocation(line: 102, column: 19, scope: !9)
!19 = !DILocation(line: 103, column: 29, scope: !9)
!20 = !DILocation(line: 103, column: 20, scope: !9)
!21 = !DILocation(line: 103, column: 10, scope: !9)
!22 = !DILocation(line: 105, column: 9, scope: !9)
!23 = !DILocation(line: 106, column: 13, scope: !9)
!24 = !DILocation(line: 107, column: 12, scope: !9)
!25 = !DILocation(line: 109, column: 14, scope: !9)
!26 = !DILocation(line: 109, column: 10, scope: !9)
!27 = !DILocation(line: 109, column: 21, scope: !9)
!28 = !DILocation(line: 109, column: 25, scope: !9)
!29 = !DILocation(line: 109, column: 23, scope: !9)
!30 = !DILocation(line: 109, column: 5, scope: !9)
!31 = !DILocation(line: 110, column: 23, scope: !9)
!32 = !DILocation(line: 110, column: 9, scope: !9)
!33 = !DILocation(line: 110, column: 16, scope: !9)
!34 = !DILocation(line: 110, column: 19, scope: !9)
!35 = !DILocation(line: 110, column: 21, scope: !9)
!36 = !DILocation(line: 111, column: 23, scope: !9)
!37 = !DILocation(line: 111, column: 9, scope: !9)
!38 = !DILocation(line: 111, column: 16, scope: !9)
!39 = !DILocation(line: 111, column: 19, scope: !9)
!40 = !DILocation(line: 111, column: 21, scope: !9)
!41 = !DILocation(line: 112, column: 9, scope: !9)
!42 = !DILocation(line: 112, column: 17, scope: !9)
!43 = !DILocation(line: 112, column: 20, scope: !9)
!44 = !DILocation(line: 113, column: 5, scope: !9)
!45 = !DILocation(line: 109, column: 29, scope: !9)
!46 = distinct !{!46, !30, !44, !47}
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 114, column: 14, scope: !9)
!49 = !DILocation(line: 114, column: 10, scope: !9)
!50 = !DILocation(line: 114, column: 21, scope: !9)
!51 = !DILocation(line: 114, column: 23, scope: !9)
!52 = !DILocation(line: 114, column: 5, scope: !9)
!53 = !DILocation(line: 115, column: 17, scope: !9)
!54 = !DILocation(line: 115, column: 9, scope: !9)
!55 = !DILocation(line: 115, column: 22, scope: !9)
!56 = !DILocation(line: 115, column: 29, scope: !9)
!57 = !DILocation(line: 114, column: 36, scope: !9)
!58 = distinct !{!58, !52, !59, !47}
!59 = !DILocation(line: 115, column: 30, scope: !9)
!60 = !DILocation(line: 116, column: 5, scope: !9)
!61 = !DILocation(line: 116, column: 12, scope: !9)
!62 = !DILocation(line: 116, column: 23, scope: !9)
!63 = !DILocation(line: 116, column: 41, scope: !9)
!64 = !DILocation(line: 116, column: 51, scope: !9)
!65 = !DILocation(line: 116, column: 54, scope: !9)
!66 = !DILocation(line: 116, column: 62, scope: !9)
!67 = !DILocation(line: 116, column: 71, scope: !9)
!68 = !DILocation(line: 116, column: 44, scope: !9)
!69 = !DILocation(line: 0, scope: !9)
!70 = !DILocation(line: 117, column: 16, scope: !9)
!71 = !DILocation(line: 117, column: 19, scope: !9)
!72 = !DILocation(line: 117, column: 27, scope: !9)
!73 = !DILocation(line: 117, column: 36, scope: !9)
!74 = !DILocation(line: 117, column: 9, scope: !9)
!75 = !DILocation(line: 118, column: 19, scope: !9)
!76 = distinct !{!76, !60, !77, !47}
!77 = !DILocation(line: 119, column: 5, scope: !9)
!78 = !DILocation(line: 121, column: 14, scope: !9)
!79 = !DILocation(line: 121, column: 10, scope: !9)
!80 = !DILocation(line: 121, column: 21, scope: !9)
!81 = !DILocation(line: 121, column: 25, scope: !9)
!82 = !DILocation(line: 121, column: 23, scope: !9)
!83 = !DILocation(line: 121, column: 5, scope: !9)
!84 = !DILocation(line: 122, column: 38, scope: !9)
!85 = !DILocation(line: 122, column: 45, scope: !9)
!86 = !DILocation(line: 122, column: 58, scope: !9)
!87 = !DILocation(line: 122, column: 66, scope: !9)
!88 = !DILocation(line: 122, column: 50, scope: !9)
!89 = !DILocation(line: 122, column: 20, scope: !9)
!90 = !DILocation(line: 122, column: 17, scope: !9)
!91 = !DILocation(line: 123, column: 31, scope: !9)
!92 = !DILocation(line: 123, column: 33, scope: !9)
!93 = !DILocation(line: 123, column: 21, scope: !9)
!94 = !DILocation(line: 123, column: 40, scope: !9)
!95 = !DILocation(line: 123, column: 48, scope: !9)
!96 = !DILocation(line: 123, column: 38, scope: !9)
!97 = !DILocation(line: 123, column: 18, scope: !9)
!98 = !DILocation(line: 124, column: 5, scope: !9)
!99 = !DILocation(line: 121, column: 29, scope: !9)
!100 = distinct !{!100, !83, !98, !47}
!101 = !DILocation(line: 125, column: 42, scope: !9)
!102 = !DILocation(line: 125, column: 45, scope: !9)
!103 = !DILocation(line: 125, column: 5, scope: !9)
!104 = !DILocation(line: 126, column: 14, scope: !9)
!105 = !DILocation(line: 126, column: 10, scope: !9)
!106 = !DILocation(line: 126, column: 21, scope: !9)
!107 = !DILocation(line: 126, column: 23, scope: !9)
!108 = !DILocation(line: 126, column: 5, scope: !9)
!109 = !DILocation(line: 127, column: 42, scope: !9)
!110 = !DILocation(line: 127, column: 53, scope: !9)
!111 = !DILocation(line: 127, column: 45, scope: !9)
!112 = !DILocation(line: 127, column: 56, scope: !9)
!113 = !DILocation(line: 127, column: 67, scope: !9)
!114 = !DILocation(line: 127, column: 59, scope: !9)
!115 = !DILocation(line: 127, column: 70, scope: !9)
!116 = !DILocation(line: 127, column: 9, scope: !9)
!117 = !DILocation(line: 126, column: 36, scope: !9)
!118 = distinct !{!118, !108, !119, !47}
!119 = !DILocation(line: 127, column: 71, scope: !9)
!120 = !DILocation(line: 128, column: 46, scope: !9)
!121 = !DILocation(line: 128, column: 66, scope: !9)
!122 = !DILocation(line: 128, column: 5, scope: !9)
!123 = !DILocation(line: 129, column: 10, scope: !9)
!124 = !DILocation(line: 129, column: 5, scope: !9)
!125 = !DILocation(line: 130, column: 10, scope: !9)
!126 = !DILocation(line: 130, column: 5, scope: !9)
!127 = !DILocation(line: 131, column: 5, scope: !9)
!128 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 28, type: !10, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!129 = !DILocation(line: 32, column: 9, scope: !128)
!130 = !DILocation(line: 32, column: 14, scope: !128)
!131 = !DILocation(line: 33, column: 9, scope: !128)
!132 = !DILocation(line: 34, column: 19, scope: !128)
!133 = !DILocation(line: 34, column: 12, scope: !128)
!134 = !DILocation(line: 34, column: 10, scope: !128)
!135 = !DILocation(line: 35, column: 9, scope: !128)
!136 = !DILocation(line: 35, column: 14, scope: !128)
!137 = !DILocation(line: 35, column: 18, scope: !128)
!138 = !DILocation(line: 35, column: 21, scope: !128)
!139 = !DILocation(line: 35, column: 28, scope: !128)
!140 = !DILocation(line: 35, column: 25, scope: !128)
!141 = !DILocation(line: 35, column: 36, scope: !128)
!142 = !DILocation(line: 35, column: 40, scope: !128)
!143 = !DILocation(line: 35, column: 39, scope: !128)
!144 = !DILocation(line: 35, column: 44, scope: !128)
!145 = !DILocation(line: 35, column: 52, scope: !128)
!146 = !DILocation(line: 35, column: 55, scope: !128)
!147 = !DILocation(line: 35, column: 60, scope: !128)
!148 = !DILocation(line: 35, column: 71, scope: !128)
!149 = !DILocation(line: 35, column: 74, scope: !128)
!150 = !DILocation(line: 35, column: 79, scope: !128)
!151 = !DILocation(line: 36, column: 17, scope: !128)
!152 = !DILocation(line: 36, column: 9, scope: !128)
!153 = !DILocation(line: 38, column: 9, scope: !128)
!154 = !DILocation(line: 40, column: 17, scope: !128)
!155 = !DILocation(line: 40, column: 12, scope: !128)
!156 = !DILocation(line: 40, column: 5, scope: !128)
!157 = !DILocation(line: 41, column: 1, scope: !128)
!158 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 43, type: !10, scopeLine: 44, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!159 = !DILocation(line: 45, column: 34, scope: !158)
!160 = !DILocation(line: 45, column: 26, scope: !158)
!161 = !DILocation(line: 45, column: 41, scope: !158)
!162 = !DILocation(line: 45, column: 19, scope: !158)
!163 = !DILocation(line: 45, column: 11, scope: !158)
!164 = !DILocation(line: 46, column: 9, scope: !158)
!165 = !DILocation(line: 46, column: 15, scope: !158)
!166 = !DILocation(line: 47, column: 42, scope: !158)
!167 = !DILocation(line: 47, column: 9, scope: !158)
!168 = !DILocation(line: 48, column: 9, scope: !158)
!169 = !DILocation(line: 50, column: 12, scope: !158)
!170 = !DILocation(line: 50, column: 5, scope: !158)
!171 = distinct !DISubprogram(name: "uniform", scope: !1, file: !1, line: 22, type: !10, scopeLine: 23, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!172 = !DILocation(line: 24, column: 20, scope: !171)
!173 = !DILocation(line: 24, column: 33, scope: !171)
!174 = !DILocation(line: 24, column: 65, scope: !171)
!175 = !DILocation(line: 24, column: 18, scope: !171)
!176 = !DILocation(line: 25, column: 21, scope: !171)
!177 = !DILocation(line: 25, column: 34, scope: !171)
!178 = !DILocation(line: 25, column: 12, scope: !171)
!179 = !DILocation(line: 25, column: 41, scope: !171)
!180 = !DILocation(line: 25, column: 5, scope: !171)
!181 = distinct !DISubprogram(name: "assign", scope: !1, file: !1, line: 60, type: !10, scopeLine: 61, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!182 = !DILocation(line: 62, column: 10, scope: !181)
!183 = !DILocation(line: 63, column: 14, scope: !181)
!184 = !DILocation(line: 63, column: 10, scope: !181)
!185 = !DILocation(line: 63, column: 21, scope: !181)
!186 = !DILocation(line: 63, column: 25, scope: !181)
!187 = !DILocation(line: 63, column: 23, scope: !181)
!188 = !DILocation(line: 63, column: 5, scope: !181)
!189 = !DILocation(line: 64, column: 13, scope: !181)
!190 = !DILocation(line: 65, column: 42, scope: !181)
!191 = !DILocation(line: 65, column: 49, scope: !181)
!192 = !DILocation(line: 65, column: 54, scope: !181)
!193 = !DILocation(line: 65, column: 24, scope: !181)
!194 = !DILocation(line: 65, column: 16, scope: !181)
!195 = !DILocation(line: 66, column: 18, scope: !181)
!196 = !DILocation(line: 66, column: 14, scope: !181)
!197 = !DILocation(line: 66, column: 25, scope: !181)
!198 = !DILocation(line: 66, column: 27, scope: !181)
!199 = !DILocation(line: 66, column: 9, scope: !181)
!200 = !DILocation(line: 67, column: 49, scope: !181)
!201 = !DILocation(line: 67, column: 56, scope: !181)
!202 = !DILocation(line: 67, column: 61, scope: !181)
!203 = !DILocation(line: 67, column: 69, scope: !181)
!204 = !DILocation(line: 67, column: 31, scope: !181)
!205 = !DILocation(line: 67, column: 20, scope: !181)
!206 = !DILocation(line: 68, column: 17, scope: !181)
!207 = !DILocation(line: 68, column: 28, scope: !181)
!208 = !DILocation(line: 68, column: 26, scope: !181)
!209 = !DILocation(line: 69, column: 25, scope: !181)
!210 = !DILocation(line: 69, column: 23, scope: !181)
!211 = !DILocation(line: 70, column: 27, scope: !181)
!212 = !DILocation(line: 70, column: 25, scope: !181)
!213 = !DILocation(line: 71, column: 13, scope: !181)
!214 = !DILocation(line: 72, column: 9, scope: !181)
!215 = !DILocation(line: 66, column: 40, scope: !181)
!216 = distinct !{!216, !199, !214, !47}
!217 = !DILocation(line: 73, column: 13, scope: !181)
!218 = !DILocation(line: 73, column: 21, scope: !181)
!219 = !DILocation(line: 73, column: 27, scope: !181)
!220 = !DILocation(line: 73, column: 24, scope: !181)
!221 = !DILocation(line: 74, column: 26, scope: !181)
!222 = !DILocation(line: 74, column: 13, scope: !181)
!223 = !DILocation(line: 74, column: 21, scope: !181)
!224 = !DILocation(line: 74, column: 24, scope: !181)
!225 = !DILocation(line: 75, column: 19, scope: !181)
!226 = !DILocation(line: 76, column: 9, scope: !181)
!227 = !DILocation(line: 77, column: 5, scope: !181)
!228 = !DILocation(line: 63, column: 29, scope: !181)
!229 = distinct !{!229, !188, !227, !47}
!230 = !DILocation(line: 78, column: 12, scope: !181)
!231 = !DILocation(line: 78, column: 5, scope: !181)
!232 = distinct !DISubprogram(name: "update", scope: !1, file: !1, line: 82, type: !10, scopeLine: 83, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!233 = !DILocation(line: 84, column: 18, scope: !232)
!234 = !DILocation(line: 85, column: 9, scope: !232)
!235 = !DILocation(line: 86, column: 14, scope: !232)
!236 = !DILocation(line: 86, column: 10, scope: !232)
!237 = !DILocation(line: 86, column: 21, scope: !232)
!238 = !DILocation(line: 86, column: 25, scope: !232)
!239 = !DILocation(line: 86, column: 23, scope: !232)
!240 = !DILocation(line: 86, column: 5, scope: !232)
!241 = !DILocation(line: 87, column: 17, scope: !232)
!242 = !DILocation(line: 87, column: 25, scope: !232)
!243 = !DILocation(line: 87, column: 13, scope: !232)
!244 = !DILocation(line: 88, column: 21, scope: !232)
!245 = !DILocation(line: 88, column: 28, scope: !232)
!246 = !DILocation(line: 88, column: 31, scope: !232)
!247 = !DILocation(line: 88, column: 13, scope: !232)
!248 = !DILocation(line: 88, column: 9, scope: !232)
!249 = !DILocation(line: 88, column: 16, scope: !232)
!250 = !DILocation(line: 88, column: 18, scope: !232)
!251 = !DILocation(line: 89, column: 21, scope: !232)
!252 = !DILocation(line: 89, column: 28, scope: !232)
!253 = !DILocation(line: 89, column: 31, scope: !232)
!254 = !DILocation(line: 89, column: 13, scope: !232)
!255 = !DILocation(line: 89, column: 9, scope: !232)
!256 = !DILocation(line: 89, column: 16, scope: !232)
!257 = !DILocation(line: 89, column: 18, scope: !232)
!258 = !DILocation(line: 90, column: 15, scope: !232)
!259 = !DILocation(line: 90, column: 9, scope: !232)
!260 = !DILocation(line: 90, column: 17, scope: !232)
!261 = !DILocation(line: 91, column: 5, scope: !232)
!262 = !DILocation(line: 86, column: 29, scope: !232)
!263 = distinct !{!263, !240, !261, !47}
!264 = !DILocation(line: 92, column: 14, scope: !232)
!265 = !DILocation(line: 92, column: 10, scope: !232)
!266 = !DILocation(line: 92, column: 21, scope: !232)
!267 = !DILocation(line: 92, column: 23, scope: !232)
!268 = !DILocation(line: 92, column: 5, scope: !232)
!269 = !DILocation(line: 93, column: 19, scope: !232)
!270 = !DILocation(line: 93, column: 13, scope: !232)
!271 = !DILocation(line: 93, column: 22, scope: !232)
!272 = !DILocation(line: 94, column: 32, scope: !232)
!273 = !DILocation(line: 94, column: 28, scope: !232)
!274 = !DILocation(line: 94, column: 35, scope: !232)
!275 = !DILocation(line: 94, column: 45, scope: !232)
!276 = !DILocation(line: 94, column: 39, scope: !232)
!277 = !DILocation(line: 94, column: 37, scope: !232)
!278 = !DILocation(line: 94, column: 13, scope: !232)
!279 = !DILocation(line: 94, column: 21, scope: !232)
!280 = !DILocation(line: 94, column: 24, scope: !232)
!281 = !DILocation(line: 94, column: 26, scope: !232)
!282 = !DILocation(line: 95, column: 32, scope: !232)
!283 = !DILocation(line: 95, column: 28, scope: !232)
!284 = !DILocation(line: 95, column: 35, scope: !232)
!285 = !DILocation(line: 95, column: 45, scope: !232)
!286 = !DILocation(line: 95, column: 39, scope: !232)
!287 = !DILocation(line: 95, column: 37, scope: !232)
!288 = !DILocation(line: 95, column: 13, scope: !232)
!289 = !DILocation(line: 95, column: 21, scope: !232)
!290 = !DILocation(line: 95, column: 24, scope: !232)
!291 = !DILocation(line: 95, column: 26, scope: !232)
!292 = !DILocation(line: 96, column: 9, scope: !232)
!293 = !DILocation(line: 93, column: 24, scope: !232)
!294 = !DILocation(line: 92, column: 36, scope: !232)
!295 = distinct !{!295, !268, !292, !47}
!296 = !DILocation(line: 97, column: 1, scope: !232)
!297 = distinct !DISubprogram(name: "squared_distance", scope: !1, file: !1, line: 53, type: !10, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!298 = !DILocation(line: 55, column: 17, scope: !297)
!299 = !DILocation(line: 55, column: 20, scope: !297)
!300 = !DILocation(line: 55, column: 24, scope: !297)
!301 = !DILocation(line: 55, column: 27, scope: !297)
!302 = !DILocation(line: 55, column: 22, scope: !297)
!303 = !DILocation(line: 55, column: 12, scope: !297)
!304 = !DILocation(line: 55, column: 35, scope: !297)
!305 = !DILocation(line: 55, column: 38, scope: !297)
!306 = !DILocation(line: 55, column: 42, scope: !297)
!307 = !DILocation(line: 55, column: 45, scope: !297)
!308 = !DILocation(line: 55, column: 40, scope: !297)
!309 = !DILocation(line: 55, column: 30, scope: !297)
!310 = !DILocation(line: 56, column: 12, scope: !297)
!311 = !DILocation(line: 56, column: 17, scope: !297)
!312 = !DILocation(line: 56, column: 22, scope: !297)
!313 = !DILocation(line: 56, column: 27, scope: !297)
!314 = !DILocation(line: 56, column: 25, scope: !297)
!315 = !DILocation(line: 56, column: 20, scope: !297)
!316 = !DILocation(line: 56, column: 5, scope: !297)

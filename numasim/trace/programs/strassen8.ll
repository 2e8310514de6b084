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
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
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
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %n, align 4, !dbg !15
  %2 = load i32, ptr %n, align 4, !dbg !16
  %mul = mul nsw i32 3, %2, !dbg !17
  %3 = load i32, ptr %n, align 4, !dbg !18
  %mul1 = mul nsw i32 %mul, %3, !dbg !19
  %call2 = call ptr @allocate(i32 noundef %mul1), !dbg !20
  store ptr %call2, ptr %entries, align 8, !dbg !21
  %entry3 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !22
  %4 = load ptr, ptr %entries, align 8, !dbg !23
  store ptr %4, ptr %entry3, align 8, !dbg !22
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !22
  %5 = load i32, ptr %n, align 4, !dbg !24
  store i32 %5, ptr %stride, align 8, !dbg !22
  %6 = getelementptr i8, ptr %a, i64 12, !dbg !22
  call void @llvm.memset.p0.i64(ptr align 4 %6, i8 0, i64 4, i1 false), !dbg !22
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !25
  %7 = load ptr, ptr %entries, align 8, !dbg !26
  %8 = load i32, ptr %n, align 4, !dbg !27
  %9 = load i32, ptr %n, align 4, !dbg !28
  %mul5 = mul nsw i32 %8, %9, !dbg !29
  %idx.ext = sext i32 %mul5 to i64, !dbg !30
  %add.ptr = getelementptr inbounds double, ptr %7, i64 %idx.ext, !dbg !30
  store ptr %add.ptr, ptr %entry4, align 8, !dbg !25
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !25
  %10 = load i32, ptr %n, align 4, !dbg !31
  store i32 %10, ptr %stride6, align 8, !dbg !25
  %11 = getelementptr i8, ptr %b, i64 12, !dbg !25
  call void @llvm.memset.p0.i64(ptr align 4 %11, i8 0, i64 4, i1 false), !dbg !25
  %entry7 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !32
  %12 = load ptr, ptr %entries, align 8, !dbg !33
  %13 = load i32, ptr %n, align 4, !dbg !34
  %mul8 = mul nsw i32 2, %13, !dbg !35
  %14 = load i32, ptr %n, align 4, !dbg !36
  %mul9 = mul nsw i32 %mul8, %14, !dbg !37
  %idx.ext10 = sext i32 %mul9 to i64, !dbg !38
  %add.ptr11 = getelementptr inbounds double, ptr %12, i64 %idx.ext10, !dbg !38
  store ptr %add.ptr11, ptr %entry7, align 8, !dbg !32
  %stride12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !32
  %15 = load i32, ptr %n, align 4, !dbg !39
  store i32 %15, ptr %stride12, align 8, !dbg !32
  %16 = getelementptr i8, ptr %c, i64 12, !dbg !32
  call void @llvm.memset.p0.i64(ptr align 4 %16, i8 0, i64 4, i1 false), !dbg !32
  store double 0.000000e+00, ptr %trace, align 8, !dbg !40
  store double 0.000000e+00, ptr %checksum, align 8, !dbg !41
  %17 = load i32, ptr %n, align 4, !dbg !42
  %18 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !43
  %19 = load ptr, ptr %18, align 8, !dbg !43
  %20 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !43
  %21 = load i32, ptr %20, align 8, !dbg !43
  call void @fill(i32 noundef %17, ptr %19, i32 %21), !dbg !43
  %22 = load i32, ptr %n, align 4, !dbg !44
  %23 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !45
  %24 = load ptr, ptr %23, align 8, !dbg !45
  %25 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !45
  %26 = load i32, ptr %25, align 8, !dbg !45
  call void @fill(i32 noundef %22, ptr %24, i32 %26), !dbg !45
  %27 = load i32, ptr %n, align 4, !dbg !46
  %28 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !47
  %29 = load ptr, ptr %28, align 8, !dbg !47
  %30 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !47
  %31 = load i32, ptr %30, align 8, !dbg !47
  %32 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !47
  %33 = load ptr, ptr %32, align 8, !dbg !47
  %34 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !47
  %35 = load i32, ptr %34, align 8, !dbg !47
  call void @strassen(i32 noundef %27, ptr %29, i32 %31, ptr %33, i32 %35, ptr noundef byval(%struct.matrix) align 8 %c), !dbg !47
  store i32 0, ptr %i, align 4, !dbg !48
  br label %for.cond, !dbg !49

for.cond:                                         ; preds = %for.inc28, %entry
  %36 = load i32, ptr %i, align 4, !dbg !50
  %37 = load i32, ptr %n, align 4, !dbg !51
  %cmp = icmp slt i32 %36, %37, !dbg !52
  br i1 %cmp, label %for.body, label %for.end30, !dbg !53

for.body:                                         ; preds = %for.cond
  %entry13 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !54
  %38 = load ptr, ptr %entry13, align 8, !dbg !54
  %39 = load i32, ptr %i, align 4, !dbg !55
  %40 = load i32, ptr %n, align 4, !dbg !56
  %mul14 = mul nsw i32 %39, %40, !dbg !57
  %41 = load i32, ptr %i, align 4, !dbg !58
  %add = add nsw i32 %mul14, %41, !dbg !59
  %idxprom = sext i32 %add to i64, !dbg !60
  %arrayidx = getelementptr inbounds double, ptr %38, i64 %idxprom, !dbg !60
  %42 = load double, ptr %arrayidx, align 8, !dbg !60
  %43 = load double, ptr %trace, align 8, !dbg !61
  %add15 = fadd double %43, %42, !dbg !61
  store double %add15, ptr %trace, align 8, !dbg !61
  store i32 0, ptr %j, align 4, !dbg !62
  br label %for.cond16, !dbg !63

for.cond16:                                       ; preds = %for.inc, %for.body
  %44 = load i32, ptr %j, align 4, !dbg !64
  %45 = load i32, ptr %n, align 4, !dbg !65
  %cmp17 = icmp slt i32 %44, %45, !dbg !66
  br i1 %cmp17, label %for.body18, label %for.end, !dbg !67

for.body18:                                       ; preds = %for.cond16
  %46 = load i32, ptr %i, align 4, !dbg !68
  %47 = load i32, ptr %n, align 4, !dbg !69
  %mul19 = mul nsw i32 %46, %47, !dbg !70
  %48 = load i32, ptr %j, align 4, !dbg !71
  %add20 = add nsw i32 %mul19, %48, !dbg !72
  %add21 = add nsw i32 %add20, 1, !dbg !73
  %conv = sitofp i32 %add21 to double, !dbg !74
  %entry22 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !75
  %49 = load ptr, ptr %entry22, align 8, !dbg !75
  %50 = load i32, ptr %i, align 4, !dbg !76
  %51 = load i32, ptr %n, align 4, !dbg !77
  %mul23 = mul nsw i32 %50, %51, !dbg !78
  %52 = load i32, ptr %j, align 4, !dbg !79
  %add24 = add nsw i32 %mul23, %52, !dbg !80
  %idxprom25 = sext i32 %add24 to i64, !dbg !81
  %arrayidx26 = getelementptr inbounds double, ptr %49, i64 %idxprom25, !dbg !81
  %53 = load double, ptr %arrayidx26, align 8, !dbg !81
  %54 = load double, ptr %checksum, align 8, !dbg !82
  %55 = call double @llvm.fmuladd.f64(double %conv, double %53, double %54), !dbg !82
  store double %55, ptr %checksum, align 8, !dbg !82
  br label %for.inc, !dbg !83

for.inc:                                          ; preds = %for.body18
  %56 = load i32, ptr %j, align 4, !dbg !84
  %inc = add nsw i32 %56, 1, !dbg !84
  store i32 %inc, ptr %j, align 4, !dbg !84
  br label %for.cond16, !dbg !67, !llvm.loop !85

for.end:                                          ; preds = %for.cond16
  br label %for.inc28, !dbg !88

for.inc28:                                        ; preds = %for.end
  %57 = load i32, ptr %i, align 4, !dbg !89
  %inc29 = add nsw i32 %57, 1, !dbg !89
  store i32 %inc29, ptr %i, align 4, !dbg !89
  br label %for.cond, !dbg !53, !llvm.loop !90

for.end30:                                        ; preds = %for.cond
  %58 = load i32, ptr %n, align 4, !dbg !91
  %59 = load double, ptr %trace, align 8, !dbg !92
  %60 = load double, ptr %checksum, align 8, !dbg !93
  %call31 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %58, double noundef %59, double noundef %60), !dbg !94
  %61 = load ptr, ptr %entries, align 8, !dbg !95
  call void @free(ptr noundef %61) #8, !dbg !96
  ret i32 0, !dbg !97
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !98 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !99
  %cmp = icmp eq i32 %0, 1, !dbg !100
  br i1 %cmp, label %if.then, label %if.end, !dbg !100

if.then:                                          ; preds = %entry
  store i32 8, ptr %retval, align 4, !dbg !101
  br label %return, !dbg !101

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !102
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !102
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !102
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #8, !dbg !103
  store i64 %call, ptr %size, align 8, !dbg !104
  %3 = load i32, ptr %argc.addr, align 4, !dbg !105
  %cmp1 = icmp sgt i32 %3, 2, !dbg !106
  br i1 %cmp1, label %if.then12, label %lor.lhs.false, !dbg !107

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !108
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !109
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !109
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !109
  %cmp3 = icmp eq ptr %4, %6, !dbg !110
  br i1 %cmp3, label %if.then12, label %lor.lhs.false4, !dbg !111

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !112
  %8 = load i8, ptr %7, align 1, !dbg !113
  %conv = sext i8 %8 to i32, !dbg !113
  %cmp5 = icmp ne i32 %conv, 0, !dbg !114
  br i1 %cmp5, label %if.then12, label %lor.lhs.false7, !dbg !115

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !116
  %cmp8 = icmp sgt i64 %9, 1024, !dbg !117
  br i1 %cmp8, label %if.then12, label %lor.lhs.false10, !dbg !118

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !119
  %call11 = call zeroext i1 @is_power_of_two(i64 noundef %10), !dbg !120
  br i1 %call11, label %if.end14, label %if.then12, !dbg !118

if.then12:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !121
  %call13 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.1, i32 noundef 1024, i32 noundef 8) #8, !dbg !122
  call void @exit(i32 noundef 2) #9, !dbg !123
  unreachable, !dbg !123

if.end14:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !124
  %conv15 = trunc i64 %12 to i32, !dbg !125
  store i32 %conv15, ptr %retval, align 4, !dbg !126
  br label %return, !dbg !126

return:                                           ; preds = %if.end14, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !127
  ret i32 %13, !dbg !127
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count) #0 !dbg !128 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4, !dbg !129
  %conv = sext i32 %0 to i64, !dbg !130
  %mul = mul i64 %conv, 8, !dbg !131
  %call = call noalias ptr @malloc(i64 noundef %mul) #10, !dbg !132
  store ptr %call, ptr %block, align 8, !dbg !133
  %1 = load ptr, ptr %block, align 8, !dbg !134
  %cmp = icmp eq ptr %1, null, !dbg !135
  br i1 %cmp, label %if.then, label %if.end, !dbg !135

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8, !dbg !136
  %call2 = call i32 @fputs(ptr noundef @.str.2, ptr noundef %2), !dbg !137
  call void @exit(i32 noundef 1) #9, !dbg !138
  unreachable, !dbg !138

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8, !dbg !139
  ret ptr %3, !dbg !140
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @fill(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1) #0 !dbg !141 {
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
  store i32 0, ptr %i, align 4, !dbg !142
  br label %for.cond, !dbg !143

for.cond:                                         ; preds = %for.inc5, %entry
  %2 = load i32, ptr %i, align 4, !dbg !144
  %3 = load i32, ptr %n.addr, align 4, !dbg !145
  %cmp = icmp slt i32 %2, %3, !dbg !146
  br i1 %cmp, label %for.body, label %for.end7, !dbg !147

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !148
  br label %for.cond1, !dbg !149

for.cond1:                                        ; preds = %for.inc, %for.body
  %4 = load i32, ptr %j, align 4, !dbg !150
  %5 = load i32, ptr %n.addr, align 4, !dbg !151
  %cmp2 = icmp slt i32 %4, %5, !dbg !152
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !153

for.body3:                                        ; preds = %for.cond1
  %call = call double @symmetric(), !dbg !154
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !155
  %6 = load ptr, ptr %entry4, align 8, !dbg !155
  %7 = load i32, ptr %i, align 4, !dbg !156
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !157
  %8 = load i32, ptr %stride, align 8, !dbg !157
  %mul = mul nsw i32 %7, %8, !dbg !158
  %9 = load i32, ptr %j, align 4, !dbg !159
  %add = add nsw i32 %mul, %9, !dbg !160
  %idxprom = sext i32 %add to i64, !dbg !161
  %arrayidx = getelementptr inbounds double, ptr %6, i64 %idxprom, !dbg !161
  store double %call, ptr %arrayidx, align 8, !dbg !162
  br label %for.inc, !dbg !161

for.inc:                                          ; preds = %for.body3
  %10 = load i32, ptr %j, align 4, !dbg !163
  %inc = add nsw i32 %10, 1, !dbg !163
  store i32 %inc, ptr %j, align 4, !dbg !163
  br label %for.cond1, !dbg !153, !llvm.loop !164

for.end:                                          ; preds = %for.cond1
  br label %for.inc5, !dbg !165

for.inc5:                                         ; preds = %for.end
  %11 = load i32, ptr %i, align 4, !dbg !166
  %inc6 = add nsw i32 %11, 1, !dbg !166
  store i32 %inc6, ptr %i, align 4, !dbg !166
  br label %for.cond, !dbg !147, !llvm.loop !167

for.end7:                                         ; preds = %for.cond
  ret void, !dbg !168
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @strassen(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !169 {
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
  %4 = load i32, ptr %n.addr, align 4, !dbg !170
  %cmp = icmp sle i32 %4, 2, !dbg !171
  br i1 %cmp, label %if.then, label %if.end, !dbg !171

if.then:                                          ; preds = %entry
  %5 = load i32, ptr %n.addr, align 4, !dbg !172
  %6 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !173
  %7 = load ptr, ptr %6, align 8, !dbg !173
  %8 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !173
  %9 = load i32, ptr %8, align 8, !dbg !173
  %10 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !173
  %11 = load ptr, ptr %10, align 8, !dbg !173
  %12 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !173
  %13 = load i32, ptr %12, align 8, !dbg !173
  call void @multiply_by_definition(i32 noundef %5, ptr %7, i32 %9, ptr %11, i32 %13, ptr noundef byval(%struct.matrix) align 8 %c), !dbg !173
  br label %return, !dbg !174

if.end:                                           ; preds = %entry
  %14 = load i32, ptr %n.addr, align 4, !dbg !175
  %div = sdiv i32 %14, 2, !dbg !176
  store i32 %div, ptr %h, align 4, !dbg !177
  %15 = load i32, ptr %h, align 4, !dbg !178
  %16 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !179
  %17 = load ptr, ptr %16, align 8, !dbg !179
  %18 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !179
  %19 = load i32, ptr %18, align 8, !dbg !179
  %call = call { ptr, i32 } @block(i32 noundef %15, ptr %17, i32 %19, i32 noundef 0, i32 noundef 0), !dbg !179
  %20 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !179
  %21 = extractvalue { ptr, i32 } %call, 0, !dbg !179
  store ptr %21, ptr %20, align 8, !dbg !179
  %22 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !179
  %23 = extractvalue { ptr, i32 } %call, 1, !dbg !179
  store i32 %23, ptr %22, align 8, !dbg !179
  %24 = load i32, ptr %h, align 4, !dbg !180
  %25 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !181
  %26 = load ptr, ptr %25, align 8, !dbg !181
  %27 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !181
  %28 = load i32, ptr %27, align 8, !dbg !181
  %call1 = call { ptr, i32 } @block(i32 noundef %24, ptr %26, i32 %28, i32 noundef 0, i32 noundef 1), !dbg !181
  %29 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0, !dbg !181
  %30 = extractvalue { ptr, i32 } %call1, 0, !dbg !181
  store ptr %30, ptr %29, align 8, !dbg !181
  %31 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1, !dbg !181
  %32 = extractvalue { ptr, i32 } %call1, 1, !dbg !181
  store i32 %32, ptr %31, align 8, !dbg !181
  %33 = load i32, ptr %h, align 4, !dbg !182
  %34 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !183
  %35 = load ptr, ptr %34, align 8, !dbg !183
  %36 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !183
  %37 = load i32, ptr %36, align 8, !dbg !183
  %call2 = call { ptr, i32 } @block(i32 noundef %33, ptr %35, i32 %37, i32 noundef 1, i32 noundef 0), !dbg !183
  %38 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0, !dbg !183
  %39 = extractvalue { ptr, i32 } %call2, 0, !dbg !183
  store ptr %39, ptr %38, align 8, !dbg !183
  %40 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1, !dbg !183
  %41 = extractvalue { ptr, i32 } %call2, 1, !dbg !183
  store i32 %41, ptr %40, align 8, !dbg !183
  %42 = load i32, ptr %h, align 4, !dbg !184
  %43 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !185
  %44 = load ptr, ptr %43, align 8, !dbg !185
  %45 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !185
  %46 = load i32, ptr %45, align 8, !dbg !185
  %call3 = call { ptr, i32 } @block(i32 noundef %42, ptr %44, i32 %46, i32 noundef 1, i32 noundef 1), !dbg !185
  %47 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !185
  %48 = extractvalue { ptr, i32 } %call3, 0, !dbg !185
  store ptr %48, ptr %47, align 8, !dbg !185
  %49 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !185
  %50 = extractvalue { ptr, i32 } %call3, 1, !dbg !185
  store i32 %50, ptr %49, align 8, !dbg !185
  %51 = load i32, ptr %h, align 4, !dbg !186
  %52 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !187
  %53 = load ptr, ptr %52, align 8, !dbg !187
  %54 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !187
  %55 = load i32, ptr %54, align 8, !dbg !187
  %call4 = call { ptr, i32 } @block(i32 noundef %51, ptr %53, i32 %55, i32 noundef 0, i32 noundef 0), !dbg !187
  %56 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !187
  %57 = extractvalue { ptr, i32 } %call4, 0, !dbg !187
  store ptr %57, ptr %56, align 8, !dbg !187
  %58 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !187
  %59 = extractvalue { ptr, i32 } %call4, 1, !dbg !187
  store i32 %59, ptr %58, align 8, !dbg !187
  %60 = load i32, ptr %h, align 4, !dbg !188
  %61 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !189
  %62 = load ptr, ptr %61, align 8, !dbg !189
  %63 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !189
  %64 = load i32, ptr %63, align 8, !dbg !189
  %call5 = call { ptr, i32 } @block(i32 noundef %60, ptr %62, i32 %64, i32 noundef 0, i32 noundef 1), !dbg !189
  %65 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0, !dbg !189
  %66 = extractvalue { ptr, i32 } %call5, 0, !dbg !189
  store ptr %66, ptr %65, align 8, !dbg !189
  %67 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1, !dbg !189
  %68 = extractvalue { ptr, i32 } %call5, 1, !dbg !189
  store i32 %68, ptr %67, align 8, !dbg !189
  %69 = load i32, ptr %h, align 4, !dbg !190
  %70 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !191
  %71 = load ptr, ptr %70, align 8, !dbg !191
  %72 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !191
  %73 = load i32, ptr %72, align 8, !dbg !191
  %call6 = call { ptr, i32 } @block(i32 noundef %69, ptr %71, i32 %73, i32 noundef 1, i32 noundef 0), !dbg !191
  %74 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0, !dbg !191
  %75 = extractvalue { ptr, i32 } %call6, 0, !dbg !191
  store ptr %75, ptr %74, align 8, !dbg !191
  %76 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1, !dbg !191
  %77 = extractvalue { ptr, i32 } %call6, 1, !dbg !191
  store i32 %77, ptr %76, align 8, !dbg !191
  %78 = load i32, ptr %h, align 4, !dbg !192
  %79 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !193
  %80 = load ptr, ptr %79, align 8, !dbg !193
  %81 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !193
  %82 = load i32, ptr %81, align 8, !dbg !193
  %call7 = call { ptr, i32 } @block(i32 noundef %78, ptr %80, i32 %82, i32 noundef 1, i32 noundef 1), !dbg !193
  %83 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !193
  %84 = extractvalue { ptr, i32 } %call7, 0, !dbg !193
  store ptr %84, ptr %83, align 8, !dbg !193
  %85 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !193
  %86 = extractvalue { ptr, i32 } %call7, 1, !dbg !193
  store i32 %86, ptr %85, align 8, !dbg !193
  %87 = load i32, ptr %h, align 4, !dbg !194
  %88 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !195
  %89 = load ptr, ptr %88, align 8, !dbg !195
  %90 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !195
  %91 = load i32, ptr %90, align 8, !dbg !195
  %call8 = call { ptr, i32 } @block(i32 noundef %87, ptr %89, i32 %91, i32 noundef 0, i32 noundef 0), !dbg !195
  %92 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0, !dbg !195
  %93 = extractvalue { ptr, i32 } %call8, 0, !dbg !195
  store ptr %93, ptr %92, align 8, !dbg !195
  %94 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1, !dbg !195
  %95 = extractvalue { ptr, i32 } %call8, 1, !dbg !195
  store i32 %95, ptr %94, align 8, !dbg !195
  %96 = load i32, ptr %h, align 4, !dbg !196
  %97 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !197
  %98 = load ptr, ptr %97, align 8, !dbg !197
  %99 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !197
  %100 = load i32, ptr %99, align 8, !dbg !197
  %call9 = call { ptr, i32 } @block(i32 noundef %96, ptr %98, i32 %100, i32 noundef 0, i32 noundef 1), !dbg !197
  %101 = getelementptr inbounds nuw { ptr, i32 }, ptr %c12, i32 0, i32 0, !dbg !197
  %102 = extractvalue { ptr, i32 } %call9, 0, !dbg !197
  store ptr %102, ptr %101, align 8, !dbg !197
  %103 = getelementptr inbounds nuw { ptr, i32 }, ptr %c12, i32 0, i32 1, !dbg !197
  %104 = extractvalue { ptr, i32 } %call9, 1, !dbg !197
  store i32 %104, ptr %103, align 8, !dbg !197
  %105 = load i32, ptr %h, align 4, !dbg !198
  %106 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !199
  %107 = load ptr, ptr %106, align 8, !dbg !199
  %108 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !199
  %109 = load i32, ptr %108, align 8, !dbg !199
  %call10 = call { ptr, i32 } @block(i32 noundef %105, ptr %107, i32 %109, i32 noundef 1, i32 noundef 0), !dbg !199
  %110 = getelementptr inbounds nuw { ptr, i32 }, ptr %c21, i32 0, i32 0, !dbg !199
  %111 = extractvalue { ptr, i32 } %call10, 0, !dbg !199
  store ptr %111, ptr %110, align 8, !dbg !199
  %112 = getelementptr inbounds nuw { ptr, i32 }, ptr %c21, i32 0, i32 1, !dbg !199
  %113 = extractvalue { ptr, i32 } %call10, 1, !dbg !199
  store i32 %113, ptr %112, align 8, !dbg !199
  %114 = load i32, ptr %h, align 4, !dbg !200
  %115 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !201
  %116 = load ptr, ptr %115, align 8, !dbg !201
  %117 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !201
  %118 = load i32, ptr %117, align 8, !dbg !201
  %call11 = call { ptr, i32 } @block(i32 noundef %114, ptr %116, i32 %118, i32 noundef 1, i32 noundef 1), !dbg !201
  %119 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0, !dbg !201
  %120 = extractvalue { ptr, i32 } %call11, 0, !dbg !201
  store ptr %120, ptr %119, align 8, !dbg !201
  %121 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1, !dbg !201
  %122 = extractvalue { ptr, i32 } %call11, 1, !dbg !201
  store i32 %122, ptr %121, align 8, !dbg !201
  %123 = load i32, ptr %h, align 4, !dbg !202
  %mul = mul nsw i32 9, %123, !dbg !203
  %124 = load i32, ptr %h, align 4, !dbg !204
  %mul12 = mul nsw i32 %mul, %124, !dbg !205
  %call13 = call ptr @allocate(i32 noundef %mul12), !dbg !206
  store ptr %call13, ptr %scratch, align 8, !dbg !207
  %entry14 = getelementptr inbounds nuw %struct.matrix, ptr %left, i32 0, i32 0, !dbg !208
  %125 = load ptr, ptr %scratch, align 8, !dbg !209
  store ptr %125, ptr %entry14, align 8, !dbg !208
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %left, i32 0, i32 1, !dbg !208
  %126 = load i32, ptr %h, align 4, !dbg !210
  store i32 %126, ptr %stride, align 8, !dbg !208
  %127 = getelementptr i8, ptr %left, i64 12, !dbg !208
  call void @llvm.memset.p0.i64(ptr align 4 %127, i8 0, i64 4, i1 false), !dbg !208
  %entry15 = getelementptr inbounds nuw %struct.matrix, ptr %right, i32 0, i32 0, !dbg !211
  %128 = load ptr, ptr %scratch, align 8, !dbg !212
  %129 = load i32, ptr %h, align 4, !dbg !213
  %130 = load i32, ptr %h, align 4, !dbg !214
  %mul16 = mul nsw i32 %129, %130, !dbg !215
  %idx.ext = sext i32 %mul16 to i64, !dbg !216
  %add.ptr = getelementptr inbounds double, ptr %128, i64 %idx.ext, !dbg !216
  store ptr %add.ptr, ptr %entry15, align 8, !dbg !211
  %stride17 = getelementptr inbounds nuw %struct.matrix, ptr %right, i32 0, i32 1, !dbg !211
  %131 = load i32, ptr %h, align 4, !dbg !217
  store i32 %131, ptr %stride17, align 8, !dbg !211
  %132 = getelementptr i8, ptr %right, i64 12, !dbg !211
  call void @llvm.memset.p0.i64(ptr align 4 %132, i8 0, i64 4, i1 false), !dbg !211
  store i32 1, ptr %i, align 4, !dbg !218
  br label %for.cond, !dbg !219

for.cond:                                         ; preds = %for.inc, %if.end
  %133 = load i32, ptr %i, align 4, !dbg !220
  %cmp18 = icmp slt i32 %133, 8, !dbg !221
  br i1 %cmp18, label %for.body, label %for.end, !dbg !222

for.body:                                         ; preds = %for.cond
  %134 = load i32, ptr %i, align 4, !dbg !223
  %idxprom = sext i32 %134 to i64, !dbg !224
  %arrayidx = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 %idxprom, !dbg !224
  %entry19 = getelementptr inbounds nuw %struct.matrix, ptr %.compoundliteral, i32 0, i32 0, !dbg !225
  %135 = load ptr, ptr %scratch, align 8, !dbg !226
  %136 = load i32, ptr %i, align 4, !dbg !227
  %add = add nsw i32 %136, 1, !dbg !228
  %137 = load i32, ptr %h, align 4, !dbg !229
  %mul20 = mul nsw i32 %add, %137, !dbg !230
  %138 = load i32, ptr %h, align 4, !dbg !231
  %mul21 = mul nsw i32 %mul20, %138, !dbg !232
  %idx.ext22 = sext i32 %mul21 to i64, !dbg !233
  %add.ptr23 = getelementptr inbounds double, ptr %135, i64 %idx.ext22, !dbg !233
  store ptr %add.ptr23, ptr %entry19, align 8, !dbg !225
  %stride24 = getelementptr inbounds nuw %struct.matrix, ptr %.compoundliteral, i32 0, i32 1, !dbg !225
  %139 = load i32, ptr %h, align 4, !dbg !234
  store i32 %139, ptr %stride24, align 8, !dbg !225
  %140 = getelementptr i8, ptr %.compoundliteral, i64 12, !dbg !225
  call void @llvm.memset.p0.i64(ptr align 4 %140, i8 0, i64 4, i1 false), !dbg !225
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %arrayidx, ptr align 8 %.compoundliteral, i64 16, i1 false), !dbg !235
  br label %for.inc, !dbg !224

for.inc:                                          ; preds = %for.body
  %141 = load i32, ptr %i, align 4, !dbg !236
  %inc = add nsw i32 %141, 1, !dbg !236
  store i32 %inc, ptr %i, align 4, !dbg !236
  br label %for.cond, !dbg !222, !llvm.loop !237

for.end:                                          ; preds = %for.cond
  %142 = load i32, ptr %h, align 4, !dbg !239
  %143 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !240
  %144 = load ptr, ptr %143, align 8, !dbg !240
  %145 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !240
  %146 = load i32, ptr %145, align 8, !dbg !240
  %147 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !240
  %148 = load ptr, ptr %147, align 8, !dbg !240
  %149 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !240
  %150 = load i32, ptr %149, align 8, !dbg !240
  call void @add(i32 noundef %142, ptr %144, i32 %146, ptr %148, i32 %150, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !240
  %151 = load i32, ptr %h, align 4, !dbg !241
  %152 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !242
  %153 = load ptr, ptr %152, align 8, !dbg !242
  %154 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !242
  %155 = load i32, ptr %154, align 8, !dbg !242
  %156 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !242
  %157 = load ptr, ptr %156, align 8, !dbg !242
  %158 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !242
  %159 = load i32, ptr %158, align 8, !dbg !242
  call void @add(i32 noundef %151, ptr %153, i32 %155, ptr %157, i32 %159, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !242
  %160 = load i32, ptr %h, align 4, !dbg !243
  %arrayidx25 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1, !dbg !244
  %161 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !245
  %162 = load ptr, ptr %161, align 8, !dbg !245
  %163 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !245
  %164 = load i32, ptr %163, align 8, !dbg !245
  %165 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !245
  %166 = load ptr, ptr %165, align 8, !dbg !245
  %167 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !245
  %168 = load i32, ptr %167, align 8, !dbg !245
  call void @strassen(i32 noundef %160, ptr %162, i32 %164, ptr %166, i32 %168, ptr noundef byval(%struct.matrix) align 8 %arrayidx25), !dbg !245
  %169 = load i32, ptr %h, align 4, !dbg !246
  %170 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0, !dbg !247
  %171 = load ptr, ptr %170, align 8, !dbg !247
  %172 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1, !dbg !247
  %173 = load i32, ptr %172, align 8, !dbg !247
  %174 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !247
  %175 = load ptr, ptr %174, align 8, !dbg !247
  %176 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !247
  %177 = load i32, ptr %176, align 8, !dbg !247
  call void @add(i32 noundef %169, ptr %171, i32 %173, ptr %175, i32 %177, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !247
  %178 = load i32, ptr %h, align 4, !dbg !248
  %arrayidx26 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2, !dbg !249
  %179 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !250
  %180 = load ptr, ptr %179, align 8, !dbg !250
  %181 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !250
  %182 = load i32, ptr %181, align 8, !dbg !250
  %183 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !250
  %184 = load ptr, ptr %183, align 8, !dbg !250
  %185 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !250
  %186 = load i32, ptr %185, align 8, !dbg !250
  call void @strassen(i32 noundef %178, ptr %180, i32 %182, ptr %184, i32 %186, ptr noundef byval(%struct.matrix) align 8 %arrayidx26), !dbg !250
  %187 = load i32, ptr %h, align 4, !dbg !251
  %188 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0, !dbg !252
  %189 = load ptr, ptr %188, align 8, !dbg !252
  %190 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1, !dbg !252
  %191 = load i32, ptr %190, align 8, !dbg !252
  %192 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !252
  %193 = load ptr, ptr %192, align 8, !dbg !252
  %194 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !252
  %195 = load i32, ptr %194, align 8, !dbg !252
  call void @subtract(i32 noundef %187, ptr %189, i32 %191, ptr %193, i32 %195, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !252
  %196 = load i32, ptr %h, align 4, !dbg !253
  %arrayidx27 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3, !dbg !254
  %197 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !255
  %198 = load ptr, ptr %197, align 8, !dbg !255
  %199 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !255
  %200 = load i32, ptr %199, align 8, !dbg !255
  %201 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !255
  %202 = load ptr, ptr %201, align 8, !dbg !255
  %203 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !255
  %204 = load i32, ptr %203, align 8, !dbg !255
  call void @strassen(i32 noundef %196, ptr %198, i32 %200, ptr %202, i32 %204, ptr noundef byval(%struct.matrix) align 8 %arrayidx27), !dbg !255
  %205 = load i32, ptr %h, align 4, !dbg !256
  %206 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0, !dbg !257
  %207 = load ptr, ptr %206, align 8, !dbg !257
  %208 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1, !dbg !257
  %209 = load i32, ptr %208, align 8, !dbg !257
  %210 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !257
  %211 = load ptr, ptr %210, align 8, !dbg !257
  %212 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !257
  %213 = load i32, ptr %212, align 8, !dbg !257
  call void @subtract(i32 noundef %205, ptr %207, i32 %209, ptr %211, i32 %213, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !257
  %214 = load i32, ptr %h, align 4, !dbg !258
  %arrayidx28 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4, !dbg !259
  %215 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !260
  %216 = load ptr, ptr %215, align 8, !dbg !260
  %217 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !260
  %218 = load i32, ptr %217, align 8, !dbg !260
  %219 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !260
  %220 = load ptr, ptr %219, align 8, !dbg !260
  %221 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !260
  %222 = load i32, ptr %221, align 8, !dbg !260
  call void @strassen(i32 noundef %214, ptr %216, i32 %218, ptr %220, i32 %222, ptr noundef byval(%struct.matrix) align 8 %arrayidx28), !dbg !260
  %223 = load i32, ptr %h, align 4, !dbg !261
  %224 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !262
  %225 = load ptr, ptr %224, align 8, !dbg !262
  %226 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !262
  %227 = load i32, ptr %226, align 8, !dbg !262
  %228 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0, !dbg !262
  %229 = load ptr, ptr %228, align 8, !dbg !262
  %230 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1, !dbg !262
  %231 = load i32, ptr %230, align 8, !dbg !262
  call void @add(i32 noundef %223, ptr %225, i32 %227, ptr %229, i32 %231, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !262
  %232 = load i32, ptr %h, align 4, !dbg !263
  %arrayidx29 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5, !dbg !264
  %233 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !265
  %234 = load ptr, ptr %233, align 8, !dbg !265
  %235 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !265
  %236 = load i32, ptr %235, align 8, !dbg !265
  %237 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !265
  %238 = load ptr, ptr %237, align 8, !dbg !265
  %239 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !265
  %240 = load i32, ptr %239, align 8, !dbg !265
  call void @strassen(i32 noundef %232, ptr %234, i32 %236, ptr %238, i32 %240, ptr noundef byval(%struct.matrix) align 8 %arrayidx29), !dbg !265
  %241 = load i32, ptr %h, align 4, !dbg !266
  %242 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0, !dbg !267
  %243 = load ptr, ptr %242, align 8, !dbg !267
  %244 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1, !dbg !267
  %245 = load i32, ptr %244, align 8, !dbg !267
  %246 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !267
  %247 = load ptr, ptr %246, align 8, !dbg !267
  %248 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !267
  %249 = load i32, ptr %248, align 8, !dbg !267
  call void @subtract(i32 noundef %241, ptr %243, i32 %245, ptr %247, i32 %249, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !267
  %250 = load i32, ptr %h, align 4, !dbg !268
  %251 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !269
  %252 = load ptr, ptr %251, align 8, !dbg !269
  %253 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !269
  %254 = load i32, ptr %253, align 8, !dbg !269
  %255 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0, !dbg !269
  %256 = load ptr, ptr %255, align 8, !dbg !269
  %257 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1, !dbg !269
  %258 = load i32, ptr %257, align 8, !dbg !269
  call void @add(i32 noundef %250, ptr %252, i32 %254, ptr %256, i32 %258, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !269
  %259 = load i32, ptr %h, align 4, !dbg !270
  %arrayidx30 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 6, !dbg !271
  %260 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !272
  %261 = load ptr, ptr %260, align 8, !dbg !272
  %262 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !272
  %263 = load i32, ptr %262, align 8, !dbg !272
  %264 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !272
  %265 = load ptr, ptr %264, align 8, !dbg !272
  %266 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !272
  %267 = load i32, ptr %266, align 8, !dbg !272
  call void @strassen(i32 noundef %259, ptr %261, i32 %263, ptr %265, i32 %267, ptr noundef byval(%struct.matrix) align 8 %arrayidx30), !dbg !272
  %268 = load i32, ptr %h, align 4, !dbg !273
  %269 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0, !dbg !274
  %270 = load ptr, ptr %269, align 8, !dbg !274
  %271 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1, !dbg !274
  %272 = load i32, ptr %271, align 8, !dbg !274
  %273 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !274
  %274 = load ptr, ptr %273, align 8, !dbg !274
  %275 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !274
  %276 = load i32, ptr %275, align 8, !dbg !274
  call void @subtract(i32 noundef %268, ptr %270, i32 %272, ptr %274, i32 %276, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !274
  %277 = load i32, ptr %h, align 4, !dbg !275
  %278 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0, !dbg !276
  %279 = load ptr, ptr %278, align 8, !dbg !276
  %280 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1, !dbg !276
  %281 = load i32, ptr %280, align 8, !dbg !276
  %282 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !276
  %283 = load ptr, ptr %282, align 8, !dbg !276
  %284 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !276
  %285 = load i32, ptr %284, align 8, !dbg !276
  call void @add(i32 noundef %277, ptr %279, i32 %281, ptr %283, i32 %285, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !276
  %286 = load i32, ptr %h, align 4, !dbg !277
  %arrayidx31 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 7, !dbg !278
  %287 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !279
  %288 = load ptr, ptr %287, align 8, !dbg !279
  %289 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !279
  %290 = load i32, ptr %289, align 8, !dbg !279
  %291 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !279
  %292 = load ptr, ptr %291, align 8, !dbg !279
  %293 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !279
  %294 = load i32, ptr %293, align 8, !dbg !279
  call void @strassen(i32 noundef %286, ptr %288, i32 %290, ptr %292, i32 %294, ptr noundef byval(%struct.matrix) align 8 %arrayidx31), !dbg !279
  %295 = load i32, ptr %h, align 4, !dbg !280
  %arrayidx32 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1, !dbg !281
  %arrayidx33 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4, !dbg !282
  %296 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx32, i32 0, i32 0, !dbg !283
  %297 = load ptr, ptr %296, align 16, !dbg !283
  %298 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx32, i32 0, i32 1, !dbg !283
  %299 = load i32, ptr %298, align 8, !dbg !283
  %300 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx33, i32 0, i32 0, !dbg !283
  %301 = load ptr, ptr %300, align 16, !dbg !283
  %302 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx33, i32 0, i32 1, !dbg !283
  %303 = load i32, ptr %302, align 8, !dbg !283
  call void @add(i32 noundef %295, ptr %297, i32 %299, ptr %301, i32 %303, ptr noundef byval(%struct.matrix) align 8 %c11), !dbg !283
  %304 = load i32, ptr %h, align 4, !dbg !284
  %arrayidx34 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5, !dbg !285
  %305 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0, !dbg !286
  %306 = load ptr, ptr %305, align 8, !dbg !286
  %307 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1, !dbg !286
  %308 = load i32, ptr %307, align 8, !dbg !286
  %309 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx34, i32 0, i32 0, !dbg !286
  %310 = load ptr, ptr %309, align 16, !dbg !286
  %311 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx34, i32 0, i32 1, !dbg !286
  %312 = load i32, ptr %311, align 8, !dbg !286
  call void @subtract(i32 noundef %304, ptr %306, i32 %308, ptr %310, i32 %312, ptr noundef byval(%struct.matrix) align 8 %c11), !dbg !286
  %313 = load i32, ptr %h, align 4, !dbg !287
  %arrayidx35 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 7, !dbg !288
  %314 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0, !dbg !289
  %315 = load ptr, ptr %314, align 8, !dbg !289
  %316 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1, !dbg !289
  %317 = load i32, ptr %316, align 8, !dbg !289
  %318 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx35, i32 0, i32 0, !dbg !289
  %319 = load ptr, ptr %318, align 16, !dbg !289
  %320 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx35, i32 0, i32 1, !dbg !289
  %321 = load i32, ptr %320, align 8, !dbg !289
  call void @add(i32 noundef %313, ptr %315, i32 %317, ptr %319, i32 %321, ptr noundef byval(%struct.matrix) align 8 %c11), !dbg !289
  %322 = load i32, ptr %h, align 4, !dbg !290
  %arrayidx36 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3, !dbg !291
  %arrayidx37 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5, !dbg !292
  %323 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx36, i32 0, i32 0, !dbg !293
  %324 = load ptr, ptr %323, align 16, !dbg !293
  %325 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx36, i32 0, i32 1, !dbg !293
  %326 = load i32, ptr %325, align 8, !dbg !293
  %327 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx37, i32 0, i32 0, !dbg !293
  %328 = load ptr, ptr %327, align 16, !dbg !293
  %329 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx37, i32 0, i32 1, !dbg !293
  %330 = load i32, ptr %329, align 8, !dbg !293
  call void @add(i32 noundef %322, ptr %324, i32 %326, ptr %328, i32 %330, ptr noundef byval(%struct.matrix) align 8 %c12), !dbg !293
  %331 = load i32, ptr %h, align 4, !dbg !294
  %arrayidx38 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2, !dbg !295
  %arrayidx39 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4, !dbg !296
  %332 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx38, i32 0, i32 0, !dbg !297
  %333 = load ptr, ptr %332, align 16, !dbg !297
  %334 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx38, i32 0, i32 1, !dbg !297
  %335 = load i32, ptr %334, align 8, !dbg !297
  %336 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx39, i32 0, i32 0, !dbg !297
  %337 = load ptr, ptr %336, align 16, !dbg !297
  %338 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx39, i32 0, i32 1, !dbg !297
  %339 = load i32, ptr %338, align 8, !dbg !297
  call void @add(i32 noundef %331, ptr %333, i32 %335, ptr %337, i32 %339, ptr noundef byval(%struct.matrix) align 8 %c21), !dbg !297
  %340 = load i32, ptr %h, align 4, !dbg !298
  %arrayidx40 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1, !dbg !299
  %arrayidx41 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2, !dbg !300
  %341 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx40, i32 0, i32 0, !dbg !301
  %342 = load ptr, ptr %341, align 16, !dbg !301
  %343 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx40, i32 0, i32 1, !dbg !301
  %344 = load i32, ptr %343, align 8, !dbg !301
  %345 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx41, i32 0, i32 0, !dbg !301
  %346 = load ptr, ptr %345, align 16, !dbg !301
  %347 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx41, i32 0, i32 1, !dbg !301
  %348 = load i32, ptr %347, align 8, !dbg !301
  call void @subtract(i32 noundef %340, ptr %342, i32 %344, ptr %346, i32 %348, ptr noundef byval(%struct.matrix) align 8 %c22), !dbg !301
  %349 = load i32, ptr %h, align 4, !dbg !302
  %arrayidx42 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3, !dbg !303
  %350 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0, !dbg !304
  %351 = load ptr, ptr %350, align 8, !dbg !304
  %352 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1, !dbg !304
  %353 = load i32, ptr %352, align 8, !dbg !304
  %354 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx42, i32 0, i32 0, !dbg !304
  %355 = load ptr, ptr %354, align 16, !dbg !304
  %356 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx42, i32 0, i32 1, !dbg !304
  %357 = load i32, ptr %356, align 8, !dbg !304
  call void @add(i32 noundef %349, ptr %351, i32 %353, ptr %355, i32 %357, ptr noundef byval(%struct.matrix) align 8 %c22), !dbg !304
  %358 = load i32, ptr %h, align 4, !dbg !305
  %arrayidx43 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 6, !dbg !306
  %359 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0, !dbg !307
  %360 = load ptr, ptr %359, align 8, !dbg !307
  %361 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1, !dbg !307
  %362 = load i32, ptr %361, align 8, !dbg !307
  %363 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx43, i32 0, i32 0, !dbg !307
  %364 = load ptr, ptr %363, align 16, !dbg !307
  %365 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx43, i32 0, i32 1, !dbg !307
  %366 = load i32, ptr %365, align 8, !dbg !307
  call void @add(i32 noundef %358, ptr %360, i32 %362, ptr %364, i32 %366, ptr noundef byval(%struct.matrix) align 8 %c22), !dbg !307
  %367 = load ptr, ptr %scratch, align 8, !dbg !308
  call void @free(ptr noundef %367) #8, !dbg !309
  br label %return, !dbg !310

return:                                           ; preds = %for.end, %if.then
  ret void, !dbg !310
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

declare i32 @printf(ptr noundef, ...) #3

; Function Attrs: nounwind
declare void @free(ptr noundef) #4

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #4

; Function Attrs: noinline nounwind optnone uwtable
define internal zeroext i1 @is_power_of_two(i64 noundef %n) #0 !dbg !311 {
entry:
  %n.addr = alloca i64, align 8
  store i64 %n, ptr %n.addr, align 8
  %0 = load i64, ptr %n.addr, align 8, !dbg !312
  %cmp = icmp sgt i64 %0, 0, !dbg !313
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !314

land.rhs:                                         ; preds = %entry
  %1 = load i64, ptr %n.addr, align 8, !dbg !315
  %2 = load i64, ptr %n.addr, align 8, !dbg !316
  %sub = sub nsw i64 %2, 1, !dbg !317
  %and = and i64 %1, %sub, !dbg !318
  %cmp1 = icmp eq i64 %and, 0, !dbg !319
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %3 = phi i1 [ false, %entry ], [ %cmp1, %land.rhs ], !dbg !320
  ret i1 %3, !dbg !321
}

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #4

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #5

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #6

declare i32 @fputs(ptr noundef, ptr noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal double @symmetric() #0 !dbg !322 {
entry:
  %0 = load i64, ptr @random_state, align 8, !dbg !323
  %mul = mul i64 %0, 6364136223846793005, !dbg !324
  %add = add i64 %mul, 1442695040888963407, !dbg !325
  store i64 %add, ptr @random_state, align 8, !dbg !326
  %1 = load i64, ptr @random_state, align 8, !dbg !327
  %shr = lshr i64 %1, 11, !dbg !328
  %conv = uitofp i64 %shr to double, !dbg !329
  %2 = call double @llvm.fmuladd.f64(double %conv, double 0x3CB0000000000000, double -1.000000e+00), !dbg !330
  ret double %2, !dbg !331
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @multiply_by_definition(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !332 {
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
  store i32 0, ptr %i, align 4, !dbg !333
  br label %for.cond, !dbg !334

for.cond:                                         ; preds = %for.inc24, %entry
  %4 = load i32, ptr %i, align 4, !dbg !335
  %5 = load i32, ptr %n.addr, align 4, !dbg !336
  %cmp = icmp slt i32 %4, %5, !dbg !337
  br i1 %cmp, label %for.body, label %for.end26, !dbg !338

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !339
  br label %for.cond1, !dbg !340

for.cond1:                                        ; preds = %for.inc21, %for.body
  %6 = load i32, ptr %j, align 4, !dbg !341
  %7 = load i32, ptr %n.addr, align 4, !dbg !342
  %cmp2 = icmp slt i32 %6, %7, !dbg !343
  br i1 %cmp2, label %for.body3, label %for.end23, !dbg !344

for.body3:                                        ; preds = %for.cond1
  store double 0.000000e+00, ptr %sum, align 8, !dbg !345
  store i32 0, ptr %k, align 4, !dbg !346
  br label %for.cond4, !dbg !347

for.cond4:                                        ; preds = %for.inc, %for.body3
  %8 = load i32, ptr %k, align 4, !dbg !348
  %9 = load i32, ptr %n.addr, align 4, !dbg !349
  %cmp5 = icmp slt i32 %8, %9, !dbg !350
  br i1 %cmp5, label %for.body6, label %for.end, !dbg !351

for.body6:                                        ; preds = %for.cond4
  %entry7 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !352
  %10 = load ptr, ptr %entry7, align 8, !dbg !352
  %11 = load i32, ptr %i, align 4, !dbg !353
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !354
  %12 = load i32, ptr %stride, align 8, !dbg !354
  %mul = mul nsw i32 %11, %12, !dbg !355
  %13 = load i32, ptr %k, align 4, !dbg !356
  %add = add nsw i32 %mul, %13, !dbg !357
  %idxprom = sext i32 %add to i64, !dbg !358
  %arrayidx = getelementptr inbounds double, ptr %10, i64 %idxprom, !dbg !358
  %14 = load double, ptr %arrayidx, align 8, !dbg !358
  %entry8 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !359
  %15 = load ptr, ptr %entry8, align 8, !dbg !359
  %16 = load i32, ptr %k, align 4, !dbg !360
  %stride9 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !361
  %17 = load i32, ptr %stride9, align 8, !dbg !361
  %mul10 = mul nsw i32 %16, %17, !dbg !362
  %18 = load i32, ptr %j, align 4, !dbg !363
  %add11 = add nsw i32 %mul10, %18, !dbg !364
  %idxprom12 = sext i32 %add11 to i64, !dbg !365
  %arrayidx13 = getelementptr inbounds double, ptr %15, i64 %idxprom12, !dbg !365
  %19 = load double, ptr %arrayidx13, align 8, !dbg !365
  %20 = load double, ptr %sum, align 8, !dbg !366
  %21 = call double @llvm.fmuladd.f64(double %14, double %19, double %20), !dbg !366
  store double %21, ptr %sum, align 8, !dbg !366
  br label %for.inc, !dbg !367

for.inc:                                          ; preds = %for.body6
  %22 = load i32, ptr %k, align 4, !dbg !368
  %inc = add nsw i32 %22, 1, !dbg !368
  store i32 %inc, ptr %k, align 4, !dbg !368
  br label %for.cond4, !dbg !351, !llvm.loop !369

for.end:                                          ; preds = %for.cond4
  %23 = load double, ptr %sum, align 8, !dbg !371
  %entry15 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !372
  %24 = load ptr, ptr %entry15, align 8, !dbg !372
  %25 = load i32, ptr %i, align 4, !dbg !373
  %stride16 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !374
  %26 = load i32, ptr %stride16, align 8, !dbg !374
  %mul17 = mul nsw i32 %25, %26, !dbg !375
  %27 = load i32, ptr %j, align 4, !dbg !376
  %add18 = add nsw i32 %mul17, %27, !dbg !377
  %idxprom19 = sext i32 %add18 to i64, !dbg !378
  %arrayidx20 = getelementptr inbounds double, ptr %24, i64 %idxprom19, !dbg !378
  store double %23, ptr %arrayidx20, align 8, !dbg !379
  br label %for.inc21, !dbg !380

for.inc21:                                        ; preds = %for.end
  %28 = load i32, ptr %j, align 4, !dbg !381
  %inc22 = add nsw i32 %28, 1, !dbg !381
  store i32 %inc22, ptr %j, align 4, !dbg !381
  br label %for.cond1, !dbg !344, !llvm.loop !382

for.end23:                                        ; preds = %for.cond1
  br label %for.inc24, !dbg !380

for.inc24:                                        ; preds = %for.end23
  %29 = load i32, ptr %i, align 4, !dbg !383
  %inc25 = add nsw i32 %29, 1, !dbg !383
  store i32 %inc25, ptr %i, align 4, !dbg !383
  br label %for.cond, !dbg !338, !llvm.loop !384

for.end26:                                        ; preds = %for.cond
  ret void, !dbg !385
}

; Function Attrs: noinline nounwind optnone uwtable
define internal { ptr, i32 } @block(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, i32 noundef %row, i32 noundef %column) #0 !dbg !386 {
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
  %entry1 = getelementptr inbounds nuw %struct.matrix, ptr %retval, i32 0, i32 0, !dbg !387
  %entry2 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !388
  %2 = load ptr, ptr %entry2, align 8, !dbg !388
  %3 = load i32, ptr %row.addr, align 4, !dbg !389
  %4 = load i32, ptr %n.addr, align 4, !dbg !390
  %mul = mul nsw i32 %3, %4, !dbg !391
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !392
  %5 = load i32, ptr %stride, align 8, !dbg !392
  %mul3 = mul nsw i32 %mul, %5, !dbg !393
  %idx.ext = sext i32 %mul3 to i64, !dbg !394
  %add.ptr = getelementptr inbounds double, ptr %2, i64 %idx.ext, !dbg !394
  %6 = load i32, ptr %column.addr, align 4, !dbg !395
  %7 = load i32, ptr %n.addr, align 4, !dbg !396
  %mul4 = mul nsw i32 %6, %7, !dbg !397
  %idx.ext5 = sext i32 %mul4 to i64, !dbg !398
  %add.ptr6 = getelementptr inbounds double, ptr %add.ptr, i64 %idx.ext5, !dbg !398
  store ptr %add.ptr6, ptr %entry1, align 8, !dbg !387
  %stride7 = getelementptr inbounds nuw %struct.matrix, ptr %retval, i32 0, i32 1, !dbg !387
  %stride8 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !399
  %8 = load i32, ptr %stride8, align 8, !dbg !399
  store i32 %8, ptr %stride7, align 8, !dbg !387
  %9 = getelementptr i8, ptr %retval, i64 12, !dbg !387
  call void @llvm.memset.p0.i64(ptr align 4 %9, i8 0, i64 4, i1 false), !dbg !387
  %10 = load { ptr, i32 }, ptr %retval, align 8, !dbg !400
  ret { ptr, i32 } %10, !dbg !400
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

; Function Attrs: noinline nounwind optnone uwtable
define internal void @add(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !401 {
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
  store i32 0, ptr %i, align 4, !dbg !402
  br label %for.cond, !dbg !403

for.cond:                                         ; preds = %for.inc18, %entry
  %4 = load i32, ptr %i, align 4, !dbg !404
  %5 = load i32, ptr %n.addr, align 4, !dbg !405
  %cmp = icmp slt i32 %4, %5, !dbg !406
  br i1 %cmp, label %for.body, label %for.end20, !dbg !407

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !408
  br label %for.cond1, !dbg !409

for.cond1:                                        ; preds = %for.inc, %for.body
  %6 = load i32, ptr %j, align 4, !dbg !410
  %7 = load i32, ptr %n.addr, align 4, !dbg !411
  %cmp2 = icmp slt i32 %6, %7, !dbg !412
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !413

for.body3:                                        ; preds = %for.cond1
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !414
  %8 = load ptr, ptr %entry4, align 8, !dbg !414
  %9 = load i32, ptr %i, align 4, !dbg !415
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !416
  %10 = load i32, ptr %stride, align 8, !dbg !416
  %mul = mul nsw i32 %9, %10, !dbg !417
  %11 = load i32, ptr %j, align 4, !dbg !418
  %add = add nsw i32 %mul, %11, !dbg !419
  %idxprom = sext i32 %add to i64, !dbg !420
  %arrayidx = getelementptr inbounds double, ptr %8, i64 %idxprom, !dbg !420
  %12 = load double, ptr %arrayidx, align 8, !dbg !420
  %entry5 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !421
  %13 = load ptr, ptr %entry5, align 8, !dbg !421
  %14 = load i32, ptr %i, align 4, !dbg !422
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !423
  %15 = load i32, ptr %stride6, align 8, !dbg !423
  %mul7 = mul nsw i32 %14, %15, !dbg !424
  %16 = load i32, ptr %j, align 4, !dbg !425
  %add8 = add nsw i32 %mul7, %16, !dbg !426
  %idxprom9 = sext i32 %add8 to i64, !dbg !427
  %arrayidx10 = getelementptr inbounds double, ptr %13, i64 %idxprom9, !dbg !427
  %17 = load double, ptr %arrayidx10, align 8, !dbg !427
  %add11 = fadd double %12, %17, !dbg !428
  %entry12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !429
  %18 = load ptr, ptr %entry12, align 8, !dbg !429
  %19 = load i32, ptr %i, align 4, !dbg !430
  %stride13 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !431
  %20 = load i32, ptr %stride13, align 8, !dbg !431
  %mul14 = mul nsw i32 %19, %20, !dbg !432
  %21 = load i32, ptr %j, align 4, !dbg !433
  %add15 = add nsw i32 %mul14, %21, !dbg !434
  %idxprom16 = sext i32 %add15 to i64, !dbg !435
  %arrayidx17 = getelementptr inbounds double, ptr %18, i64 %idxprom16, !dbg !435
  store double %add11, ptr %arrayidx17, align 8, !dbg !436
  br label %for.inc, !dbg !435

for.inc:                                          ; preds = %for.body3
  %22 = load i32, ptr %j, align 4, !dbg !437
  %inc = add nsw i32 %22, 1, !dbg !437
  store i32 %inc, ptr %j, align 4, !dbg !437
  br label %for.cond1, !dbg !413, !llvm.loop !438

for.end:                                          ; preds = %for.cond1
  br label %for.inc18, !dbg !439

for.inc18:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4, !dbg !440
  %inc19 = add nsw i32 %23, 1, !dbg !440
  store i32 %inc19, ptr %i, align 4, !dbg !440
  br label %for.cond, !dbg !407, !llvm.loop !441

for.end20:                                        ; preds = %for.cond
  ret void, !dbg !442
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @subtract(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !443 {
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
  store i32 0, ptr %i, align 4, !dbg !444
  br label %for.cond, !dbg !445

for.cond:                                         ; preds = %for.inc17, %entry
  %4 = load i32, ptr %i, align 4, !dbg !446
  %5 = load i32, ptr %n.addr, align 4, !dbg !447
  %cmp = icmp slt i32 %4, %5, !dbg !448
  br i1 %cmp, label %for.body, label %for.end19, !dbg !449

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !450
  br label %for.cond1, !dbg !451

for.cond1:                                        ; preds = %for.inc, %for.body
  %6 = load i32, ptr %j, align 4, !dbg !452
  %7 = load i32, ptr %n.addr, align 4, !dbg !453
  %cmp2 = icmp slt i32 %6, %7, !dbg !454
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !455

for.body3:                                        ; preds = %for.cond1
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !456
  %8 = load ptr, ptr %entry4, align 8, !dbg !456
  %9 = load i32, ptr %i, align 4, !dbg !457
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !458
  %10 = load i32, ptr %stride, align 8, !dbg !458
  %mul = mul nsw i32 %9, %10, !dbg !459
  %11 = load i32, ptr %j, align 4, !dbg !460
  %add = add nsw i32 %mul, %11, !dbg !461
  %idxprom = sext i32 %add to i64, !dbg !462
  %arrayidx = getelementptr inbounds double, ptr %8, i64 %idxprom, !dbg !462
  %12 = load double, ptr %arrayidx, align 8, !dbg !462
  %entry5 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !463
  %13 = load ptr, ptr %entry5, align 8, !dbg !463
  %14 = load i32, ptr %i, align 4, !dbg !464
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !465
  %15 = load i32, ptr %stride6, align 8, !dbg !465
  %mul7 = mul nsw i32 %14, %15, !dbg !466
  %16 = load i32, ptr %j, align 4, !dbg !467
  %add8 = add nsw i32 %mul7, %16, !dbg !468
  %idxprom9 = sext i32 %add8 to i64, !dbg !469
  %arrayidx10 = getelementptr inbounds double, ptr %13, i64 %idxprom9, !dbg !469
  %17 = load double, ptr %arrayidx10, align 8, !dbg !469
  %sub = fsub double %12, %17, !dbg !470
  %entry11 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !471
  %18 = load ptr, ptr %entry11, align 8, !dbg !471
  %19 = load i32, ptr %i, align 4, !dbg !472
  %stride12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !473
  %20 = load i32, ptr %stride12, align 8, !dbg !473
  %mul13 = mul nsw i32 %19, %20, !dbg !474
  %21 = load i32, ptr %j, align 4, !dbg !475
  %add14 = add nsw i32 %mul13, %21, !dbg !476
  %idxprom15 = sext i32 %add14 to i64, !dbg !477
  %arrayidx16 = getelementptr inbounds double, ptr %18, i64 %idxprom15, !dbg !477
  store double %sub, ptr %arrayidx16, align 8, !dbg !478
  br label %for.inc, !dbg !477

for.inc:                                          ; preds = %for.body3
  %22 = load i32, ptr %j, align 4, !dbg !479
  %inc = add nsw i32 %22, 1, !dbg !479
  store i32 %inc, ptr %j, align 4, !dbg !479
  br label %for.cond1, !dbg !455, !llvm.loop !480

for.end:                                          ; preds = %for.cond1
  br label %for.inc17, !dbg !481

for.inc17:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4, !dbg !482
  %inc18 = add nsw i32 %23, 1, !dbg !482
  store i32 %inc18, ptr %i, align 4, !dbg !482
  br label %for.cond, !dbg !449, !llvm.loop !483

for.end19:                                        ; preds = %for.cond
  ret void, !dbg !484
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

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "strassen8.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 152, type: !10, scopeLine: 153, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 154, column: 23, scope: !9)
!13 = !DILocation(line: 154, column: 29, scope: !9)
!14 = !DILocation(line: 154, column: 13, scope: !9)
!15 = !DILocation(line: 154, column: 9, scope: !9)
!16 = !DILocation(line: 155, column: 36, scope: !9)
!17 = !DILocation(line: 155, column: 34, scope: !9)
!18 = !DILocation(line: 155, column: 40, scope: !9)
!19 = !DILocation(line: 155, column: 38, scope: !9)
!20 = !DILocation(line: 155, column: 23, scope: !9)
!21 = !DILocation(line: 155, column: 13, scope: !9)
!22 = !DILocation(line: 156, column: 23, scope: !9)
!23 = !DILocation(line: 156, column: 24, scope: !9)
!24 = !DILocation(line: 156, column: 33, scope: !9)
!25 = !DILocation(line: 156, column: 41, scope: !9)
!26 = !DILocation(line: 156, column: 42, scope: !9)
!27 = !DILocation(line: 156, column: 52, scope: !9)
!28 = !DILocation(line: 156, column: 56, scope: !9)
!29 = !DILocation(line: 156, column: 54, scope: !9)
!30 = !DILocation(line: 156, column: 50, scope: !9)
!31 = !DILocation(line: 156, column: 59, scope: !9)
!32 = !DILocation(line: 156, column: 67, scope: !9)
!33 = !DILocation(line: 156, column: 68, scope: !9)
!34 = !DILocation(line: 156, column: 82, scope: !9)
!35 = !DILocation(line: 156, column: 80, scope: !9)
!36 = !DILocation(line: 156, column: 86, scope: !9)
!37 = !DILocation(line: 156, column: 84, scope: !9)
!38 = !DILocation(line: 156, column: 76, scope: !9)
!39 = !DILocation(line: 156, column: 89, scope: !9)
!40 = !DILocation(line: 157, column: 12, scope: !9)
!41 = !DILocation(line: 157, column: 25, scope: !9)
!42 = !DILocation(line: 159, column: 10, scope: !9)
!43 = !DILocation(line: 159, column: 5, scope: !9)
!44 = !DILocation(line: 160, column: 10, scope: !9)
!45 = !DILocation(line: 160, column: 5, scope: !9)
!46 = !DILocation(line: 161, column: 14, scope: !9)
!47 = !DILocation(line: 161, column: 5, scope: !9)
!48 = !DILocation(line: 162, column: 14, scope: !9)
!49 = !DILocation(line: 162, column: 10, scope: !9)
!50 = !DILocation(line: 162, column: 21, scope: !9)
!51 = !DILocation(line: 162, column: 25, scope: !9)
!52 = !DILocation(line: 162, column: 23, scope: !9)
!53 = !DILocation(line: 162, column: 5, scope: !9)
!54 = !DILocation(line: 163, column: 20, scope: !9)
!55 = !DILocation(line: 163, column: 26, scope: !9)
!56 = !DILocation(line: 163, column: 30, scope: !9)
!57 = !DILocation(line: 163, column: 28, scope: !9)
!58 = !DILocation(line: 163, column: 34, scope: !9)
!59 = !DILocation(line: 163, column: 32, scope: !9)
!60 = !DILocation(line: 163, column: 18, scope: !9)
!61 = !DILocation(line: 163, column: 15, scope: !9)
!62 = !DILocation(line: 164, column: 18, scope: !9)
!63 = !DILocation(line: 164, column: 14, scope: !9)
!64 = !DILocation(line: 164, column: 25, scope: !9)
!65 = !DILocation(line: 164, column: 29, scope: !9)
!66 = !DILocation(line: 164, column: 27, scope: !9)
!67 = !DILocation(line: 164, column: 9, scope: !9)
!68 = !DILocation(line: 165, column: 26, scope: !9)
!69 = !DILocation(line: 165, column: 30, scope: !9)
!70 = !DILocation(line: 165, column: 28, scope: !9)
!71 = !DILocation(line: 165, column: 34, scope: !9)
!72 = !DILocation(line: 165, column: 32, scope: !9)
!73 = !DILocation(line: 165, column: 36, scope: !9)
!74 = !DILocation(line: 165, column: 25, scope: !9)
!75 = !DILocation(line: 165, column: 45, scope: !9)
!76 = !DILocation(line: 165, column: 51, scope: !9)
!77 = !DILocation(line: 165, column: 55, scope: !9)
!78 = !DILocation(line: 165, column: 53, scope: !9)
!79 = !DILocation(line: 165, column: 59, scope: !9)
!80 = !DILocation(line: 165, column: 57, scope: !9)
!81 = !DILocation(line: 165, column: 43, scope: !9)
!82 = !DILocation(line: 165, column: 22, scope: !9)
!83 = !DILocation(line: 165, column: 13, scope: !9)
!84 = !DILocation(line: 164, column: 33, scope: !9)
!85 = distinct !{!85, !67, !86, !87}
!86 = !DILocation(line: 165, column: 60, scope: !9)
!87 = !{!"llvm.loop.mustprogress"}
!88 = !DILocation(line: 166, column: 5, scope: !9)
!89 = !DILocation(line: 162, column: 29, scope: !9)
!90 = distinct !{!90, !53, !88, !87}
!91 = !DILocation(line: 167, column: 55, scope: !9)
!92 = !DILocation(line: 167, column: 58, scope: !9)
!93 = !DILocation(line: 167, column: 65, scope: !9)
!94 = !DILocation(line: 167, column: 5, scope: !9)
!95 = !DILocation(line: 168, column: 10, scope: !9)
!96 = !DILocation(line: 168, column: 5, scope: !9)
!97 = !DILocation(line: 169, column: 5, scope: !9)
!98 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 39, type: !10, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!99 = !DILocation(line: 43, column: 9, scope: !98)
!100 = !DILocation(line: 43, column: 14, scope: !98)
!101 = !DILocation(line: 44, column: 9, scope: !98)
!102 = !DILocation(line: 45, column: 19, scope: !98)
!103 = !DILocation(line: 45, column: 12, scope: !98)
!104 = !DILocation(line: 45, column: 10, scope: !98)
!105 = !DILocation(line: 46, column: 9, scope: !98)
!106 = !DILocation(line: 46, column: 14, scope: !98)
!107 = !DILocation(line: 46, column: 18, scope: !98)
!108 = !DILocation(line: 46, column: 21, scope: !98)
!109 = !DILocation(line: 46, column: 28, scope: !98)
!110 = !DILocation(line: 46, column: 25, scope: !98)
!111 = !DILocation(line: 46, column: 36, scope: !98)
!112 = !DILocation(line: 46, column: 40, scope: !98)
!113 = !DILocation(line: 46, column: 39, scope: !98)
!114 = !DILocation(line: 46, column: 44, scope: !98)
!115 = !DILocation(line: 46, column: 52, scope: !98)
!116 = !DILocation(line: 46, column: 55, scope: !98)
!117 = !DILocation(line: 46, column: 60, scope: !98)
!118 = !DILocation(line: 46, column: 72, scope: !98)
!119 = !DILocation(line: 46, column: 92, scope: !98)
!120 = !DILocation(line: 46, column: 76, scope: !98)
!121 = !DILocation(line: 47, column: 17, scope: !98)
!122 = !DILocation(line: 47, column: 9, scope: !98)
!123 = !DILocation(line: 49, column: 9, scope: !98)
!124 = !DILocation(line: 51, column: 17, scope: !98)
!125 = !DILocation(line: 51, column: 12, scope: !98)
!126 = !DILocation(line: 51, column: 5, scope: !98)
!127 = !DILocation(line: 52, column: 1, scope: !98)
!128 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 54, type: !10, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!129 = !DILocation(line: 56, column: 36, scope: !128)
!130 = !DILocation(line: 56, column: 28, scope: !128)
!131 = !DILocation(line: 56, column: 42, scope: !128)
!132 = !DILocation(line: 56, column: 21, scope: !128)
!133 = !DILocation(line: 56, column: 13, scope: !128)
!134 = !DILocation(line: 57, column: 9, scope: !128)
!135 = !DILocation(line: 57, column: 15, scope: !128)
!136 = !DILocation(line: 58, column: 44, scope: !128)
!137 = !DILocation(line: 58, column: 9, scope: !128)
!138 = !DILocation(line: 59, column: 9, scope: !128)
!139 = !DILocation(line: 61, column: 12, scope: !128)
!140 = !DILocation(line: 61, column: 5, scope: !128)
!141 = distinct !DISubprogram(name: "fill", scope: !1, file: !1, line: 64, type: !10, scopeLine: 65, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!142 = !DILocation(line: 66, column: 14, scope: !141)
!143 = !DILocation(line: 66, column: 10, scope: !141)
!144 = !DILocation(line: 66, column: 21, scope: !141)
!145 = !DILocation(line: 66, column: 25, scope: !141)
!146 = !DILocation(line: 66, column: 23, scope: !141)
!147 = !DILocation(line: 66, column: 5, scope: !141)
!148 = !DILocation(line: 67, column: 18, scope: !141)
!149 = !DILocation(line: 67, column: 14, scope: !141)
!150 = !DILocation(line: 67, column: 25, scope: !141)
!151 = !DILocation(line: 67, column: 29, scope: !141)
!152 = !DILocation(line: 67, column: 27, scope: !141)
!153 = !DILocation(line: 67, column: 9, scope: !141)
!154 = !DILocation(line: 68, column: 41, scope: !141)
!155 = !DILocation(line: 68, column: 15, scope: !141)
!156 = !DILocation(line: 68, column: 21, scope: !141)
!157 = !DILocation(line: 68, column: 27, scope: !141)
!158 = !DILocation(line: 68, column: 23, scope: !141)
!159 = !DILocation(line: 68, column: 36, scope: !141)
!160 = !DILocation(line: 68, column: 34, scope: !141)
!161 = !DILocation(line: 68, column: 13, scope: !141)
!162 = !DILocation(line: 68, column: 39, scope: !141)
!163 = !DILocation(line: 67, column: 33, scope: !141)
!164 = distinct !{!164, !153, !165, !87}
!165 = !DILocation(line: 68, column: 51, scope: !141)
!166 = !DILocation(line: 66, column: 29, scope: !141)
!167 = distinct !{!167, !147, !165, !87}
!168 = !DILocation(line: 69, column: 1, scope: !141)
!169 = distinct !DISubprogram(name: "strassen", scope: !1, file: !1, line: 105, type: !10, scopeLine: 106, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!170 = !DILocation(line: 107, column: 9, scope: !169)
!171 = !DILocation(line: 107, column: 11, scope: !169)
!172 = !DILocation(line: 108, column: 32, scope: !169)
!173 = !DILocation(line: 108, column: 9, scope: !169)
!174 = !DILocation(line: 109, column: 9, scope: !169)
!175 = !DILocation(line: 111, column: 13, scope: !169)
!176 = !DILocation(line: 111, column: 15, scope: !169)
!177 = !DILocation(line: 111, column: 9, scope: !169)
!178 = !DILocation(line: 112, column: 31, scope: !169)
!179 = !DILocation(line: 112, column: 25, scope: !169)
!180 = !DILocation(line: 112, column: 56, scope: !169)
!181 = !DILocation(line: 112, column: 50, scope: !169)
!182 = !DILocation(line: 113, column: 31, scope: !169)
!183 = !DILocation(line: 113, column: 25, scope: !169)
!184 = !DILocation(line: 113, column: 56, scope: !169)
!185 = !DILocation(line: 113, column: 50, scope: !169)
!186 = !DILocation(line: 114, column: 31, scope: !169)
!187 = !DILocation(line: 114, column: 25, scope: !169)
!188 = !DILocation(line: 114, column: 56, scope: !169)
!189 = !DILocation(line: 114, column: 50, scope: !169)
!190 = !DILocation(line: 115, column: 31, scope: !169)
!191 = !DILocation(line: 115, column: 25, scope: !169)
!192 = !DILocation(line: 115, column: 56, scope: !169)
!193 = !DILocation(line: 115, column: 50, scope: !169)
!194 = !DILocation(line: 116, column: 31, scope: !169)
!195 = !DILocation(line: 116, column: 25, scope: !169)
!196 = !DILocation(line: 116, column: 56, scope: !169)
!197 = !DILocation(line: 116, column: 50, scope: !169)
!198 = !DILocation(line: 117, column: 31, scope: !169)
!199 = !DILocation(line: 117, column: 25, scope: !169)
!200 = !DILocation(line: 117, column: 56, scope: !169)
!201 = !DILocation(line: 117, column: 50, scope: !169)
!202 = !DILocation(line: 118, column: 36, scope: !169)
!203 = !DILocation(line: 118, column: 34, scope: !169)
!204 = !DILocation(line: 118, column: 40, scope: !169)
!205 = !DILocation(line: 118, column: 38, scope: !169)
!206 = !DILocation(line: 118, column: 23, scope: !169)
!207 = !DILocation(line: 118, column: 13, scope: !169)
!208 = !DILocation(line: 119, column: 26, scope: !169)
!209 = !DILocation(line: 119, column: 27, scope: !169)
!210 = !DILocation(line: 119, column: 36, scope: !169)
!211 = !DILocation(line: 119, column: 48, scope: !169)
!212 = !DILocation(line: 119, column: 49, scope: !169)
!213 = !DILocation(line: 119, column: 59, scope: !169)
!214 = !DILocation(line: 119, column: 63, scope: !169)
!215 = !DILocation(line: 119, column: 61, scope: !169)
!216 = !DILocation(line: 119, column: 57, scope: !169)
!217 = !DILocation(line: 119, column: 66, scope: !169)
!218 = !DILocation(line: 120, column: 14, scope: !169)
!219 = !DILocation(line: 120, column: 10, scope: !169)
!220 = !DILocation(line: 120, column: 21, scope: !169)
!221 = !DILocation(line: 120, column: 23, scope: !169)
!222 = !DILocation(line: 120, column: 5, scope: !169)
!223 = !DILocation(line: 121, column: 11, scope: !169)
!224 = !DILocation(line: 121, column: 9, scope: !169)
!225 = !DILocation(line: 121, column: 31, scope: !169)
!226 = !DILocation(line: 121, column: 32, scope: !169)
!227 = !DILocation(line: 121, column: 43, scope: !169)
!228 = !DILocation(line: 121, column: 45, scope: !169)
!229 = !DILocation(line: 121, column: 52, scope: !169)
!230 = !DILocation(line: 121, column: 50, scope: !169)
!231 = !DILocation(line: 121, column: 56, scope: !169)
!232 = !DILocation(line: 121, column: 54, scope: !169)
!233 = !DILocation(line: 121, column: 40, scope: !169)
!234 = !DILocation(line: 121, column: 59, scope: !169)
!235 = !DILocation(line: 121, column: 16, scope: !169)
!236 = !DILocation(line: 120, column: 29, scope: !169)
!237 = distinct !{!237, !222, !238, !87}
!238 = !DILocation(line: 121, column: 60, scope: !169)
!239 = !DILocation(line: 123, column: 9, scope: !169)
!240 = !DILocation(line: 123, column: 5, scope: !169)
!241 = !DILocation(line: 124, column: 9, scope: !169)
!242 = !DILocation(line: 124, column: 5, scope: !169)
!243 = !DILocation(line: 125, column: 14, scope: !169)
!244 = !DILocation(line: 125, column: 30, scope: !169)
!245 = !DILocation(line: 125, column: 5, scope: !169)
!246 = !DILocation(line: 126, column: 9, scope: !169)
!247 = !DILocation(line: 126, column: 5, scope: !169)
!248 = !DILocation(line: 127, column: 14, scope: !169)
!249 = !DILocation(line: 127, column: 28, scope: !169)
!250 = !DILocation(line: 127, column: 5, scope: !169)
!251 = !DILocation(line: 128, column: 14, scope: !169)
!252 = !DILocation(line: 128, column: 5, scope: !169)
!253 = !DILocation(line: 129, column: 14, scope: !169)
!254 = !DILocation(line: 129, column: 29, scope: !169)
!255 = !DILocation(line: 129, column: 5, scope: !169)
!256 = !DILocation(line: 130, column: 14, scope: !169)
!257 = !DILocation(line: 130, column: 5, scope: !169)
!258 = !DILocation(line: 131, column: 14, scope: !169)
!259 = !DILocation(line: 131, column: 29, scope: !169)
!260 = !DILocation(line: 131, column: 5, scope: !169)
!261 = !DILocation(line: 132, column: 9, scope: !169)
!262 = !DILocation(line: 132, column: 5, scope: !169)
!263 = !DILocation(line: 133, column: 14, scope: !169)
!264 = !DILocation(line: 133, column: 28, scope: !169)
!265 = !DILocation(line: 133, column: 5, scope: !169)
!266 = !DILocation(line: 134, column: 14, scope: !169)
!267 = !DILocation(line: 134, column: 5, scope: !169)
!268 = !DILocation(line: 135, column: 9, scope: !169)
!269 = !DILocation(line: 135, column: 5, scope: !169)
!270 = !DILocation(line: 136, column: 14, scope: !169)
!271 = !DILocation(line: 136, column: 30, scope: !169)
!272 = !DILocation(line: 136, column: 5, scope: !169)
!273 = !DILocation(line: 137, column: 14, scope: !169)
!274 = !DILocation(line: 137, column: 5, scope: !169)
!275 = !DILocation(line: 138, column: 9, scope: !169)
!276 = !DILocation(line: 138, column: 5, scope: !169)
!277 = !DILocation(line: 139, column: 14, scope: !169)
!278 = !DILocation(line: 139, column: 30, scope: !169)
!279 = !DILocation(line: 139, column: 5, scope: !169)
!280 = !DILocation(line: 141, column: 9, scope: !169)
!281 = !DILocation(line: 141, column: 12, scope: !169)
!282 = !DILocation(line: 141, column: 18, scope: !169)
!283 = !DILocation(line: 141, column: 5, scope: !169)
!284 = !DILocation(line: 142, column: 14, scope: !169)
!285 = !DILocation(line: 142, column: 22, scope: !169)
!286 = !DILocation(line: 142, column: 5, scope: !169)
!287 = !DILocation(line: 143, column: 9, scope: !169)
!288 = !DILocation(line: 143, column: 17, scope: !169)
!289 = !DILocation(line: 143, column: 5, scope: !169)
!290 = !DILocation(line: 144, column: 9, scope: !169)
!291 = !DILocation(line: 144, column: 12, scope: !169)
!292 = !DILocation(line: 144, column: 18, scope: !169)
!293 = !DILocation(line: 144, column: 5, scope: !169)
!294 = !DILocation(line: 145, column: 9, scope: !169)
!295 = !DILocation(line: 145, column: 12, scope: !169)
!296 = !DILocation(line: 145, column: 18, scope: !169)
!297 = !DILocation(line: 145, column: 5, scope: !169)
!298 = !DILocation(line: 146, column: 14, scope: !169)
!299 = !DILocation(line: 146, column: 17, scope: !169)
!300 = !DILocation(line: 146, column: 23, scope: !169)
!301 = !DILocation(line: 146, column: 5, scope: !169)
!302 = !DILocation(line: 147, column: 9, scope: !169)
!303 = !DILocation(line: 147, column: 17, scope: !169)
!304 = !DILocation(line: 147, column: 5, scope: !169)
!305 = !DILocation(line: 148, column: 9, scope: !169)
!306 = !DILocation(line: 148, column: 17, scope: !169)
!307 = !DILocation(line: 148, column: 5, scope: !169)
!308 = !DILocation(line: 149, column: 10, scope: !169)
!309 = !DILocation(line: 149, column: 5, scope: !169)
!310 = !DILocation(line: 150, column: 1, scope: !169)
!311 = distinct !DISubprogram(name: "is_power_of_two", scope: !1, file: !1, line: 34, type: !10, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!312 = !DILocation(line: 36, column: 12, scope: !311)
!313 = !DILocation(line: 36, column: 14, scope: !311)
!314 = !DILocation(line: 36, column: 18, scope: !311)
!315 = !DILocation(line: 36, column: 22, scope: !311)
!316 = !DILocation(line: 36, column: 27, scope: !311)
!317 = !DILocation(line: 36, column: 29, scope: !311)
!318 = !DILocation(line: 36, column: 24, scope: !311)
!319 = !DILocation(line: 36, column: 35, scope: !311)
!320 = !DILocation(line: 0, scope: !311)
!321 = !DILocation(line: 36, column: 5, scope: !311)
!322 = distinct !DISubprogram(name: "symmetric", scope: !1, file: !1, line: 28, type: !10, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!323 = !DILocation(line: 30, column: 20, scope: !322)
!324 = !DILocation(line: 30, column: 33, scope: !322)
!325 = !DILocation(line: 30, column: 65, scope: !322)
!326 = !DILocation(line: 30, column: 18, scope: !322)
!327 = !DILocation(line: 31, column: 21, scope: !322)
!328 = !DILocation(line: 31, column: 34, scope: !322)
!329 = !DILocation(line: 31, column: 12, scope: !322)
!330 = !DILocation(line: 31, column: 51, scope: !322)
!331 = !DILocation(line: 31, column: 5, scope: !322)
!332 = distinct !DISubprogram(name: "multiply_by_definition", scope: !1, file: !1, line: 87, type: !10, scopeLine: 88, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!333 = !DILocation(line: 89, column: 14, scope: !332)
!334 = !DILocation(line: 89, column: 10, scope: !332)
!335 = !DILocation(line: 89, column: 21, scope: !332)
!336 = !DILocation(line: 89, column: 25, scope: !332)
!337 = !DILocation(line: 89, column: 23, scope: !332)
!338 = !DILocation(line: 89, column: 5, scope: !332)
!339 = !DILocation(line: 90, column: 18, scope: !332)
!340 = !DILocation(line: 90, column: 14, scope: !332)
!341 = !DILocation(line: 90, column: 25, scope: !332)
!342 = !DILocation(line: 90, column: 29, scope: !332)
!343 = !DILocation(line: 90, column: 27, scope: !332)
!344 = !DILocation(line: 90, column: 9, scope: !332)
!345 = !DILocation(line: 91, column: 20, scope: !332)
!346 = !DILocation(line: 92, column: 22, scope: !332)
!347 = !DILocation(line: 92, column: 18, scope: !332)
!348 = !DILocation(line: 92, column: 29, scope: !332)
!349 = !DILocation(line: 92, column: 33, scope: !332)
!350 = !DILocation(line: 92, column: 31, scope: !332)
!351 = !DILocation(line: 92, column: 13, scope: !332)
!352 = !DILocation(line: 93, column: 26, scope: !332)
!353 = !DILocation(line: 93, column: 32, scope: !332)
!354 = !DILocation(line: 93, column: 38, scope: !332)
!355 = !DILocation(line: 93, column: 34, scope: !332)
!356 = !DILocation(line: 93, column: 47, scope: !332)
!357 = !DILocation(line: 93, column: 45, scope: !332)
!358 = !DILocation(line: 93, column: 24, scope: !332)
!359 = !DILocation(line: 93, column: 54, scope: !332)
!360 = !DILocation(line: 93, column: 60, scope: !332)
!361 = !DILocation(line: 93, column: 66, scope: !332)
!362 = !DILocation(line: 93, column: 62, scope: !332)
!363 = !DILocation(line: 93, column: 75, scope: !332)
!364 = !DILocation(line: 93, column: 73, scope: !332)
!365 = !DILocation(line: 93, column: 52, scope: !332)
!366 = !DILocation(line: 93, column: 21, scope: !332)
!367 = !DILocation(line: 93, column: 17, scope: !332)
!368 = !DILocation(line: 92, column: 37, scope: !332)
!369 = distinct !{!369, !351, !370, !87}
!370 = !DILocation(line: 93, column: 76, scope: !332)
!371 = !DILocation(line: 94, column: 41, scope: !332)
!372 = !DILocation(line: 94, column: 15, scope: !332)
!373 = !DILocation(line: 94, column: 21, scope: !332)
!374 = !DILocation(line: 94, column: 27, scope: !332)
!375 = !DILocation(line: 94, column: 23, scope: !332)
!376 = !DILocation(line: 94, column: 36, scope: !332)
!377 = !DILocation(line: 94, column: 34, scope: !332)
!378 = !DILocation(line: 94, column: 13, scope: !332)
!379 = !DILocation(line: 94, column: 39, scope: !332)
!380 = !DILocation(line: 95, column: 9, scope: !332)
!381 = !DILocation(line: 90, column: 33, scope: !332)
!382 = distinct !{!382, !344, !380, !87}
!383 = !DILocation(line: 89, column: 29, scope: !332)
!384 = distinct !{!384, !338, !380, !87}
!385 = !DILocation(line: 96, column: 1, scope: !332)
!386 = distinct !DISubprogram(name: "block", scope: !1, file: !1, line: 99, type: !10, scopeLine: 100, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!387 = !DILocation(line: 101, column: 27, scope: !386)
!388 = !DILocation(line: 101, column: 30, scope: !386)
!389 = !DILocation(line: 101, column: 38, scope: !386)
!390 = !DILocation(line: 101, column: 44, scope: !386)
!391 = !DILocation(line: 101, column: 42, scope: !386)
!392 = !DILocation(line: 101, column: 50, scope: !386)
!393 = !DILocation(line: 101, column: 46, scope: !386)
!394 = !DILocation(line: 101, column: 36, scope: !386)
!395 = !DILocation(line: 101, column: 59, scope: !386)
!396 = !DILocation(line: 101, column: 68, scope: !386)
!397 = !DILocation(line: 101, column: 66, scope: !386)
!398 = !DILocation(line: 101, column: 57, scope: !386)
!399 = !DILocation(line: 101, column: 73, scope: !386)
!400 = !DILocation(line: 101, column: 5, scope: !386)
!401 = distinct !DISubprogram(name: "add", scope: !1, file: !1, line: 72, type: !10, scopeLine: 73, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!402 = !DILocation(line: 74, column: 14, scope: !401)
!403 = !DILocation(line: 74, column: 10, scope: !401)
!404 = !DILocation(line: 74, column: 21, scope: !401)
!405 = !DILocation(line: 74, column: 25, scope: !401)
!406 = !DILocation(line: 74, column: 23, scope: !401)
!407 = !DILocation(line: 74, column: 5, scope: !401)
!408 = !DILocation(line: 75, column: 18, scope: !401)
!409 = !DILocation(line: 75, column: 14, scope: !401)
!410 = !DILocation(line: 75, column: 25, scope: !401)
!411 = !DILocation(line: 75, column: 29, scope: !401)
!412 = !DILocation(line: 75, column: 27, scope: !401)
!413 = !DILocation(line: 75, column: 9, scope: !401)
!414 = !DILocation(line: 76, column: 43, scope: !401)
!415 = !DILocation(line: 76, column: 49, scope: !401)
!416 = !DILocation(line: 76, column: 55, scope: !401)
!417 = !DILocation(line: 76, column: 51, scope: !401)
!418 = !DILocation(line: 76, column: 64, scope: !401)
!419 = !DILocation(line: 76, column: 62, scope: !401)
!420 = !DILocation(line: 76, column: 41, scope: !401)
!421 = !DILocation(line: 76, column: 71, scope: !401)
!422 = !DILocation(line: 76, column: 77, scope: !401)
!423 = !DILocation(line: 76, column: 83, scope: !401)
!424 = !DILocation(line: 76, column: 79, scope: !401)
!425 = !DILocation(line: 76, column: 92, scope: !401)
!426 = !DILocation(line: 76, column: 90, scope: !401)
!427 = !DILocation(line: 76, column: 69, scope: !401)
!428 = !DILocation(line: 76, column: 67, scope: !401)
!429 = !DILocation(line: 76, column: 15, scope: !401)
!430 = !DILocation(line: 76, column: 21, scope: !401)
!431 = !DILocation(line: 76, column: 27, scope: !401)
!432 = !DILocation(line: 76, column: 23, scope: !401)
!433 = !DILocation(line: 76, column: 36, scope: !401)
!434 = !DILocation(line: 76, column: 34, scope: !401)
!435 = !DILocation(line: 76, column: 13, scope: !401)
!436 = !DILocation(line: 76, column: 39, scope: !401)
!437 = !DILocation(line: 75, column: 33, scope: !401)
!438 = distinct !{!438, !413, !439, !87}
!439 = !DILocation(line: 76, column: 93, scope: !401)
!440 = !DILocation(line: 74, column: 29, scope: !401)
!441 = distinct !{!441, !407, !439, !87}
!442 = !DILocation(line: 77, column: 1, scope: !401)
!443 = distinct !DISubprogram(name: "subtract", scope: !1, file: !1, line: 80, type: !10, scopeLine: 81, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!444 = !DILocation(line: 82, column: 14, scope: !443)
!445 = !DILocation(line: 82, column: 10, scope: !443)
!446 = !DILocation(line: 82, column: 21, scope: !443)
!447 = !DILocation(line: 82, column: 25, scope: !443)
!448 = !DILocation(line: 82, column: 23, scope: !443)
!449 = !DILocation(line: 82, column: 5, scope: !443)
!450 = !DILocation(line: 83, column: 18, scope: !443)
!451 = !DILocation(line: 83, column: 14, scope: !443)
!452 = !DILocation(line: 83, column: 25, scope: !443)
!453 = !DILocation(line: 83, column: 29, scope: !443)
!454 = !DILocation(line: 83, column: 27, scope: !443)
!455 = !DILocation(line: 83, column: 9, scope: !443)
!456 = !DILocation(line: 84, column: 43, scope: !443)
!457 = !DILocation(line: 84, column: 49, scope: !443)
!458 = !DILocation(line: 84, column: 55, scope: !443)
!459 = !DILocation(line: 84, column: 51, scope: !443)
!460 = !DILocation(line: 84, column: 64, scope: !443)
!461 = !DILocation(line: 84, column: 62, scope: !443)
!462 = !DILocation(line: 84, column: 41, scope: !443)
!463 = !DILocation(line: 84, column: 71, scope: !443)
!464 = !DILocation(line: 84, column: 77, scope: !443)
!465 = !DILocation(line: 84, column: 83, scope: !443)
!466 = !DILocation(line: 84, column: 79, scope: !443)
!467 = !DILocation(line: 84, column: 92, scope: !443)
!468 = !DILocation(line: 84, column: 90, scope: !443)
!469 = !DILocation(line: 84, column: 69, scope: !443)
!470 = !DILocation(line: 84, column: 67, scope: !443)
!471 = !DILocation(line: 84, column: 15, scope: !443)
!472 = !DILocation(line: 84, column: 21, scope: !443)
!473 = !DILocation(line: 84, column: 27, scope: !443)
!474 = !DILocation(line: 84, column: 23, scope: !443)
!475 = !DILocation(line: 84, column: 36, scope: !443)
!476 = !DILocation(line: 84, column: 34, scope: !443)
!477 = !DILocation(line: 84, column: 13, scope: !443)
!478 = !DILocation(line: 84, column: 39, scope: !443)
!479 = !DILocation(line: 83, column: 33, scope: !443)
!480 = distinct !{!480, !455, !481, !87}
!481 = !DILocation(line: 84, column: 93, scope: !443)
!482 = !DILocation(line: 82, column: 29, scope: !443)
!483 = distinct !{!483, !449, !481, !87}
!484 = !DILocation(line: 85, column: 1, scope: !443)

; ModuleID = 'strassen16.c'
source_filename = "strassen16.c"
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
  %0 = load i32, ptr %argc.addr, align 4, !dbg !13
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !14
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !15
  store i32 %call, ptr %n, align 4, !dbg !16
  %2 = load i32, ptr %n, align 4, !dbg !17
  %mul = mul nsw i32 3, %2, !dbg !18
  %3 = load i32, ptr %n, align 4, !dbg !19
  %mul1 = mul nsw i32 %mul, %3, !dbg !20
  %call2 = call ptr @allocate(i32 noundef %mul1), !dbg !21
  store ptr %call2, ptr %entries, align 8, !dbg !22
  %entry3 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !23
  %4 = load ptr, ptr %entries, align 8, !dbg !24
  store ptr %4, ptr %entry3, align 8, !dbg !23
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !23
  %5 = load i32, ptr %n, align 4, !dbg !25
  store i32 %5, ptr %stride, align 8, !dbg !23
  %6 = getelementptr i8, ptr %a, i64 12, !dbg !23
  call void @llvm.memset.p0.i64(ptr align 4 %6, i8 0, i64 4, i1 false), !dbg !23
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !26
  %7 = load ptr, ptr %entries, align 8, !dbg !27
  %8 = load i32, ptr %n, align 4, !dbg !28
  %9 = load i32, ptr %n, align 4, !dbg !29
  %mul5 = mul nsw i32 %8, %9, !dbg !30
  %idx.ext = sext i32 %mul5 to i64, !dbg !31
  %add.ptr = getelementptr inbounds double, ptr %7, i64 %idx.ext, !dbg !31
  store ptr %add.ptr, ptr %entry4, align 8, !dbg !26
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !26
  %10 = load i32, ptr %n, align 4, !dbg !32
  store i32 %10, ptr %stride6, align 8, !dbg !26
  %11 = getelementptr i8, ptr %b, i64 12, !dbg !26
  call void @llvm.memset.p0.i64(ptr align 4 %11, i8 0, i64 4, i1 false), !dbg !26
  %entry7 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !33
  %12 = load ptr, ptr %entries, align 8, !dbg !34
  %13 = load i32, ptr %n, align 4, !dbg !35
  %mul8 = mul nsw i32 2, %13, !dbg !36
  %14 = load i32, ptr %n, align 4, !dbg !37
  %mul9 = mul nsw i32 %mul8, %14, !dbg !38
  %idx.ext10 = sext i32 %mul9 to i64, !dbg !39
  %add.ptr11 = getelementptr inbounds double, ptr %12, i64 %idx.ext10, !dbg !39
  store ptr %add.ptr11, ptr %entry7, align 8, !dbg !33
  %stride12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !33
  %15 = load i32, ptr %n, align 4, !dbg !40
  store i32 %15, ptr %stride12, align 8, !dbg !33
  %16 = getelementptr i8, ptr %c, i64 12, !dbg !33
  call void @llvm.memset.p0.i64(ptr align 4 %16, i8 0, i64 4, i1 false), !dbg !33
  store double 0.000000e+00, ptr %trace, align 8, !dbg !41
  store double 0.000000e+00, ptr %checksum, align 8, !dbg !42
  %17 = load i32, ptr %n, align 4, !dbg !43
  %18 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !44
  %19 = load ptr, ptr %18, align 8, !dbg !44
  %20 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !44
  %21 = load i32, ptr %20, align 8, !dbg !44
  call void @fill(i32 noundef %17, ptr %19, i32 %21), !dbg !44
  %22 = load i32, ptr %n, align 4, !dbg !45
  %23 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !46
  %24 = load ptr, ptr %23, align 8, !dbg !46
  %25 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !46
  %26 = load i32, ptr %25, align 8, !dbg !46
  call void @fill(i32 noundef %22, ptr %24, i32 %26), !dbg !46
  %27 = load i32, ptr %n, align 4, !dbg !47
  %28 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !48
  %29 = load ptr, ptr %28, align 8, !dbg !48
  %30 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !48
  %31 = load i32, ptr %30, align 8, !dbg !48
  %32 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !48
  %33 = load ptr, ptr %32, align 8, !dbg !48
  %34 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !48
  %35 = load i32, ptr %34, align 8, !dbg !48
  call void @strassen(i32 noundef %27, ptr %29, i32 %31, ptr %33, i32 %35, ptr noundef byval(%struct.matrix) align 8 %c), !dbg !48
  store i32 0, ptr %i, align 4, !dbg !49
  br label %for.cond, !dbg !50

for.cond:                                         ; preds = %for.inc28, %entry
  %36 = load i32, ptr %i, align 4, !dbg !51
  %37 = load i32, ptr %n, align 4, !dbg !52
  %cmp = icmp slt i32 %36, %37, !dbg !53
  br i1 %cmp, label %for.body, label %for.end30, !dbg !54

for.body:                                         ; preds = %for.cond
  %entry13 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !55
  %38 = load ptr, ptr %entry13, align 8, !dbg !55
  %39 = load i32, ptr %i, align 4, !dbg !56
  %40 = load i32, ptr %n, align 4, !dbg !57
  %mul14 = mul nsw i32 %39, %40, !dbg !58
  %41 = load i32, ptr %i, align 4, !dbg !59
  %add = add nsw i32 %mul14, %41, !dbg !60
  %idxprom = sext i32 %add to i64, !dbg !61
  %arrayidx = getelementptr inbounds double, ptr %38, i64 %idxprom, !dbg !61
  %42 = load double, ptr %arrayidx, align 8, !dbg !61
  %43 = load double, ptr %trace, align 8, !dbg !62
  %add15 = fadd double %43, %42, !dbg !62
  store double %add15, ptr %trace, align 8, !dbg !62
  store i32 0, ptr %j, align 4, !dbg !63
  br label %for.cond16, !dbg !64

for.cond16:                                       ; preds = %for.inc, %for.body
  %44 = load i32, ptr %j, align 4, !dbg !65
  %45 = load i32, ptr %n, align 4, !dbg !66
  %cmp17 = icmp slt i32 %44, %45, !dbg !67
  br i1 %cmp17, label %for.body18, label %for.end, !dbg !68

for.body18:                                       ; preds = %for.cond16
  %46 = load i32, ptr %i, align 4, !dbg !69
  %47 = load i32, ptr %n, align 4, !dbg !70
  %mul19 = mul nsw i32 %46, %47, !dbg !71
  %48 = load i32, ptr %j, align 4, !dbg !72
  %add20 = add nsw i32 %mul19, %48, !dbg !73
  %add21 = add nsw i32 %add20, 1, !dbg !74
  %conv = sitofp i32 %add21 to double, !dbg !75
  %entry22 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !76
  %49 = load ptr, ptr %entry22, align 8, !dbg !76
  %50 = load i32, ptr %i, align 4, !dbg !77
  %51 = load i32, ptr %n, align 4, !dbg !78
  %mul23 = mul nsw i32 %50, %51, !dbg !79
  %52 = load i32, ptr %j, align 4, !dbg !80
  %add24 = add nsw i32 %mul23, %52, !dbg !81
  %idxprom25 = sext i32 %add24 to i64, !dbg !82
  %arrayidx26 = getelementptr inbounds double, ptr %49, i64 %idxprom25, !dbg !82
  %53 = load double, ptr %arrayidx26, align 8, !dbg !82
  %54 = load double, ptr %checksum, align 8, !dbg !83
  %55 = call double @llvm.fmuladd.f64(double %conv, double %53, double %54), !dbg !83
  store double %55, ptr %checksum, align 8, !dbg !83
  br label %for.inc, !dbg !84

for.inc:                                          ; preds = %for.body18
  %56 = load i32, ptr %j, align 4, !dbg !85
  %inc = add nsw i32 %56, 1, !dbg !85
  store i32 %inc, ptr %j, align 4, !dbg !85
  br label %for.cond16, !dbg !68, !llvm.loop !86

for.end:                                          ; preds = %for.cond16
  br label %for.inc28, !dbg !89

for.inc28:                                        ; preds = %for.end
  %57 = load i32, ptr %i, align 4, !dbg !90
  %inc29 = add nsw i32 %57, 1, !dbg !90
  store i32 %inc29, ptr %i, align 4, !dbg !90
  br label %for.cond, !dbg !54, !llvm.loop !91

for.end30:                                        ; preds = %for.cond
  %58 = load i32, ptr %n, align 4, !dbg !92
  %59 = load double, ptr %trace, align 8, !dbg !93
  %60 = load double, ptr %checksum, align 8, !dbg !94
  %call31 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %58, double noundef %59, double noundef %60), !dbg !95
  %61 = load ptr, ptr %entries, align 8, !dbg !96
  call void @free(ptr noundef %61) #8, !dbg !97
  ret i32 0, !dbg !98
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !99 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !100
  %cmp = icmp eq i32 %0, 1, !dbg !101
  br i1 %cmp, label %if.then, label %if.end, !dbg !101

if.then:                                          ; preds = %entry
  store i32 16, ptr %retval, align 4, !dbg !102
  br label %return, !dbg !102

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !103
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !103
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !103
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #8, !dbg !104
  store i64 %call, ptr %size, align 8, !dbg !105
  %3 = load i32, ptr %argc.addr, align 4, !dbg !106
  %cmp1 = icmp sgt i32 %3, 2, !dbg !107
  br i1 %cmp1, label %if.then12, label %lor.lhs.false, !dbg !108

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !109
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !110
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !110
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !110
  %cmp3 = icmp eq ptr %4, %6, !dbg !111
  br i1 %cmp3, label %if.then12, label %lor.lhs.false4, !dbg !112

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !113
  %8 = load i8, ptr %7, align 1, !dbg !114
  %conv = sext i8 %8 to i32, !dbg !114
  %cmp5 = icmp ne i32 %conv, 0, !dbg !115
  br i1 %cmp5, label %if.then12, label %lor.lhs.false7, !dbg !116

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !117
  %cmp8 = icmp sgt i64 %9, 1024, !dbg !118
  br i1 %cmp8, label %if.then12, label %lor.lhs.false10, !dbg !119

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !120
  %call11 = call zeroext i1 @is_power_of_two(i64 noundef %10), !dbg !121
  br i1 %call11, label %if.end14, label %if.then12, !dbg !119

if.then12:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !122
  %call13 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.1, i32 noundef 1024, i32 noundef 16) #8, !dbg !123
  call void @exit(i32 noundef 2) #9, !dbg !124
  unreachable, !dbg !124

if.end14:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !125
  %conv15 = trunc i64 %12 to i32, !dbg !126
  store i32 %conv15, ptr %retval, align 4, !dbg !127
  br label %return, !dbg !127

return:                                           ; preds = %if.end14, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !128
  ret i32 %13, !dbg !128
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count) #0 !dbg !129 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4, !dbg !130
  %conv = sext i32 %0 to i64, !dbg !131
  %mul = mul i64 %conv, 8, !dbg !132
  %call = call noalias ptr @malloc(i64 noundef %mul) #10, !dbg !133
  store ptr %call, ptr %block, align 8, !dbg !134
  %1 = load ptr, ptr %block, align 8, !dbg !135
  %cmp = icmp eq ptr %1, null, !dbg !136
  br i1 %cmp, label %if.then, label %if.end, !dbg !136

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8, !dbg !137
  %call2 = call i32 @fputs(ptr noundef @.str.2, ptr noundef %2), !dbg !138
  call void @exit(i32 noundef 1) #9, !dbg !139
  unreachable, !dbg !139

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8, !dbg !140
  ret ptr %3, !dbg !141
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal void @fill(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1) #0 !dbg !142 {
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
  store i32 0, ptr %i, align 4, !dbg !143
  br label %for.cond, !dbg !144

for.cond:                                         ; preds = %for.inc5, %entry
  %2 = load i32, ptr %i, align 4, !dbg !145
  %3 = load i32, ptr %n.addr, align 4, !dbg !146
  %cmp = icmp slt i32 %2, %3, !dbg !147
  br i1 %cmp, label %for.body, label %for.end7, !dbg !148

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !149
  br label %for.cond1, !dbg !150

for.cond1:                                        ; preds = %for.inc, %for.body
  %4 = load i32, ptr %j, align 4, !dbg !151
  %5 = load i32, ptr %n.addr, align 4, !dbg !152
  %cmp2 = icmp slt i32 %4, %5, !dbg !153
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !154

for.body3:                                        ; preds = %for.cond1
  %call = call double @symmetric(), !dbg !155
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !156
  %6 = load ptr, ptr %entry4, align 8, !dbg !156
  %7 = load i32, ptr %i, align 4, !dbg !157
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !158
  %8 = load i32, ptr %stride, align 8, !dbg !158
  %mul = mul nsw i32 %7, %8, !dbg !159
  %9 = load i32, ptr %j, align 4, !dbg !160
  %add = add nsw i32 %mul, %9, !dbg !161
  %idxprom = sext i32 %add to i64, !dbg !162
  %arrayidx = getelementptr inbounds double, ptr %6, i64 %idxprom, !dbg !162
  store double %call, ptr %arrayidx, align 8, !dbg !163
  br label %for.inc, !dbg !162

for.inc:                                          ; preds = %for.body3
  %10 = load i32, ptr %j, align 4, !dbg !164
  %inc = add nsw i32 %10, 1, !dbg !164
  store i32 %inc, ptr %j, align 4, !dbg !164
  br label %for.cond1, !dbg !154, !llvm.loop !165

for.end:                                          ; preds = %for.cond1
  br label %for.inc5, !dbg !166

for.inc5:                                         ; preds = %for.end
  %11 = load i32, ptr %i, align 4, !dbg !167
  %inc6 = add nsw i32 %11, 1, !dbg !167
  store i32 %inc6, ptr %i, align 4, !dbg !167
  br label %for.cond, !dbg !148, !llvm.loop !168

for.end7:                                         ; preds = %for.cond
  ret void, !dbg !169
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @strassen(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !170 {
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
  %4 = load i32, ptr %n.addr, align 4, !dbg !171
  %cmp = icmp sle i32 %4, 2, !dbg !172
  br i1 %cmp, label %if.then, label %if.end, !dbg !172

if.then:                                          ; preds = %entry
  %5 = load i32, ptr %n.addr, align 4, !dbg !173
  %6 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !174
  %7 = load ptr, ptr %6, align 8, !dbg !174
  %8 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !174
  %9 = load i32, ptr %8, align 8, !dbg !174
  %10 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !174
  %11 = load ptr, ptr %10, align 8, !dbg !174
  %12 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !174
  %13 = load i32, ptr %12, align 8, !dbg !174
  call void @multiply_by_definition(i32 noundef %5, ptr %7, i32 %9, ptr %11, i32 %13, ptr noundef byval(%struct.matrix) align 8 %c), !dbg !174
  br label %return, !dbg !175

if.end:                                           ; preds = %entry
  %14 = load i32, ptr %n.addr, align 4, !dbg !176
  %div = sdiv i32 %14, 2, !dbg !177
  store i32 %div, ptr %h, align 4, !dbg !178
  %15 = load i32, ptr %h, align 4, !dbg !179
  %16 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !180
  %17 = load ptr, ptr %16, align 8, !dbg !180
  %18 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !180
  %19 = load i32, ptr %18, align 8, !dbg !180
  %call = call { ptr, i32 } @block(i32 noundef %15, ptr %17, i32 %19, i32 noundef 0, i32 noundef 0), !dbg !180
  %20 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !180
  %21 = extractvalue { ptr, i32 } %call, 0, !dbg !180
  store ptr %21, ptr %20, align 8, !dbg !180
  %22 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !180
  %23 = extractvalue { ptr, i32 } %call, 1, !dbg !180
  store i32 %23, ptr %22, align 8, !dbg !180
  %24 = load i32, ptr %h, align 4, !dbg !181
  %25 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !182
  %26 = load ptr, ptr %25, align 8, !dbg !182
  %27 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !182
  %28 = load i32, ptr %27, align 8, !dbg !182
  %call1 = call { ptr, i32 } @block(i32 noundef %24, ptr %26, i32 %28, i32 noundef 0, i32 noundef 1), !dbg !182
  %29 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0, !dbg !182
  %30 = extractvalue { ptr, i32 } %call1, 0, !dbg !182
  store ptr %30, ptr %29, align 8, !dbg !182
  %31 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1, !dbg !182
  %32 = extractvalue { ptr, i32 } %call1, 1, !dbg !182
  store i32 %32, ptr %31, align 8, !dbg !182
  %33 = load i32, ptr %h, align 4, !dbg !183
  %34 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !184
  %35 = load ptr, ptr %34, align 8, !dbg !184
  %36 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !184
  %37 = load i32, ptr %36, align 8, !dbg !184
  %call2 = call { ptr, i32 } @block(i32 noundef %33, ptr %35, i32 %37, i32 noundef 1, i32 noundef 0), !dbg !184
  %38 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0, !dbg !184
  %39 = extractvalue { ptr, i32 } %call2, 0, !dbg !184
  store ptr %39, ptr %38, align 8, !dbg !184
  %40 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1, !dbg !184
  %41 = extractvalue { ptr, i32 } %call2, 1, !dbg !184
  store i32 %41, ptr %40, align 8, !dbg !184
  %42 = load i32, ptr %h, align 4, !dbg !185
  %43 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 0, !dbg !186
  %44 = load ptr, ptr %43, align 8, !dbg !186
  %45 = getelementptr inbounds nuw { ptr, i32 }, ptr %a, i32 0, i32 1, !dbg !186
  %46 = load i32, ptr %45, align 8, !dbg !186
  %call3 = call { ptr, i32 } @block(i32 noundef %42, ptr %44, i32 %46, i32 noundef 1, i32 noundef 1), !dbg !186
  %47 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !186
  %48 = extractvalue { ptr, i32 } %call3, 0, !dbg !186
  store ptr %48, ptr %47, align 8, !dbg !186
  %49 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !186
  %50 = extractvalue { ptr, i32 } %call3, 1, !dbg !186
  store i32 %50, ptr %49, align 8, !dbg !186
  %51 = load i32, ptr %h, align 4, !dbg !187
  %52 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !188
  %53 = load ptr, ptr %52, align 8, !dbg !188
  %54 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !188
  %55 = load i32, ptr %54, align 8, !dbg !188
  %call4 = call { ptr, i32 } @block(i32 noundef %51, ptr %53, i32 %55, i32 noundef 0, i32 noundef 0), !dbg !188
  %56 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !188
  %57 = extractvalue { ptr, i32 } %call4, 0, !dbg !188
  store ptr %57, ptr %56, align 8, !dbg !188
  %58 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !188
  %59 = extractvalue { ptr, i32 } %call4, 1, !dbg !188
  store i32 %59, ptr %58, align 8, !dbg !188
  %60 = load i32, ptr %h, align 4, !dbg !189
  %61 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !190
  %62 = load ptr, ptr %61, align 8, !dbg !190
  %63 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !190
  %64 = load i32, ptr %63, align 8, !dbg !190
  %call5 = call { ptr, i32 } @block(i32 noundef %60, ptr %62, i32 %64, i32 noundef 0, i32 noundef 1), !dbg !190
  %65 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0, !dbg !190
  %66 = extractvalue { ptr, i32 } %call5, 0, !dbg !190
  store ptr %66, ptr %65, align 8, !dbg !190
  %67 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1, !dbg !190
  %68 = extractvalue { ptr, i32 } %call5, 1, !dbg !190
  store i32 %68, ptr %67, align 8, !dbg !190
  %69 = load i32, ptr %h, align 4, !dbg !191
  %70 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !192
  %71 = load ptr, ptr %70, align 8, !dbg !192
  %72 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !192
  %73 = load i32, ptr %72, align 8, !dbg !192
  %call6 = call { ptr, i32 } @block(i32 noundef %69, ptr %71, i32 %73, i32 noundef 1, i32 noundef 0), !dbg !192
  %74 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0, !dbg !192
  %75 = extractvalue { ptr, i32 } %call6, 0, !dbg !192
  store ptr %75, ptr %74, align 8, !dbg !192
  %76 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1, !dbg !192
  %77 = extractvalue { ptr, i32 } %call6, 1, !dbg !192
  store i32 %77, ptr %76, align 8, !dbg !192
  %78 = load i32, ptr %h, align 4, !dbg !193
  %79 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 0, !dbg !194
  %80 = load ptr, ptr %79, align 8, !dbg !194
  %81 = getelementptr inbounds nuw { ptr, i32 }, ptr %b, i32 0, i32 1, !dbg !194
  %82 = load i32, ptr %81, align 8, !dbg !194
  %call7 = call { ptr, i32 } @block(i32 noundef %78, ptr %80, i32 %82, i32 noundef 1, i32 noundef 1), !dbg !194
  %83 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !194
  %84 = extractvalue { ptr, i32 } %call7, 0, !dbg !194
  store ptr %84, ptr %83, align 8, !dbg !194
  %85 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !194
  %86 = extractvalue { ptr, i32 } %call7, 1, !dbg !194
  store i32 %86, ptr %85, align 8, !dbg !194
  %87 = load i32, ptr %h, align 4, !dbg !195
  %88 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !196
  %89 = load ptr, ptr %88, align 8, !dbg !196
  %90 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !196
  %91 = load i32, ptr %90, align 8, !dbg !196
  %call8 = call { ptr, i32 } @block(i32 noundef %87, ptr %89, i32 %91, i32 noundef 0, i32 noundef 0), !dbg !196
  %92 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0, !dbg !196
  %93 = extractvalue { ptr, i32 } %call8, 0, !dbg !196
  store ptr %93, ptr %92, align 8, !dbg !196
  %94 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1, !dbg !196
  %95 = extractvalue { ptr, i32 } %call8, 1, !dbg !196
  store i32 %95, ptr %94, align 8, !dbg !196
  %96 = load i32, ptr %h, align 4, !dbg !197
  %97 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !198
  %98 = load ptr, ptr %97, align 8, !dbg !198
  %99 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !198
  %100 = load i32, ptr %99, align 8, !dbg !198
  %call9 = call { ptr, i32 } @block(i32 noundef %96, ptr %98, i32 %100, i32 noundef 0, i32 noundef 1), !dbg !198
  %101 = getelementptr inbounds nuw { ptr, i32 }, ptr %c12, i32 0, i32 0, !dbg !198
  %102 = extractvalue { ptr, i32 } %call9, 0, !dbg !198
  store ptr %102, ptr %101, align 8, !dbg !198
  %103 = getelementptr inbounds nuw { ptr, i32 }, ptr %c12, i32 0, i32 1, !dbg !198
  %104 = extractvalue { ptr, i32 } %call9, 1, !dbg !198
  store i32 %104, ptr %103, align 8, !dbg !198
  %105 = load i32, ptr %h, align 4, !dbg !199
  %106 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !200
  %107 = load ptr, ptr %106, align 8, !dbg !200
  %108 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !200
  %109 = load i32, ptr %108, align 8, !dbg !200
  %call10 = call { ptr, i32 } @block(i32 noundef %105, ptr %107, i32 %109, i32 noundef 1, i32 noundef 0), !dbg !200
  %110 = getelementptr inbounds nuw { ptr, i32 }, ptr %c21, i32 0, i32 0, !dbg !200
  %111 = extractvalue { ptr, i32 } %call10, 0, !dbg !200
  store ptr %111, ptr %110, align 8, !dbg !200
  %112 = getelementptr inbounds nuw { ptr, i32 }, ptr %c21, i32 0, i32 1, !dbg !200
  %113 = extractvalue { ptr, i32 } %call10, 1, !dbg !200
  store i32 %113, ptr %112, align 8, !dbg !200
  %114 = load i32, ptr %h, align 4, !dbg !201
  %115 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 0, !dbg !202
  %116 = load ptr, ptr %115, align 8, !dbg !202
  %117 = getelementptr inbounds nuw { ptr, i32 }, ptr %c, i32 0, i32 1, !dbg !202
  %118 = load i32, ptr %117, align 8, !dbg !202
  %call11 = call { ptr, i32 } @block(i32 noundef %114, ptr %116, i32 %118, i32 noundef 1, i32 noundef 1), !dbg !202
  %119 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0, !dbg !202
  %120 = extractvalue { ptr, i32 } %call11, 0, !dbg !202
  store ptr %120, ptr %119, align 8, !dbg !202
  %121 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1, !dbg !202
  %122 = extractvalue { ptr, i32 } %call11, 1, !dbg !202
  store i32 %122, ptr %121, align 8, !dbg !202
  %123 = load i32, ptr %h, align 4, !dbg !203
  %mul = mul nsw i32 9, %123, !dbg !204
  %124 = load i32, ptr %h, align 4, !dbg !205
  %mul12 = mul nsw i32 %mul, %124, !dbg !206
  %call13 = call ptr @allocate(i32 noundef %mul12), !dbg !207
  store ptr %call13, ptr %scratch, align 8, !dbg !208
  %entry14 = getelementptr inbounds nuw %struct.matrix, ptr %left, i32 0, i32 0, !dbg !209
  %125 = load ptr, ptr %scratch, align 8, !dbg !210
  store ptr %125, ptr %entry14, align 8, !dbg !209
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %left, i32 0, i32 1, !dbg !209
  %126 = load i32, ptr %h, align 4, !dbg !211
  store i32 %126, ptr %stride, align 8, !dbg !209
  %127 = getelementptr i8, ptr %left, i64 12, !dbg !209
  call void @llvm.memset.p0.i64(ptr align 4 %127, i8 0, i64 4, i1 false), !dbg !209
  %entry15 = getelementptr inbounds nuw %struct.matrix, ptr %right, i32 0, i32 0, !dbg !212
  %128 = load ptr, ptr %scratch, align 8, !dbg !213
  %129 = load i32, ptr %h, align 4, !dbg !214
  %130 = load i32, ptr %h, align 4, !dbg !215
  %mul16 = mul nsw i32 %129, %130, !dbg !216
  %idx.ext = sext i32 %mul16 to i64, !dbg !217
  %add.ptr = getelementptr inbounds double, ptr %128, i64 %idx.ext, !dbg !217
  store ptr %add.ptr, ptr %entry15, align 8, !dbg !212
  %stride17 = getelementptr inbounds nuw %struct.matrix, ptr %right, i32 0, i32 1, !dbg !212
  %131 = load i32, ptr %h, align 4, !dbg !218
  store i32 %131, ptr %stride17, align 8, !dbg !212
  %132 = getelementptr i8, ptr %right, i64 12, !dbg !212
  call void @llvm.memset.p0.i64(ptr align 4 %132, i8 0, i64 4, i1 false), !dbg !212
  store i32 1, ptr %i, align 4, !dbg !219
  br label %for.cond, !dbg !220

for.cond:                                         ; preds = %for.inc, %if.end
  %133 = load i32, ptr %i, align 4, !dbg !221
  %cmp18 = icmp slt i32 %133, 8, !dbg !222
  br i1 %cmp18, label %for.body, label %for.end, !dbg !223

for.body:                                         ; preds = %for.cond
  %134 = load i32, ptr %i, align 4, !dbg !224
  %idxprom = sext i32 %134 to i64, !dbg !225
  %arrayidx = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 %idxprom, !dbg !225
  %entry19 = getelementptr inbounds nuw %struct.matrix, ptr %.compoundliteral, i32 0, i32 0, !dbg !226
  %135 = load ptr, ptr %scratch, align 8, !dbg !227
  %136 = load i32, ptr %i, align 4, !dbg !228
  %add = add nsw i32 %136, 1, !dbg !229
  %137 = load i32, ptr %h, align 4, !dbg !230
  %mul20 = mul nsw i32 %add, %137, !dbg !231
  %138 = load i32, ptr %h, align 4, !dbg !232
  %mul21 = mul nsw i32 %mul20, %138, !dbg !233
  %idx.ext22 = sext i32 %mul21 to i64, !dbg !234
  %add.ptr23 = getelementptr inbounds double, ptr %135, i64 %idx.ext22, !dbg !234
  store ptr %add.ptr23, ptr %entry19, align 8, !dbg !226
  %stride24 = getelementptr inbounds nuw %struct.matrix, ptr %.compoundliteral, i32 0, i32 1, !dbg !226
  %139 = load i32, ptr %h, align 4, !dbg !235
  store i32 %139, ptr %stride24, align 8, !dbg !226
  %140 = getelementptr i8, ptr %.compoundliteral, i64 12, !dbg !226
  call void @llvm.memset.p0.i64(ptr align 4 %140, i8 0, i64 4, i1 false), !dbg !226
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %arrayidx, ptr align 8 %.compoundliteral, i64 16, i1 false), !dbg !236
  br label %for.inc, !dbg !225

for.inc:                                          ; preds = %for.body
  %141 = load i32, ptr %i, align 4, !dbg !237
  %inc = add nsw i32 %141, 1, !dbg !237
  store i32 %inc, ptr %i, align 4, !dbg !237
  br label %for.cond, !dbg !223, !llvm.loop !238

for.end:                                          ; preds = %for.cond
  %142 = load i32, ptr %h, align 4, !dbg !240
  %143 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !241
  %144 = load ptr, ptr %143, align 8, !dbg !241
  %145 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !241
  %146 = load i32, ptr %145, align 8, !dbg !241
  %147 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !241
  %148 = load ptr, ptr %147, align 8, !dbg !241
  %149 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !241
  %150 = load i32, ptr %149, align 8, !dbg !241
  call void @add(i32 noundef %142, ptr %144, i32 %146, ptr %148, i32 %150, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !241
  %151 = load i32, ptr %h, align 4, !dbg !242
  %152 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !243
  %153 = load ptr, ptr %152, align 8, !dbg !243
  %154 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !243
  %155 = load i32, ptr %154, align 8, !dbg !243
  %156 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !243
  %157 = load ptr, ptr %156, align 8, !dbg !243
  %158 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !243
  %159 = load i32, ptr %158, align 8, !dbg !243
  call void @add(i32 noundef %151, ptr %153, i32 %155, ptr %157, i32 %159, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !243
  %160 = load i32, ptr %h, align 4, !dbg !244
  %arrayidx25 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1, !dbg !245
  %161 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !246
  %162 = load ptr, ptr %161, align 8, !dbg !246
  %163 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !246
  %164 = load i32, ptr %163, align 8, !dbg !246
  %165 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !246
  %166 = load ptr, ptr %165, align 8, !dbg !246
  %167 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !246
  %168 = load i32, ptr %167, align 8, !dbg !246
  call void @strassen(i32 noundef %160, ptr %162, i32 %164, ptr %166, i32 %168, ptr noundef byval(%struct.matrix) align 8 %arrayidx25), !dbg !246
  %169 = load i32, ptr %h, align 4, !dbg !247
  %170 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0, !dbg !248
  %171 = load ptr, ptr %170, align 8, !dbg !248
  %172 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1, !dbg !248
  %173 = load i32, ptr %172, align 8, !dbg !248
  %174 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !248
  %175 = load ptr, ptr %174, align 8, !dbg !248
  %176 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !248
  %177 = load i32, ptr %176, align 8, !dbg !248
  call void @add(i32 noundef %169, ptr %171, i32 %173, ptr %175, i32 %177, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !248
  %178 = load i32, ptr %h, align 4, !dbg !249
  %arrayidx26 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2, !dbg !250
  %179 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !251
  %180 = load ptr, ptr %179, align 8, !dbg !251
  %181 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !251
  %182 = load i32, ptr %181, align 8, !dbg !251
  %183 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !251
  %184 = load ptr, ptr %183, align 8, !dbg !251
  %185 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !251
  %186 = load i32, ptr %185, align 8, !dbg !251
  call void @strassen(i32 noundef %178, ptr %180, i32 %182, ptr %184, i32 %186, ptr noundef byval(%struct.matrix) align 8 %arrayidx26), !dbg !251
  %187 = load i32, ptr %h, align 4, !dbg !252
  %188 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0, !dbg !253
  %189 = load ptr, ptr %188, align 8, !dbg !253
  %190 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1, !dbg !253
  %191 = load i32, ptr %190, align 8, !dbg !253
  %192 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !253
  %193 = load ptr, ptr %192, align 8, !dbg !253
  %194 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !253
  %195 = load i32, ptr %194, align 8, !dbg !253
  call void @subtract(i32 noundef %187, ptr %189, i32 %191, ptr %193, i32 %195, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !253
  %196 = load i32, ptr %h, align 4, !dbg !254
  %arrayidx27 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3, !dbg !255
  %197 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !256
  %198 = load ptr, ptr %197, align 8, !dbg !256
  %199 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !256
  %200 = load i32, ptr %199, align 8, !dbg !256
  %201 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !256
  %202 = load ptr, ptr %201, align 8, !dbg !256
  %203 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !256
  %204 = load i32, ptr %203, align 8, !dbg !256
  call void @strassen(i32 noundef %196, ptr %198, i32 %200, ptr %202, i32 %204, ptr noundef byval(%struct.matrix) align 8 %arrayidx27), !dbg !256
  %205 = load i32, ptr %h, align 4, !dbg !257
  %206 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0, !dbg !258
  %207 = load ptr, ptr %206, align 8, !dbg !258
  %208 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1, !dbg !258
  %209 = load i32, ptr %208, align 8, !dbg !258
  %210 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !258
  %211 = load ptr, ptr %210, align 8, !dbg !258
  %212 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !258
  %213 = load i32, ptr %212, align 8, !dbg !258
  call void @subtract(i32 noundef %205, ptr %207, i32 %209, ptr %211, i32 %213, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !258
  %214 = load i32, ptr %h, align 4, !dbg !259
  %arrayidx28 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4, !dbg !260
  %215 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !261
  %216 = load ptr, ptr %215, align 8, !dbg !261
  %217 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !261
  %218 = load i32, ptr %217, align 8, !dbg !261
  %219 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !261
  %220 = load ptr, ptr %219, align 8, !dbg !261
  %221 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !261
  %222 = load i32, ptr %221, align 8, !dbg !261
  call void @strassen(i32 noundef %214, ptr %216, i32 %218, ptr %220, i32 %222, ptr noundef byval(%struct.matrix) align 8 %arrayidx28), !dbg !261
  %223 = load i32, ptr %h, align 4, !dbg !262
  %224 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !263
  %225 = load ptr, ptr %224, align 8, !dbg !263
  %226 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !263
  %227 = load i32, ptr %226, align 8, !dbg !263
  %228 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0, !dbg !263
  %229 = load ptr, ptr %228, align 8, !dbg !263
  %230 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1, !dbg !263
  %231 = load i32, ptr %230, align 8, !dbg !263
  call void @add(i32 noundef %223, ptr %225, i32 %227, ptr %229, i32 %231, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !263
  %232 = load i32, ptr %h, align 4, !dbg !264
  %arrayidx29 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5, !dbg !265
  %233 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !266
  %234 = load ptr, ptr %233, align 8, !dbg !266
  %235 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !266
  %236 = load i32, ptr %235, align 8, !dbg !266
  %237 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !266
  %238 = load ptr, ptr %237, align 8, !dbg !266
  %239 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !266
  %240 = load i32, ptr %239, align 8, !dbg !266
  call void @strassen(i32 noundef %232, ptr %234, i32 %236, ptr %238, i32 %240, ptr noundef byval(%struct.matrix) align 8 %arrayidx29), !dbg !266
  %241 = load i32, ptr %h, align 4, !dbg !267
  %242 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 0, !dbg !268
  %243 = load ptr, ptr %242, align 8, !dbg !268
  %244 = getelementptr inbounds nuw { ptr, i32 }, ptr %a21, i32 0, i32 1, !dbg !268
  %245 = load i32, ptr %244, align 8, !dbg !268
  %246 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 0, !dbg !268
  %247 = load ptr, ptr %246, align 8, !dbg !268
  %248 = getelementptr inbounds nuw { ptr, i32 }, ptr %a11, i32 0, i32 1, !dbg !268
  %249 = load i32, ptr %248, align 8, !dbg !268
  call void @subtract(i32 noundef %241, ptr %243, i32 %245, ptr %247, i32 %249, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !268
  %250 = load i32, ptr %h, align 4, !dbg !269
  %251 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 0, !dbg !270
  %252 = load ptr, ptr %251, align 8, !dbg !270
  %253 = getelementptr inbounds nuw { ptr, i32 }, ptr %b11, i32 0, i32 1, !dbg !270
  %254 = load i32, ptr %253, align 8, !dbg !270
  %255 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 0, !dbg !270
  %256 = load ptr, ptr %255, align 8, !dbg !270
  %257 = getelementptr inbounds nuw { ptr, i32 }, ptr %b12, i32 0, i32 1, !dbg !270
  %258 = load i32, ptr %257, align 8, !dbg !270
  call void @add(i32 noundef %250, ptr %252, i32 %254, ptr %256, i32 %258, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !270
  %259 = load i32, ptr %h, align 4, !dbg !271
  %arrayidx30 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 6, !dbg !272
  %260 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !273
  %261 = load ptr, ptr %260, align 8, !dbg !273
  %262 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !273
  %263 = load i32, ptr %262, align 8, !dbg !273
  %264 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !273
  %265 = load ptr, ptr %264, align 8, !dbg !273
  %266 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !273
  %267 = load i32, ptr %266, align 8, !dbg !273
  call void @strassen(i32 noundef %259, ptr %261, i32 %263, ptr %265, i32 %267, ptr noundef byval(%struct.matrix) align 8 %arrayidx30), !dbg !273
  %268 = load i32, ptr %h, align 4, !dbg !274
  %269 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 0, !dbg !275
  %270 = load ptr, ptr %269, align 8, !dbg !275
  %271 = getelementptr inbounds nuw { ptr, i32 }, ptr %a12, i32 0, i32 1, !dbg !275
  %272 = load i32, ptr %271, align 8, !dbg !275
  %273 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 0, !dbg !275
  %274 = load ptr, ptr %273, align 8, !dbg !275
  %275 = getelementptr inbounds nuw { ptr, i32 }, ptr %a22, i32 0, i32 1, !dbg !275
  %276 = load i32, ptr %275, align 8, !dbg !275
  call void @subtract(i32 noundef %268, ptr %270, i32 %272, ptr %274, i32 %276, ptr noundef byval(%struct.matrix) align 8 %left), !dbg !275
  %277 = load i32, ptr %h, align 4, !dbg !276
  %278 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 0, !dbg !277
  %279 = load ptr, ptr %278, align 8, !dbg !277
  %280 = getelementptr inbounds nuw { ptr, i32 }, ptr %b21, i32 0, i32 1, !dbg !277
  %281 = load i32, ptr %280, align 8, !dbg !277
  %282 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 0, !dbg !277
  %283 = load ptr, ptr %282, align 8, !dbg !277
  %284 = getelementptr inbounds nuw { ptr, i32 }, ptr %b22, i32 0, i32 1, !dbg !277
  %285 = load i32, ptr %284, align 8, !dbg !277
  call void @add(i32 noundef %277, ptr %279, i32 %281, ptr %283, i32 %285, ptr noundef byval(%struct.matrix) align 8 %right), !dbg !277
  %286 = load i32, ptr %h, align 4, !dbg !278
  %arrayidx31 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 7, !dbg !279
  %287 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 0, !dbg !280
  %288 = load ptr, ptr %287, align 8, !dbg !280
  %289 = getelementptr inbounds nuw { ptr, i32 }, ptr %left, i32 0, i32 1, !dbg !280
  %290 = load i32, ptr %289, align 8, !dbg !280
  %291 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 0, !dbg !280
  %292 = load ptr, ptr %291, align 8, !dbg !280
  %293 = getelementptr inbounds nuw { ptr, i32 }, ptr %right, i32 0, i32 1, !dbg !280
  %294 = load i32, ptr %293, align 8, !dbg !280
  call void @strassen(i32 noundef %286, ptr %288, i32 %290, ptr %292, i32 %294, ptr noundef byval(%struct.matrix) align 8 %arrayidx31), !dbg !280
  %295 = load i32, ptr %h, align 4, !dbg !281
  %arrayidx32 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1, !dbg !282
  %arrayidx33 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4, !dbg !283
  %296 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx32, i32 0, i32 0, !dbg !284
  %297 = load ptr, ptr %296, align 16, !dbg !284
  %298 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx32, i32 0, i32 1, !dbg !284
  %299 = load i32, ptr %298, align 8, !dbg !284
  %300 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx33, i32 0, i32 0, !dbg !284
  %301 = load ptr, ptr %300, align 16, !dbg !284
  %302 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx33, i32 0, i32 1, !dbg !284
  %303 = load i32, ptr %302, align 8, !dbg !284
  call void @add(i32 noundef %295, ptr %297, i32 %299, ptr %301, i32 %303, ptr noundef byval(%struct.matrix) align 8 %c11), !dbg !284
  %304 = load i32, ptr %h, align 4, !dbg !285
  %arrayidx34 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5, !dbg !286
  %305 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0, !dbg !287
  %306 = load ptr, ptr %305, align 8, !dbg !287
  %307 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1, !dbg !287
  %308 = load i32, ptr %307, align 8, !dbg !287
  %309 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx34, i32 0, i32 0, !dbg !287
  %310 = load ptr, ptr %309, align 16, !dbg !287
  %311 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx34, i32 0, i32 1, !dbg !287
  %312 = load i32, ptr %311, align 8, !dbg !287
  call void @subtract(i32 noundef %304, ptr %306, i32 %308, ptr %310, i32 %312, ptr noundef byval(%struct.matrix) align 8 %c11), !dbg !287
  %313 = load i32, ptr %h, align 4, !dbg !288
  %arrayidx35 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 7, !dbg !289
  %314 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 0, !dbg !290
  %315 = load ptr, ptr %314, align 8, !dbg !290
  %316 = getelementptr inbounds nuw { ptr, i32 }, ptr %c11, i32 0, i32 1, !dbg !290
  %317 = load i32, ptr %316, align 8, !dbg !290
  %318 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx35, i32 0, i32 0, !dbg !290
  %319 = load ptr, ptr %318, align 16, !dbg !290
  %320 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx35, i32 0, i32 1, !dbg !290
  %321 = load i32, ptr %320, align 8, !dbg !290
  call void @add(i32 noundef %313, ptr %315, i32 %317, ptr %319, i32 %321, ptr noundef byval(%struct.matrix) align 8 %c11), !dbg !290
  %322 = load i32, ptr %h, align 4, !dbg !291
  %arrayidx36 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3, !dbg !292
  %arrayidx37 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 5, !dbg !293
  %323 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx36, i32 0, i32 0, !dbg !294
  %324 = load ptr, ptr %323, align 16, !dbg !294
  %325 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx36, i32 0, i32 1, !dbg !294
  %326 = load i32, ptr %325, align 8, !dbg !294
  %327 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx37, i32 0, i32 0, !dbg !294
  %328 = load ptr, ptr %327, align 16, !dbg !294
  %329 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx37, i32 0, i32 1, !dbg !294
  %330 = load i32, ptr %329, align 8, !dbg !294
  call void @add(i32 noundef %322, ptr %324, i32 %326, ptr %328, i32 %330, ptr noundef byval(%struct.matrix) align 8 %c12), !dbg !294
  %331 = load i32, ptr %h, align 4, !dbg !295
  %arrayidx38 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2, !dbg !296
  %arrayidx39 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 4, !dbg !297
  %332 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx38, i32 0, i32 0, !dbg !298
  %333 = load ptr, ptr %332, align 16, !dbg !298
  %334 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx38, i32 0, i32 1, !dbg !298
  %335 = load i32, ptr %334, align 8, !dbg !298
  %336 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx39, i32 0, i32 0, !dbg !298
  %337 = load ptr, ptr %336, align 16, !dbg !298
  %338 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx39, i32 0, i32 1, !dbg !298
  %339 = load i32, ptr %338, align 8, !dbg !298
  call void @add(i32 noundef %331, ptr %333, i32 %335, ptr %337, i32 %339, ptr noundef byval(%struct.matrix) align 8 %c21), !dbg !298
  %340 = load i32, ptr %h, align 4, !dbg !299
  %arrayidx40 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 1, !dbg !300
  %arrayidx41 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 2, !dbg !301
  %341 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx40, i32 0, i32 0, !dbg !302
  %342 = load ptr, ptr %341, align 16, !dbg !302
  %343 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx40, i32 0, i32 1, !dbg !302
  %344 = load i32, ptr %343, align 8, !dbg !302
  %345 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx41, i32 0, i32 0, !dbg !302
  %346 = load ptr, ptr %345, align 16, !dbg !302
  %347 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx41, i32 0, i32 1, !dbg !302
  %348 = load i32, ptr %347, align 8, !dbg !302
  call void @subtract(i32 noundef %340, ptr %342, i32 %344, ptr %346, i32 %348, ptr noundef byval(%struct.matrix) align 8 %c22), !dbg !302
  %349 = load i32, ptr %h, align 4, !dbg !303
  %arrayidx42 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 3, !dbg !304
  %350 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0, !dbg !305
  %351 = load ptr, ptr %350, align 8, !dbg !305
  %352 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1, !dbg !305
  %353 = load i32, ptr %352, align 8, !dbg !305
  %354 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx42, i32 0, i32 0, !dbg !305
  %355 = load ptr, ptr %354, align 16, !dbg !305
  %356 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx42, i32 0, i32 1, !dbg !305
  %357 = load i32, ptr %356, align 8, !dbg !305
  call void @add(i32 noundef %349, ptr %351, i32 %353, ptr %355, i32 %357, ptr noundef byval(%struct.matrix) align 8 %c22), !dbg !305
  %358 = load i32, ptr %h, align 4, !dbg !306
  %arrayidx43 = getelementptr inbounds [8 x %struct.matrix], ptr %m, i64 0, i64 6, !dbg !307
  %359 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 0, !dbg !308
  %360 = load ptr, ptr %359, align 8, !dbg !308
  %361 = getelementptr inbounds nuw { ptr, i32 }, ptr %c22, i32 0, i32 1, !dbg !308
  %362 = load i32, ptr %361, align 8, !dbg !308
  %363 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx43, i32 0, i32 0, !dbg !308
  %364 = load ptr, ptr %363, align 16, !dbg !308
  %365 = getelementptr inbounds nuw { ptr, i32 }, ptr %arrayidx43, i32 0, i32 1, !dbg !308
  %366 = load i32, ptr %365, align 8, !dbg !308
  call void @add(i32 noundef %358, ptr %360, i32 %362, ptr %364, i32 %366, ptr noundef byval(%struct.matrix) align 8 %c22), !dbg !308
  %367 = load ptr, ptr %scratch, align 8, !dbg !309
  call void @free(ptr noundef %367) #8, !dbg !310
  br label %return, !dbg !311

return:                                           ; preds = %for.end, %if.then
  ret void, !dbg !311
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

declare i32 @printf(ptr noundef, ...) #3

; Function Attrs: nounwind
declare void @free(ptr noundef) #4

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #4

; Function Attrs: noinline nounwind optnone uwtable
define internal zeroext i1 @is_power_of_two(i64 noundef %n) #0 !dbg !312 {
entry:
  %n.addr = alloca i64, align 8
  store i64 %n, ptr %n.addr, align 8
  %0 = load i64, ptr %n.addr, align 8, !dbg !313
  %cmp = icmp sgt i64 %0, 0, !dbg !314
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !315

land.rhs:                                         ; preds = %entry
  %1 = load i64, ptr %n.addr, align 8, !dbg !316
  %2 = load i64, ptr %n.addr, align 8, !dbg !317
  %sub = sub nsw i64 %2, 1, !dbg !318
  %and = and i64 %1, %sub, !dbg !319
  %cmp1 = icmp eq i64 %and, 0, !dbg !320
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %3 = phi i1 [ false, %entry ], [ %cmp1, %land.rhs ], !dbg !321
  ret i1 %3, !dbg !322
}

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #4

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #5

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #6

declare i32 @fputs(ptr noundef, ptr noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal double @symmetric() #0 !dbg !323 {
entry:
  %0 = load i64, ptr @random_state, align 8, !dbg !324
  %mul = mul i64 %0, 6364136223846793005, !dbg !325
  %add = add i64 %mul, 1442695040888963407, !dbg !326
  store i64 %add, ptr @random_state, align 8, !dbg !327
  %1 = load i64, ptr @random_state, align 8, !dbg !328
  %shr = lshr i64 %1, 11, !dbg !329
  %conv = uitofp i64 %shr to double, !dbg !330
  %2 = call double @llvm.fmuladd.f64(double %conv, double 0x3CB0000000000000, double -1.000000e+00), !dbg !331
  ret double %2, !dbg !332
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @multiply_by_definition(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !333 {
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
  store i32 0, ptr %i, align 4, !dbg !334
  br label %for.cond, !dbg !335

for.cond:                                         ; preds = %for.inc24, %entry
  %4 = load i32, ptr %i, align 4, !dbg !336
  %5 = load i32, ptr %n.addr, align 4, !dbg !337
  %cmp = icmp slt i32 %4, %5, !dbg !338
  br i1 %cmp, label %for.body, label %for.end26, !dbg !339

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !340
  br label %for.cond1, !dbg !341

for.cond1:                                        ; preds = %for.inc21, %for.body
  %6 = load i32, ptr %j, align 4, !dbg !342
  %7 = load i32, ptr %n.addr, align 4, !dbg !343
  %cmp2 = icmp slt i32 %6, %7, !dbg !344
  br i1 %cmp2, label %for.body3, label %for.end23, !dbg !345

for.body3:                                        ; preds = %for.cond1
  store double 0.000000e+00, ptr %sum, align 8, !dbg !346
  store i32 0, ptr %k, align 4, !dbg !347
  br label %for.cond4, !dbg !348

for.cond4:                                        ; preds = %for.inc, %for.body3
  %8 = load i32, ptr %k, align 4, !dbg !349
  %9 = load i32, ptr %n.addr, align 4, !dbg !350
  %cmp5 = icmp slt i32 %8, %9, !dbg !351
  br i1 %cmp5, label %for.body6, label %for.end, !dbg !352

for.body6:                                        ; preds = %for.cond4
  %entry7 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !353
  %10 = load ptr, ptr %entry7, align 8, !dbg !353
  %11 = load i32, ptr %i, align 4, !dbg !354
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !355
  %12 = load i32, ptr %stride, align 8, !dbg !355
  %mul = mul nsw i32 %11, %12, !dbg !356
  %13 = load i32, ptr %k, align 4, !dbg !357
  %add = add nsw i32 %mul, %13, !dbg !358
  %idxprom = sext i32 %add to i64, !dbg !359
  %arrayidx = getelementptr inbounds double, ptr %10, i64 %idxprom, !dbg !359
  %14 = load double, ptr %arrayidx, align 8, !dbg !359
  %entry8 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !360
  %15 = load ptr, ptr %entry8, align 8, !dbg !360
  %16 = load i32, ptr %k, align 4, !dbg !361
  %stride9 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !362
  %17 = load i32, ptr %stride9, align 8, !dbg !362
  %mul10 = mul nsw i32 %16, %17, !dbg !363
  %18 = load i32, ptr %j, align 4, !dbg !364
  %add11 = add nsw i32 %mul10, %18, !dbg !365
  %idxprom12 = sext i32 %add11 to i64, !dbg !366
  %arrayidx13 = getelementptr inbounds double, ptr %15, i64 %idxprom12, !dbg !366
  %19 = load double, ptr %arrayidx13, align 8, !dbg !366
  %20 = load double, ptr %sum, align 8, !dbg !367
  %21 = call double @llvm.fmuladd.f64(double %14, double %19, double %20), !dbg !367
  store double %21, ptr %sum, align 8, !dbg !367
  br label %for.inc, !dbg !368

for.inc:                                          ; preds = %for.body6
  %22 = load i32, ptr %k, align 4, !dbg !369
  %inc = add nsw i32 %22, 1, !dbg !369
  store i32 %inc, ptr %k, align 4, !dbg !369
  br label %for.cond4, !dbg !352, !llvm.loop !370

for.end:                                          ; preds = %for.cond4
  %23 = load double, ptr %sum, align 8, !dbg !372
  %entry15 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !373
  %24 = load ptr, ptr %entry15, align 8, !dbg !373
  %25 = load i32, ptr %i, align 4, !dbg !374
  %stride16 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !375
  %26 = load i32, ptr %stride16, align 8, !dbg !375
  %mul17 = mul nsw i32 %25, %26, !dbg !376
  %27 = load i32, ptr %j, align 4, !dbg !377
  %add18 = add nsw i32 %mul17, %27, !dbg !378
  %idxprom19 = sext i32 %add18 to i64, !dbg !379
  %arrayidx20 = getelementptr inbounds double, ptr %24, i64 %idxprom19, !dbg !379
  store double %23, ptr %arrayidx20, align 8, !dbg !380
  br label %for.inc21, !dbg !381

for.inc21:                                        ; preds = %for.end
  %28 = load i32, ptr %j, align 4, !dbg !382
  %inc22 = add nsw i32 %28, 1, !dbg !382
  store i32 %inc22, ptr %j, align 4, !dbg !382
  br label %for.cond1, !dbg !345, !llvm.loop !383

for.end23:                                        ; preds = %for.cond1
  br label %for.inc24, !dbg !381

for.inc24:                                        ; preds = %for.end23
  %29 = load i32, ptr %i, align 4, !dbg !384
  %inc25 = add nsw i32 %29, 1, !dbg !384
  store i32 %inc25, ptr %i, align 4, !dbg !384
  br label %for.cond, !dbg !339, !llvm.loop !385

for.end26:                                        ; preds = %for.cond
  ret void, !dbg !386
}

; Function Attrs: noinline nounwind optnone uwtable
define internal { ptr, i32 } @block(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, i32 noundef %row, i32 noundef %column) #0 !dbg !387 {
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
  %entry1 = getelementptr inbounds nuw %struct.matrix, ptr %retval, i32 0, i32 0, !dbg !388
  %entry2 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !389
  %2 = load ptr, ptr %entry2, align 8, !dbg !389
  %3 = load i32, ptr %row.addr, align 4, !dbg !390
  %4 = load i32, ptr %n.addr, align 4, !dbg !391
  %mul = mul nsw i32 %3, %4, !dbg !392
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !393
  %5 = load i32, ptr %stride, align 8, !dbg !393
  %mul3 = mul nsw i32 %mul, %5, !dbg !394
  %idx.ext = sext i32 %mul3 to i64, !dbg !395
  %add.ptr = getelementptr inbounds double, ptr %2, i64 %idx.ext, !dbg !395
  %6 = load i32, ptr %column.addr, align 4, !dbg !396
  %7 = load i32, ptr %n.addr, align 4, !dbg !397
  %mul4 = mul nsw i32 %6, %7, !dbg !398
  %idx.ext5 = sext i32 %mul4 to i64, !dbg !399
  %add.ptr6 = getelementptr inbounds double, ptr %add.ptr, i64 %idx.ext5, !dbg !399
  store ptr %add.ptr6, ptr %entry1, align 8, !dbg !388
  %stride7 = getelementptr inbounds nuw %struct.matrix, ptr %retval, i32 0, i32 1, !dbg !388
  %stride8 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !400
  %8 = load i32, ptr %stride8, align 8, !dbg !400
  store i32 %8, ptr %stride7, align 8, !dbg !388
  %9 = getelementptr i8, ptr %retval, i64 12, !dbg !388
  call void @llvm.memset.p0.i64(ptr align 4 %9, i8 0, i64 4, i1 false), !dbg !388
  %10 = load { ptr, i32 }, ptr %retval, align 8, !dbg !401
  ret { ptr, i32 } %10, !dbg !401
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

; Function Attrs: noinline nounwind optnone uwtable
define internal void @add(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !402 {
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
  store i32 0, ptr %i, align 4, !dbg !403
  br label %for.cond, !dbg !404

for.cond:                                         ; preds = %for.inc18, %entry
  %4 = load i32, ptr %i, align 4, !dbg !405
  %5 = load i32, ptr %n.addr, align 4, !dbg !406
  %cmp = icmp slt i32 %4, %5, !dbg !407
  br i1 %cmp, label %for.body, label %for.end20, !dbg !408

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !409
  br label %for.cond1, !dbg !410

for.cond1:                                        ; preds = %for.inc, %for.body
  %6 = load i32, ptr %j, align 4, !dbg !411
  %7 = load i32, ptr %n.addr, align 4, !dbg !412
  %cmp2 = icmp slt i32 %6, %7, !dbg !413
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !414

for.body3:                                        ; preds = %for.cond1
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !415
  %8 = load ptr, ptr %entry4, align 8, !dbg !415
  %9 = load i32, ptr %i, align 4, !dbg !416
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !417
  %10 = load i32, ptr %stride, align 8, !dbg !417
  %mul = mul nsw i32 %9, %10, !dbg !418
  %11 = load i32, ptr %j, align 4, !dbg !419
  %add = add nsw i32 %mul, %11, !dbg !420
  %idxprom = sext i32 %add to i64, !dbg !421
  %arrayidx = getelementptr inbounds double, ptr %8, i64 %idxprom, !dbg !421
  %12 = load double, ptr %arrayidx, align 8, !dbg !421
  %entry5 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !422
  %13 = load ptr, ptr %entry5, align 8, !dbg !422
  %14 = load i32, ptr %i, align 4, !dbg !423
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !424
  %15 = load i32, ptr %stride6, align 8, !dbg !424
  %mul7 = mul nsw i32 %14, %15, !dbg !425
  %16 = load i32, ptr %j, align 4, !dbg !426
  %add8 = add nsw i32 %mul7, %16, !dbg !427
  %idxprom9 = sext i32 %add8 to i64, !dbg !428
  %arrayidx10 = getelementptr inbounds double, ptr %13, i64 %idxprom9, !dbg !428
  %17 = load double, ptr %arrayidx10, align 8, !dbg !428
  %add11 = fadd double %12, %17, !dbg !429
  %entry12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !430
  %18 = load ptr, ptr %entry12, align 8, !dbg !430
  %19 = load i32, ptr %i, align 4, !dbg !431
  %stride13 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !432
  %20 = load i32, ptr %stride13, align 8, !dbg !432
  %mul14 = mul nsw i32 %19, %20, !dbg !433
  %21 = load i32, ptr %j, align 4, !dbg !434
  %add15 = add nsw i32 %mul14, %21, !dbg !435
  %idxprom16 = sext i32 %add15 to i64, !dbg !436
  %arrayidx17 = getelementptr inbounds double, ptr %18, i64 %idxprom16, !dbg !436
  store double %add11, ptr %arrayidx17, align 8, !dbg !437
  br label %for.inc, !dbg !436

for.inc:                                          ; preds = %for.body3
  %22 = load i32, ptr %j, align 4, !dbg !438
  %inc = add nsw i32 %22, 1, !dbg !438
  store i32 %inc, ptr %j, align 4, !dbg !438
  br label %for.cond1, !dbg !414, !llvm.loop !439

for.end:                                          ; preds = %for.cond1
  br label %for.inc18, !dbg !440

for.inc18:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4, !dbg !441
  %inc19 = add nsw i32 %23, 1, !dbg !441
  store i32 %inc19, ptr %i, align 4, !dbg !441
  br label %for.cond, !dbg !408, !llvm.loop !442

for.end20:                                        ; preds = %for.cond
  ret void, !dbg !443
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @subtract(i32 noundef %n, ptr %a.coerce0, i32 %a.coerce1, ptr %b.coerce0, i32 %b.coerce1, ptr noundef byval(%struct.matrix) align 8 %c) #0 !dbg !444 {
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
  store i32 0, ptr %i, align 4, !dbg !445
  br label %for.cond, !dbg !446

for.cond:                                         ; preds = %for.inc17, %entry
  %4 = load i32, ptr %i, align 4, !dbg !447
  %5 = load i32, ptr %n.addr, align 4, !dbg !448
  %cmp = icmp slt i32 %4, %5, !dbg !449
  br i1 %cmp, label %for.body, label %for.end19, !dbg !450

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %j, align 4, !dbg !451
  br label %for.cond1, !dbg !452

for.cond1:                                        ; preds = %for.inc, %for.body
  %6 = load i32, ptr %j, align 4, !dbg !453
  %7 = load i32, ptr %n.addr, align 4, !dbg !454
  %cmp2 = icmp slt i32 %6, %7, !dbg !455
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !456

for.body3:                                        ; preds = %for.cond1
  %entry4 = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 0, !dbg !457
  %8 = load ptr, ptr %entry4, align 8, !dbg !457
  %9 = load i32, ptr %i, align 4, !dbg !458
  %stride = getelementptr inbounds nuw %struct.matrix, ptr %a, i32 0, i32 1, !dbg !459
  %10 = load i32, ptr %stride, align 8, !dbg !459
  %mul = mul nsw i32 %9, %10, !dbg !460
  %11 = load i32, ptr %j, align 4, !dbg !461
  %add = add nsw i32 %mul, %11, !dbg !462
  %idxprom = sext i32 %add to i64, !dbg !463
  %arrayidx = getelementptr inbounds double, ptr %8, i64 %idxprom, !dbg !463
  %12 = load double, ptr %arrayidx, align 8, !dbg !463
  %entry5 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 0, !dbg !464
  %13 = load ptr, ptr %entry5, align 8, !dbg !464
  %14 = load i32, ptr %i, align 4, !dbg !465
  %stride6 = getelementptr inbounds nuw %struct.matrix, ptr %b, i32 0, i32 1, !dbg !466
  %15 = load i32, ptr %stride6, align 8, !dbg !466
  %mul7 = mul nsw i32 %14, %15, !dbg !467
  %16 = load i32, ptr %j, align 4, !dbg !468
  %add8 = add nsw i32 %mul7, %16, !dbg !469
  %idxprom9 = sext i32 %add8 to i64, !dbg !470
  %arrayidx10 = getelementptr inbounds double, ptr %13, i64 %idxprom9, !dbg !470
  %17 = load double, ptr %arrayidx10, align 8, !dbg !470
  %sub = fsub double %12, %17, !dbg !471
  %entry11 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 0, !dbg !472
  %18 = load ptr, ptr %entry11, align 8, !dbg !472
  %19 = load i32, ptr %i, align 4, !dbg !473
  %stride12 = getelementptr inbounds nuw %struct.matrix, ptr %c, i32 0, i32 1, !dbg !474
  %20 = load i32, ptr %stride12, align 8, !dbg !474
  %mul13 = mul nsw i32 %19, %20, !dbg !475
  %21 = load i32, ptr %j, align 4, !dbg !476
  %add14 = add nsw i32 %mul13, %21, !dbg !477
  %idxprom15 = sext i32 %add14 to i64, !dbg !478
  %arrayidx16 = getelementptr inbounds double, ptr %18, i64 %idxprom15, !dbg !478
  store double %sub, ptr %arrayidx16, align 8, !dbg !479
  br label %for.inc, !dbg !478

for.inc:                                          ; preds = %for.body3
  %22 = load i32, ptr %j, align 4, !dbg !480
  %inc = add nsw i32 %22, 1, !dbg !480
  store i32 %inc, ptr %j, align 4, !dbg !480
  br label %for.cond1, !dbg !456, !llvm.loop !481

for.end:                                          ; preds = %for.cond1
  br label %for.inc17, !dbg !482

for.inc17:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4, !dbg !483
  %inc18 = add nsw i32 %23, 1, !dbg !483
  store i32 %inc18, ptr %i, align 4, !dbg !483
  br label %for.cond, !dbg !450, !llvm.loop !484

for.end19:                                        ; preds = %for.cond
  ret void, !dbg !485
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
!1 = !DIFile(filename: "strassen16.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !10, file: !10, line: 152, type: !11, scopeLine: 153, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DIFile(filename: "./strassen8.c", directory: ".")
!11 = !DISubroutineType(types: !12)
!12 = !{}
!13 = !DILocation(line: 154, column: 23, scope: !9)
!14 = !DILocation(line: 154, column: 29, scope: !9)
!15 = !DILocation(line: 154, column: 13, scope: !9)
!16 = !DILocation(line: 154, column: 9, scope: !9)
!17 = !DILocation(line: 155, column: 36, scope: !9)
!18 = !DILocation(line: 155, column: 34, scope: !9)
!19 = !DILocation(line: 155, column: 40, scope: !9)
!20 = !DILocation(line: 155, column: 38, scope: !9)
!21 = !DILocation(line: 155, column: 23, scope: !9)
!22 = !DILocation(line: 155, column: 13, scope: !9)
!23 = !DILocation(line: 156, column: 23, scope: !9)
!24 = !DILocation(line: 156, column: 24, scope: !9)
!25 = !DILocation(line: 156, column: 33, scope: !9)
!26 = !DILocation(line: 156, column: 41, scope: !9)
!27 = !DILocation(line: 156, column: 42, scope: !9)
!28 = !DILocation(line: 156, column: 52, scope: !9)
!29 = !DILocation(line: 156, column: 56, scope: !9)
!30 = !DILocation(line: 156, column: 54, scope: !9)
!31 = !DILocation(line: 156, column: 50, scope: !9)
!32 = !DILocation(line: 156, column: 59, scope: !9)
!33 = !DILocation(line: 156, column: 67, scope: !9)
!34 = !DILocation(line: 156, column: 68, scope: !9)
!35 = !DILocation(line: 156, column: 82, scope: !9)
!36 = !DILocation(line: 156, column: 80, scope: !9)
!37 = !DILocation(line: 156, column: 86, scope: !9)
!38 = !DILocation(line: 156, column: 84, scope: !9)
!39 = !DILocation(line: 156, column: 76, scope: !9)
!40 = !DILocation(line: 156, column: 89, scope: !9)
!41 = !DILocation(line: 157, column: 12, scope: !9)
!42 = !DILocation(line: 157, column: 25, scope: !9)
!43 = !DILocation(line: 159, column: 10, scope: !9)
!44 = !DILocation(line: 159, column: 5, scope: !9)
!45 = !DILocation(line: 160, column: 10, scope: !9)
!46 = !DILocation(line: 160, column: 5, scope: !9)
!47 = !DILocation(line: 161, column: 14, scope: !9)
!48 = !DILocation(line: 161, column: 5, scope: !9)
!49 = !DILocation(line: 162, column: 14, scope: !9)
!50 = !DILocation(line: 162, column: 10, scope: !9)
!51 = !DILocation(line: 162, column: 21, scope: !9)
!52 = !DILocation(line: 162, column: 25, scope: !9)
!53 = !DILocation(line: 162, column: 23, scope: !9)
!54 = !DILocation(line: 162, column: 5, scope: !9)
!55 = !DILocation(line: 163, column: 20, scope: !9)
!56 = !DILocation(line: 163, column: 26, scope: !9)
!57 = !DILocation(line: 163, column: 30, scope: !9)
!58 = !DILocation(line: 163, column: 28, scope: !9)
!59 = !DILocation(line: 163, column: 34, scope: !9)
!60 = !DILocation(line: 163, column: 32, scope: !9)
!61 = !DILocation(line: 163, column: 18, scope: !9)
!62 = !DILocation(line: 163, column: 15, scope: !9)
!63 = !DILocation(line: 164, column: 18, scope: !9)
!64 = !DILocation(line: 164, column: 14, scope: !9)
!65 = !DILocation(line: 164, column: 25, scope: !9)
!66 = !DILocation(line: 164, column: 29, scope: !9)
!67 = !DILocation(line: 164, column: 27, scope: !9)
!68 = !DILocation(line: 164, column: 9, scope: !9)
!69 = !DILocation(line: 165, column: 26, scope: !9)
!70 = !DILocation(line: 165, column: 30, scope: !9)
!71 = !DILocation(line: 165, column: 28, scope: !9)
!72 = !DILocation(line: 165, column: 34, scope: !9)
!73 = !DILocation(line: 165, column: 32, scope: !9)
!74 = !DILocation(line: 165, column: 36, scope: !9)
!75 = !DILocation(line: 165, column: 25, scope: !9)
!76 = !DILocation(line: 165, column: 45, scope: !9)
!77 = !DILocation(line: 165, column: 51, scope: !9)
!78 = !DILocation(line: 165, column: 55, scope: !9)
!79 = !DILocation(line: 165, column: 53, scope: !9)
!80 = !DILocation(line: 165, column: 59, scope: !9)
!81 = !DILocation(line: 165, column: 57, scope: !9)
!82 = !DILocation(line: 165, column: 43, scope: !9)
!83 = !DILocation(line: 165, column: 22, scope: !9)
!84 = !DILocation(line: 165, column: 13, scope: !9)
!85 = !DILocation(line: 164, column: 33, scope: !9)
!86 = distinct !{!86, !68, !87, !88}
!87 = !DILocation(line: 165, column: 60, scope: !9)
!88 = !{!"llvm.loop.mustprogress"}
!89 = !DILocation(line: 166, column: 5, scope: !9)
!90 = !DILocation(line: 162, column: 29, scope: !9)
!91 = distinct !{!91, !54, !89, !88}
!92 = !DILocation(line: 167, column: 55, scope: !9)
!93 = !DILocation(line: 167, column: 58, scope: !9)
!94 = !DILocation(line: 167, column: 65, scope: !9)
!95 = !DILocation(line: 167, column: 5, scope: !9)
!96 = !DILocation(line: 168, column: 10, scope: !9)
!97 = !DILocation(line: 168, column: 5, scope: !9)
!98 = !DILocation(line: 169, column: 5, scope: !9)
!99 = distinct !DISubprogram(name: "size_from", scope: !10, file: !10, line: 39, type: !11, scopeLine: 40, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!100 = !DILocation(line: 43, column: 9, scope: !99)
!101 = !DILocation(line: 43, column: 14, scope: !99)
!102 = !DILocation(line: 44, column: 9, scope: !99)
!103 = !DILocation(line: 45, column: 19, scope: !99)
!104 = !DILocation(line: 45, column: 12, scope: !99)
!105 = !DILocation(line: 45, column: 10, scope: !99)
!106 = !DILocation(line: 46, column: 9, scope: !99)
!107 = !DILocation(line: 46, column: 14, scope: !99)
!108 = !DILocation(line: 46, column: 18, scope: !99)
!109 = !DILocation(line: 46, column: 21, scope: !99)
!110 = !DILocation(line: 46, column: 28, scope: !99)
!111 = !DILocation(line: 46, column: 25, scope: !99)
!112 = !DILocation(line: 46, column: 36, scope: !99)
!113 = !DILocation(line: 46, column: 40, scope: !99)
!114 = !DILocation(line: 46, column: 39, scope: !99)
!115 = !DILocation(line: 46, column: 44, scope: !99)
!116 = !DILocation(line: 46, column: 52, scope: !99)
!117 = !DILocation(line: 46, column: 55, scope: !99)
!118 = !DILocation(line: 46, column: 60, scope: !99)
!119 = !DILocation(line: 46, column: 72, scope: !99)
!120 = !DILocation(line: 46, column: 92, scope: !99)
!121 = !DILocation(line: 46, column: 76, scope: !99)
!122 = !DILocation(line: 47, column: 17, scope: !99)
!123 = !DILocation(line: 47, column: 9, scope: !99)
!124 = !DILocation(line: 49, column: 9, scope: !99)
!125 = !DILocation(line: 51, column: 17, scope: !99)
!126 = !DILocation(line: 51, column: 12, scope: !99)
!127 = !DILocation(line: 51, column: 5, scope: !99)
!128 = !DILocation(line: 52, column: 1, scope: !99)
!129 = distinct !DISubprogram(name: "allocate", scope: !10, file: !10, line: 54, type: !11, scopeLine: 55, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!130 = !DILocation(line: 56, column: 36, scope: !129)
!131 = !DILocation(line: 56, column: 28, scope: !129)
!132 = !DILocation(line: 56, column: 42, scope: !129)
!133 = !DILocation(line: 56, column: 21, scope: !129)
!134 = !DILocation(line: 56, column: 13, scope: !129)
!135 = !DILocation(line: 57, column: 9, scope: !129)
!136 = !DILocation(line: 57, column: 15, scope: !129)
!137 = !DILocation(line: 58, column: 44, scope: !129)
!138 = !DILocation(line: 58, column: 9, scope: !129)
!139 = !DILocation(line: 59, column: 9, scope: !129)
!140 = !DILocation(line: 61, column: 12, scope: !129)
!141 = !DILocation(line: 61, column: 5, scope: !129)
!142 = distinct !DISubprogram(name: "fill", scope: !10, file: !10, line: 64, type: !11, scopeLine: 65, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!143 = !DILocation(line: 66, column: 14, scope: !142)
!144 = !DILocation(line: 66, column: 10, scope: !142)
!145 = !DILocation(line: 66, column: 21, scope: !142)
!146 = !DILocation(line: 66, column: 25, scope: !142)
!147 = !DILocation(line: 66, column: 23, scope: !142)
!148 = !DILocation(line: 66, column: 5, scope: !142)
!149 = !DILocation(line: 67, column: 18, scope: !142)
!150 = !DILocation(line: 67, column: 14, scope: !142)
!151 = !DILocation(line: 67, column: 25, scope: !142)
!152 = !DILocation(line: 67, column: 29, scope: !142)
!153 = !DILocation(line: 67, column: 27, scope: !142)
!154 = !DILocation(line: 67, column: 9, scope: !142)
!155 = !DILocation(line: 68, column: 41, scope: !142)
!156 = !DILocation(line: 68, column: 15, scope: !142)
!157 = !DILocation(line: 68, column: 21, scope: !142)
!158 = !DILocation(line: 68, column: 27, scope: !142)
!159 = !DILocation(line: 68, column: 23, scope: !142)
!160 = !DILocation(line: 68, column: 36, scope: !142)
!161 = !DILocation(line: 68, column: 34, scope: !142)
!162 = !DILocation(line: 68, column: 13, scope: !142)
!163 = !DILocation(line: 68, column: 39, scope: !142)
!164 = !DILocation(line: 67, column: 33, scope: !142)
!165 = distinct !{!165, !154, !166, !88}
!166 = !DILocation(line: 68, column: 51, scope: !142)
!167 = !DILocation(line: 66, column: 29, scope: !142)
!168 = distinct !{!168, !148, !166, !88}
!169 = !DILocation(line: 69, column: 1, scope: !142)
!170 = distinct !DISubprogram(name: "strassen", scope: !10, file: !10, line: 105, type: !11, scopeLine: 106, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!171 = !DILocation(line: 107, column: 9, scope: !170)
!172 = !DILocation(line: 107, column: 11, scope: !170)
!173 = !DILocation(line: 108, column: 32, scope: !170)
!174 = !DILocation(line: 108, column: 9, scope: !170)
!175 = !DILocation(line: 109, column: 9, scope: !170)
!176 = !DILocation(line: 111, column: 13, scope: !170)
!177 = !DILocation(line: 111, column: 15, scope: !170)
!178 = !DILocation(line: 111, column: 9, scope: !170)
!179 = !DILocation(line: 112, column: 31, scope: !170)
!180 = !DILocation(line: 112, column: 25, scope: !170)
!181 = !DILocation(line: 112, column: 56, scope: !170)
!182 = !DILocation(line: 112, column: 50, scope: !170)
!183 = !DILocation(line: 113, column: 31, scope: !170)
!184 = !DILocation(line: 113, column: 25, scope: !170)
!185 = !DILocation(line: 113, column: 56, scope: !170)
!186 = !DILocation(line: 113, column: 50, scope: !170)
!187 = !DILocation(line: 114, column: 31, scope: !170)
!188 = !DILocation(line: 114, column: 25, scope: !170)
!189 = !DILocation(line: 114, column: 56, scope: !170)
!190 = !DILocation(line: 114, column: 50, scope: !170)
!191 = !DILocation(line: 115, column: 31, scope: !170)
!192 = !DILocation(line: 115, column: 25, scope: !170)
!193 = !DILocation(line: 115, column: 56, scope: !170)
!194 = !DILocation(line: 115, column: 50, scope: !170)
!195 = !DILocation(line: 116, column: 31, scope: !170)
!196 = !DILocation(line: 116, column: 25, scope: !170)
!197 = !DILocation(line: 116, column: 56, scope: !170)
!198 = !DILocation(line: 116, column: 50, scope: !170)
!199 = !DILocation(line: 117, column: 31, scope: !170)
!200 = !DILocation(line: 117, column: 25, scope: !170)
!201 = !DILocation(line: 117, column: 56, scope: !170)
!202 = !DILocation(line: 117, column: 50, scope: !170)
!203 = !DILocation(line: 118, column: 36, scope: !170)
!204 = !DILocation(line: 118, column: 34, scope: !170)
!205 = !DILocation(line: 118, column: 40, scope: !170)
!206 = !DILocation(line: 118, column: 38, scope: !170)
!207 = !DILocation(line: 118, column: 23, scope: !170)
!208 = !DILocation(line: 118, column: 13, scope: !170)
!209 = !DILocation(line: 119, column: 26, scope: !170)
!210 = !DILocation(line: 119, column: 27, scope: !170)
!211 = !DILocation(line: 119, column: 36, scope: !170)
!212 = !DILocation(line: 119, column: 48, scope: !170)
!213 = !DILocation(line: 119, column: 49, scope: !170)
!214 = !DILocation(line: 119, column: 59, scope: !170)
!215 = !DILocation(line: 119, column: 63, scope: !170)
!216 = !DILocation(line: 119, column: 61, scope: !170)
!217 = !DILocation(line: 119, column: 57, scope: !170)
!218 = !DILocation(line: 119, column: 66, scope: !170)
!219 = !DILocation(line: 120, column: 14, scope: !170)
!220 = !DILocation(line: 120, column: 10, scope: !170)
!221 = !DILocation(line: 120, column: 21, scope: !170)
!222 = !DILocation(line: 120, column: 23, scope: !170)
!223 = !DILocation(line: 120, column: 5, scope: !170)
!224 = !DILocation(line: 121, column: 11, scope: !170)
!225 = !DILocation(line: 121, column: 9, scope: !170)
!226 = !DILocation(line: 121, column: 31, scope: !170)
!227 = !DILocation(line: 121, column: 32, scope: !170)
!228 = !DILocation(line: 121, column: 43, scope: !170)
!229 = !DILocation(line: 121, column: 45, scope: !170)
!230 = !DILocation(line: 121, column: 52, scope: !170)
!231 = !DILocation(line: 121, column: 50, scope: !170)
!232 = !DILocation(line: 121, column: 56, scope: !170)
!233 = !DILocation(line: 121, column: 54, scope: !170)
!234 = !DILocation(line: 121, column: 40, scope: !170)
!235 = !DILocation(line: 121, column: 59, scope: !170)
!236 = !DILocation(line: 121, column: 16, scope: !170)
!237 = !DILocation(line: 120, column: 29, scope: !170)
!238 = distinct !{!238, !223, !239, !88}
!239 = !DILocation(line: 121, column: 60, scope: !170)
!240 = !DILocation(line: 123, column: 9, scope: !170)
!241 = !DILocation(line: 123, column: 5, scope: !170)
!242 = !DILocation(line: 124, column: 9, scope: !170)
!243 = !DILocation(line: 124, column: 5, scope: !170)
!244 = !DILocation(line: 125, column: 14, scope: !170)
!245 = !DILocation(line: 125, column: 30, scope: !170)
!246 = !DILocation(line: 125, column: 5, scope: !170)
!247 = !DILocation(line: 126, column: 9, scope: !170)
!248 = !DILocation(line: 126, column: 5, scope: !170)
!249 = !DILocation(line: 127, column: 14, scope: !170)
!250 = !DILocation(line: 127, column: 28, scope: !170)
!251 = !DILocation(line: 127, column: 5, scope: !170)
!252 = !DILocation(line: 128, column: 14, scope: !170)
!253 = !DILocation(line: 128, column: 5, scope: !170)
!254 = !DILocation(line: 129, column: 14, scope: !170)
!255 = !DILocation(line: 129, column: 29, scope: !170)
!256 = !DILocation(line: 129, column: 5, scope: !170)
!257 = !DILocation(line: 130, column: 14, scope: !170)
!258 = !DILocation(line: 130, column: 5, scope: !170)
!259 = !DILocation(line: 131, column: 14, scope: !170)
!260 = !DILocation(line: 131, column: 29, scope: !170)
!261 = !DILocation(line: 131, column: 5, scope: !170)
!262 = !DILocation(line: 132, column: 9, scope: !170)
!263 = !DILocation(line: 132, column: 5, scope: !170)
!264 = !DILocation(line: 133, column: 14, scope: !170)
!265 = !DILocation(line: 133, column: 28, scope: !170)
!266 = !DILocation(line: 133, column: 5, scope: !170)
!267 = !DILocation(line: 134, column: 14, scope: !170)
!268 = !DILocation(line: 134, column: 5, scope: !170)
!269 = !DILocation(line: 135, column: 9, scope: !170)
!270 = !DILocation(line: 135, column: 5, scope: !170)
!271 = !DILocation(line: 136, column: 14, scope: !170)
!272 = !DILocation(line: 136, column: 30, scope: !170)
!273 = !DILocation(line: 136, column: 5, scope: !170)
!274 = !DILocation(line: 137, column: 14, scope: !170)
!275 = !DILocation(line: 137, column: 5, scope: !170)
!276 = !DILocation(line: 138, column: 9, scope: !170)
!277 = !DILocation(line: 138, column: 5, scope: !170)
!278 = !DILocation(line: 139, column: 14, scope: !170)
!279 = !DILocation(line: 139, column: 30, scope: !170)
!280 = !DILocation(line: 139, column: 5, scope: !170)
!281 = !DILocation(line: 141, column: 9, scope: !170)
!282 = !DILocation(line: 141, column: 12, scope: !170)
!283 = !DILocation(line: 141, column: 18, scope: !170)
!284 = !DILocation(line: 141, column: 5, scope: !170)
!285 = !DILocation(line: 142, column: 14, scope: !170)
!286 = !DILocation(line: 142, column: 22, scope: !170)
!287 = !DILocation(line: 142, column: 5, scope: !170)
!288 = !DILocation(line: 143, column: 9, scope: !170)
!289 = !DILocation(line: 143, column: 17, scope: !170)
!290 = !DILocation(line: 143, column: 5, scope: !170)
!291 = !DILocation(line: 144, column: 9, scope: !170)
!292 = !DILocation(line: 144, column: 12, scope: !170)
!293 = !DILocation(line: 144, column: 18, scope: !170)
!294 = !DILocation(line: 144, column: 5, scope: !170)
!295 = !DILocation(line: 145, column: 9, scope: !170)
!296 = !DILocation(line: 145, column: 12, scope: !170)
!297 = !DILocation(line: 145, column: 18, scope: !170)
!298 = !DILocation(line: 145, column: 5, scope: !170)
!299 = !DILocation(line: 146, column: 14, scope: !170)
!300 = !DILocation(line: 146, column: 17, scope: !170)
!301 = !DILocation(line: 146, column: 23, scope: !170)
!302 = !DILocation(line: 146, column: 5, scope: !170)
!303 = !DILocation(line: 147, column: 9, scope: !170)
!304 = !DILocation(line: 147, column: 17, scope: !170)
!305 = !DILocation(line: 147, column: 5, scope: !170)
!306 = !DILocation(line: 148, column: 9, scope: !170)
!307 = !DILocation(line: 148, column: 17, scope: !170)
!308 = !DILocation(line: 148, column: 5, scope: !170)
!309 = !DILocation(line: 149, column: 10, scope: !170)
!310 = !DILocation(line: 149, column: 5, scope: !170)
!311 = !DILocation(line: 150, column: 1, scope: !170)
!312 = distinct !DISubprogram(name: "is_power_of_two", scope: !10, file: !10, line: 34, type: !11, scopeLine: 35, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!313 = !DILocation(line: 36, column: 12, scope: !312)
!314 = !DILocation(line: 36, column: 14, scope: !312)
!315 = !DILocation(line: 36, column: 18, scope: !312)
!316 = !DILocation(line: 36, column: 22, scope: !312)
!317 = !DILocation(line: 36, column: 27, scope: !312)
!318 = !DILocation(line: 36, column: 29, scope: !312)
!319 = !DILocation(line: 36, column: 24, scope: !312)
!320 = !DILocation(line: 36, column: 35, scope: !312)
!321 = !DILocation(line: 0, scope: !312)
!322 = !DILocation(line: 36, column: 5, scope: !312)
!323 = distinct !DISubprogram(name: "symmetric", scope: !10, file: !10, line: 28, type: !11, scopeLine: 29, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!324 = !DILocation(line: 30, column: 20, scope: !323)
!325 = !DILocation(line: 30, column: 33, scope: !323)
!326 = !DILocation(line: 30, column: 65, scope: !323)
!327 = !DILocation(line: 30, column: 18, scope: !323)
!328 = !DILocation(line: 31, column: 21, scope: !323)
!329 = !DILocation(line: 31, column: 34, scope: !323)
!330 = !DILocation(line: 31, column: 12, scope: !323)
!331 = !DILocation(line: 31, column: 51, scope: !323)
!332 = !DILocation(line: 31, column: 5, scope: !323)
!333 = distinct !DISubprogram(name: "multiply_by_definition", scope: !10, file: !10, line: 87, type: !11, scopeLine: 88, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!334 = !DILocation(line: 89, column: 14, scope: !333)
!335 = !DILocation(line: 89, column: 10, scope: !333)
!336 = !DILocation(line: 89, column: 21, scope: !333)
!337 = !DILocation(line: 89, column: 25, scope: !333)
!338 = !DILocation(line: 89, column: 23, scope: !333)
!339 = !DILocation(line: 89, column: 5, scope: !333)
!340 = !DILocation(line: 90, column: 18, scope: !333)
!341 = !DILocation(line: 90, column: 14, scope: !333)
!342 = !DILocation(line: 90, column: 25, scope: !333)
!343 = !DILocation(line: 90, column: 29, scope: !333)
!344 = !DILocation(line: 90, column: 27, scope: !333)
!345 = !DILocation(line: 90, column: 9, scope: !333)
!346 = !DILocation(line: 91, column: 20, scope: !333)
!347 = !DILocation(line: 92, column: 22, scope: !333)
!348 = !DILocation(line: 92, column: 18, scope: !333)
!349 = !DILocation(line: 92, column: 29, scope: !333)
!350 = !DILocation(line: 92, column: 33, scope: !333)
!351 = !DILocation(line: 92, column: 31, scope: !333)
!352 = !DILocation(line: 92, column: 13, scope: !333)
!353 = !DILocation(line: 93, column: 26, scope: !333)
!354 = !DILocation(line: 93, column: 32, scope: !333)
!355 = !DILocation(line: 93, column: 38, scope: !333)
!356 = !DILocation(line: 93, column: 34, scope: !333)
!357 = !DILocation(line: 93, column: 47, scope: !333)
!358 = !DILocation(line: 93, column: 45, scope: !333)
!359 = !DILocation(line: 93, column: 24, scope: !333)
!360 = !DILocation(line: 93, column: 54, scope: !333)
!361 = !DILocation(line: 93, column: 60, scope: !333)
!362 = !DILocation(line: 93, column: 66, scope: !333)
!363 = !DILocation(line: 93, column: 62, scope: !333)
!364 = !DILocation(line: 93, column: 75, scope: !333)
!365 = !DILocation(line: 93, column: 73, scope: !333)
!366 = !DILocation(line: 93, column: 52, scope: !333)
!367 = !DILocation(line: 93, column: 21, scope: !333)
!368 = !DILocation(line: 93, column: 17, scope: !333)
!369 = !DILocation(line: 92, column: 37, scope: !333)
!370 = distinct !{!370, !352, !371, !88}
!371 = !DILocation(line: 93, column: 76, scope: !333)
!372 = !DILocation(line: 94, column: 41, scope: !333)
!373 = !DILocation(line: 94, column: 15, scope: !333)
!374 = !DILocation(line: 94, column: 21, scope: !333)
!375 = !DILocation(line: 94, column: 27, scope: !333)
!376 = !DILocation(line: 94, column: 23, scope: !333)
!377 = !DILocation(line: 94, column: 36, scope: !333)
!378 = !DILocation(line: 94, column: 34, scope: !333)
!379 = !DILocation(line: 94, column: 13, scope: !333)
!380 = !DILocation(line: 94, column: 39, scope: !333)
!381 = !DILocation(line: 95, column: 9, scope: !333)
!382 = !DILocation(line: 90, column: 33, scope: !333)
!383 = distinct !{!383, !345, !381, !88}
!384 = !DILocation(line: 89, column: 29, scope: !333)
!385 = distinct !{!385, !339, !381, !88}
!386 = !DILocation(line: 96, column: 1, scope: !333)
!387 = distinct !DISubprogram(name: "block", scope: !10, file: !10, line: 99, type: !11, scopeLine: 100, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!388 = !DILocation(line: 101, column: 27, scope: !387)
!389 = !DILocation(line: 101, column: 30, scope: !387)
!390 = !DILocation(line: 101, column: 38, scope: !387)
!391 = !DILocation(line: 101, column: 44, scope: !387)
!392 = !DILocation(line: 101, column: 42, scope: !387)
!393 = !DILocation(line: 101, column: 50, scope: !387)
!394 = !DILocation(line: 101, column: 46, scope: !387)
!395 = !DILocation(line: 101, column: 36, scope: !387)
!396 = !DILocation(line: 101, column: 59, scope: !387)
!397 = !DILocation(line: 101, column: 68, scope: !387)
!398 = !DILocation(line: 101, column: 66, scope: !387)
!399 = !DILocation(line: 101, column: 57, scope: !387)
!400 = !DILocation(line: 101, column: 73, scope: !387)
!401 = !DILocation(line: 101, column: 5, scope: !387)
!402 = distinct !DISubprogram(name: "add", scope: !10, file: !10, line: 72, type: !11, scopeLine: 73, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!403 = !DILocation(line: 74, column: 14, scope: !402)
!404 = !DILocation(line: 74, column: 10, scope: !402)
!405 = !DILocation(line: 74, column: 21, scope: !402)
!406 = !DILocation(line: 74, column: 25, scope: !402)
!407 = !DILocation(line: 74, column: 23, scope: !402)
!408 = !DILocation(line: 74, column: 5, scope: !402)
!409 = !DILocation(line: 75, column: 18, scope: !402)
!410 = !DILocation(line: 75, column: 14, scope: !402)
!411 = !DILocation(line: 75, column: 25, scope: !402)
!412 = !DILocation(line: 75, column: 29, scope: !402)
!413 = !DILocation(line: 75, column: 27, scope: !402)
!414 = !DILocation(line: 75, column: 9, scope: !402)
!415 = !DILocation(line: 76, column: 43, scope: !402)
!416 = !DILocation(line: 76, column: 49, scope: !402)
!417 = !DILocation(line: 76, column: 55, scope: !402)
!418 = !DILocation(line: 76, column: 51, scope: !402)
!419 = !DILocation(line: 76, column: 64, scope: !402)
!420 = !DILocation(line: 76, column: 62, scope: !402)
!421 = !DILocation(line: 76, column: 41, scope: !402)
!422 = !DILocation(line: 76, column: 71, scope: !402)
!423 = !DILocation(line: 76, column: 77, scope: !402)
!424 = !DILocation(line: 76, column: 83, scope: !402)
!425 = !DILocation(line: 76, column: 79, scope: !402)
!426 = !DILocation(line: 76, column: 92, scope: !402)
!427 = !DILocation(line: 76, column: 90, scope: !402)
!428 = !DILocation(line: 76, column: 69, scope: !402)
!429 = !DILocation(line: 76, column: 67, scope: !402)
!430 = !DILocation(line: 76, column: 15, scope: !402)
!431 = !DILocation(line: 76, column: 21, scope: !402)
!432 = !DILocation(line: 76, column: 27, scope: !402)
!433 = !DILocation(line: 76, column: 23, scope: !402)
!434 = !DILocation(line: 76, column: 36, scope: !402)
!435 = !DILocation(line: 76, column: 34, scope: !402)
!436 = !DILocation(line: 76, column: 13, scope: !402)
!437 = !DILocation(line: 76, column: 39, scope: !402)
!438 = !DILocation(line: 75, column: 33, scope: !402)
!439 = distinct !{!439, !414, !440, !88}
!440 = !DILocation(line: 76, column: 93, scope: !402)
!441 = !DILocation(line: 74, column: 29, scope: !402)
!442 = distinct !{!442, !408, !440, !88}
!443 = !DILocation(line: 77, column: 1, scope: !402)
!444 = distinct !DISubprogram(name: "subtract", scope: !10, file: !10, line: 80, type: !11, scopeLine: 81, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!445 = !DILocation(line: 82, column: 14, scope: !444)
!446 = !DILocation(line: 82, column: 10, scope: !444)
!447 = !DILocation(line: 82, column: 21, scope: !444)
!448 = !DILocation(line: 82, column: 25, scope: !444)
!449 = !DILocation(line: 82, column: 23, scope: !444)
!450 = !DILocation(line: 82, column: 5, scope: !444)
!451 = !DILocation(line: 83, column: 18, scope: !444)
!452 = !DILocation(line: 83, column: 14, scope: !444)
!453 = !DILocation(line: 83, column: 25, scope: !444)
!454 = !DILocation(line: 83, column: 29, scope: !444)
!455 = !DILocation(line: 83, column: 27, scope: !444)
!456 = !DILocation(line: 83, column: 9, scope: !444)
!457 = !DILocation(line: 84, column: 43, scope: !444)
!458 = !DILocation(line: 84, column: 49, scope: !444)
!459 = !DILocation(line: 84, column: 55, scope: !444)
!460 = !DILocation(line: 84, column: 51, scope: !444)
!461 = !DILocation(line: 84, column: 64, scope: !444)
!462 = !DILocation(line: 84, column: 62, scope: !444)
!463 = !DILocation(line: 84, column: 41, scope: !444)
!464 = !DILocation(line: 84, column: 71, scope: !444)
!465 = !DILocation(line: 84, column: 77, scope: !444)
!466 = !DILocation(line: 84, column: 83, scope: !444)
!467 = !DILocation(line: 84, column: 79, scope: !444)
!468 = !DILocation(line: 84, column: 92, scope: !444)
!469 = !DILocation(line: 84, column: 90, scope: !444)
!470 = !DILocation(line: 84, column: 69, scope: !444)
!471 = !DILocation(line: 84, column: 67, scope: !444)
!472 = !DILocation(line: 84, column: 15, scope: !444)
!473 = !DILocation(line: 84, column: 21, scope: !444)
!474 = !DILocation(line: 84, column: 27, scope: !444)
!475 = !DILocation(line: 84, column: 23, scope: !444)
!476 = !DILocation(line: 84, column: 36, scope: !444)
!477 = !DILocation(line: 84, column: 34, scope: !444)
!478 = !DILocation(line: 84, column: 13, scope: !444)
!479 = !DILocation(line: 84, column: 39, scope: !444)
!480 = !DILocation(line: 83, column: 33, scope: !444)
!481 = distinct !{!481, !456, !482, !88}
!482 = !DILocation(line: 84, column: 93, scope: !444)
!483 = !DILocation(line: 82, column: 29, scope: !444)
!484 = distinct !{!484, !450, !482, !88}
!485 = !DILocation(line: 85, column: 1, scope: !444)

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
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
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
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %width, align 4, !dbg !15
  %2 = load i32, ptr %width, align 4, !dbg !16
  %sub = sub nsw i32 %2, 3, !dbg !17
  %add = add nsw i32 %sub, 1, !dbg !18
  store i32 %add, ptr %width1, align 4, !dbg !19
  %3 = load i32, ptr %width1, align 4, !dbg !20
  %div = sdiv i32 %3, 2, !dbg !21
  store i32 %div, ptr %half1, align 4, !dbg !22
  %4 = load i32, ptr %half1, align 4, !dbg !23
  %sub1 = sub nsw i32 %4, 3, !dbg !24
  %add2 = add nsw i32 %sub1, 1, !dbg !25
  store i32 %add2, ptr %width2, align 4, !dbg !26
  %5 = load i32, ptr %width2, align 4, !dbg !27
  %div3 = sdiv i32 %5, 2, !dbg !28
  store i32 %div3, ptr %half2, align 4, !dbg !29
  %6 = load i32, ptr %width, align 4, !dbg !30
  %7 = load i32, ptr %width, align 4, !dbg !31
  %mul = mul nsw i32 %6, %7, !dbg !32
  %call4 = call ptr @random_values(i32 noundef %mul, double noundef 1.000000e+00), !dbg !33
  store ptr %call4, ptr %image, align 8, !dbg !34
  %8 = load i32, ptr %width, align 4, !dbg !35
  %9 = load ptr, ptr %image, align 8, !dbg !36
  %call5 = call ptr @convolve(i32 noundef 1, i32 noundef %8, ptr noundef %9, i32 noundef 4), !dbg !37
  store ptr %call5, ptr %conv1, align 8, !dbg !38
  %10 = load i32, ptr %width1, align 4, !dbg !39
  %11 = load ptr, ptr %conv1, align 8, !dbg !40
  %call6 = call ptr @max_pool(i32 noundef 4, i32 noundef %10, ptr noundef %11), !dbg !41
  store ptr %call6, ptr %pool1, align 8, !dbg !42
  %12 = load i32, ptr %half1, align 4, !dbg !43
  %13 = load ptr, ptr %pool1, align 8, !dbg !44
  %call7 = call ptr @convolve(i32 noundef 4, i32 noundef %12, ptr noundef %13, i32 noundef 8), !dbg !45
  store ptr %call7, ptr %conv2, align 8, !dbg !46
  %14 = load i32, ptr %width2, align 4, !dbg !47
  %15 = load ptr, ptr %conv2, align 8, !dbg !48
  %call8 = call ptr @max_pool(i32 noundef 8, i32 noundef %14, ptr noundef %15), !dbg !49
  store ptr %call8, ptr %pool2, align 8, !dbg !50
  %16 = load i32, ptr %half2, align 4, !dbg !51
  %mul9 = mul nsw i32 8, %16, !dbg !52
  %17 = load i32, ptr %half2, align 4, !dbg !53
  %mul10 = mul nsw i32 %mul9, %17, !dbg !54
  %18 = load ptr, ptr %pool2, align 8, !dbg !55
  %call11 = call ptr @connect(i32 noundef %mul10, ptr noundef %18, i32 noundef 10), !dbg !56
  store ptr %call11, ptr %score, align 8, !dbg !57
  store double 0.000000e+00, ptr %checksum, align 8, !dbg !58
  store i32 0, ptr %class, align 4, !dbg !59
  store i32 0, ptr %i, align 4, !dbg !60
  br label %for.cond, !dbg !61

for.cond:                                         ; preds = %for.inc, %entry
  %19 = load i32, ptr %i, align 4, !dbg !62
  %cmp = icmp slt i32 %19, 10, !dbg !63
  br i1 %cmp, label %for.body, label %for.end, !dbg !64

for.body:                                         ; preds = %for.cond
  %20 = load i32, ptr %i, align 4, !dbg !65
  %add12 = add nsw i32 %20, 1, !dbg !66
  %conv = sitofp i32 %add12 to double, !dbg !67
  %21 = load ptr, ptr %score, align 8, !dbg !68
  %22 = load i32, ptr %i, align 4, !dbg !69
  %idxprom = sext i32 %22 to i64, !dbg !68
  %arrayidx = getelementptr inbounds double, ptr %21, i64 %idxprom, !dbg !68
  %23 = load double, ptr %arrayidx, align 8, !dbg !68
  %24 = load double, ptr %checksum, align 8, !dbg !70
  %25 = call double @llvm.fmuladd.f64(double %conv, double %23, double %24), !dbg !70
  store double %25, ptr %checksum, align 8, !dbg !70
  %26 = load ptr, ptr %score, align 8, !dbg !71
  %27 = load i32, ptr %i, align 4, !dbg !72
  %idxprom14 = sext i32 %27 to i64, !dbg !71
  %arrayidx15 = getelementptr inbounds double, ptr %26, i64 %idxprom14, !dbg !71
  %28 = load double, ptr %arrayidx15, align 8, !dbg !71
  %29 = load ptr, ptr %score, align 8, !dbg !73
  %30 = load i32, ptr %class, align 4, !dbg !74
  %idxprom16 = sext i32 %30 to i64, !dbg !73
  %arrayidx17 = getelementptr inbounds double, ptr %29, i64 %idxprom16, !dbg !73
  %31 = load double, ptr %arrayidx17, align 8, !dbg !73
  %cmp18 = fcmp ogt double %28, %31, !dbg !75
  br i1 %cmp18, label %if.then, label %if.end, !dbg !75

if.then:                                          ; preds = %for.body
  %32 = load i32, ptr %i, align 4, !dbg !76
  store i32 %32, ptr %class, align 4, !dbg !77
  br label %if.end, !dbg !78

if.end:                                           ; preds = %if.then, %for.body
  br label %for.inc, !dbg !79

for.inc:                                          ; preds = %if.end
  %33 = load i32, ptr %i, align 4, !dbg !80
  %inc = add nsw i32 %33, 1, !dbg !80
  store i32 %inc, ptr %i, align 4, !dbg !80
  br label %for.cond, !dbg !64, !llvm.loop !81

for.end:                                          ; preds = %for.cond
  %34 = load i32, ptr %width, align 4, !dbg !83
  %35 = load i32, ptr %class, align 4, !dbg !84
  %36 = load ptr, ptr %score, align 8, !dbg !85
  %37 = load i32, ptr %class, align 4, !dbg !86
  %idxprom20 = sext i32 %37 to i64, !dbg !85
  %arrayidx21 = getelementptr inbounds double, ptr %36, i64 %idxprom20, !dbg !85
  %38 = load double, ptr %arrayidx21, align 8, !dbg !85
  %39 = load double, ptr %checksum, align 8, !dbg !87
  %call22 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %34, i32 noundef %35, double noundef %38, double noundef %39), !dbg !88
  %40 = load ptr, ptr %score, align 8, !dbg !89
  call void @free(ptr noundef %40) #6, !dbg !90
  %41 = load ptr, ptr %pool2, align 8, !dbg !91
  call void @free(ptr noundef %41) #6, !dbg !92
  %42 = load ptr, ptr %conv2, align 8, !dbg !93
  call void @free(ptr noundef %42) #6, !dbg !94
  %43 = load ptr, ptr %pool1, align 8, !dbg !95
  call void @free(ptr noundef %43) #6, !dbg !96
  %44 = load ptr, ptr %conv1, align 8, !dbg !97
  call void @free(ptr noundef %44) #6, !dbg !98
  %45 = load ptr, ptr %image, align 8, !dbg !99
  call void @free(ptr noundef %45) #6, !dbg !100
  ret i32 0, !dbg !101
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !102 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !103
  %cmp = icmp eq i32 %0, 1, !dbg !104
  br i1 %cmp, label %if.then, label %if.end, !dbg !104

if.then:                                          ; preds = %entry
  store i32 16, ptr %retval, align 4, !dbg !105
  br label %return, !dbg !105

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !106
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !106
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !106
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #6, !dbg !107
  store i64 %call, ptr %size, align 8, !dbg !108
  %3 = load i32, ptr %argc.addr, align 4, !dbg !109
  %cmp1 = icmp sgt i32 %3, 2, !dbg !110
  br i1 %cmp1, label %if.then13, label %lor.lhs.false, !dbg !111

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !112
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !113
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !113
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !113
  %cmp3 = icmp eq ptr %4, %6, !dbg !114
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4, !dbg !115

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !116
  %8 = load i8, ptr %7, align 1, !dbg !117
  %conv = sext i8 %8 to i32, !dbg !117
  %cmp5 = icmp ne i32 %conv, 0, !dbg !118
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7, !dbg !119

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !120
  %cmp8 = icmp slt i64 %9, 10, !dbg !121
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10, !dbg !122

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !123
  %cmp11 = icmp sgt i64 %10, 1024, !dbg !124
  br i1 %cmp11, label %if.then13, label %if.end15, !dbg !122

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !125
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.1, i32 noundef 10, i32 noundef 1024, i32 noundef 16) #6, !dbg !126
  call void @exit(i32 noundef 2) #7, !dbg !127
  unreachable, !dbg !127

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !128
  %conv16 = trunc i64 %12 to i32, !dbg !129
  store i32 %conv16, ptr %retval, align 4, !dbg !130
  br label %return, !dbg !130

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !131
  ret i32 %13, !dbg !131
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @random_values(i32 noundef %count, double noundef %bound) #0 !dbg !132 {
entry:
  %count.addr = alloca i32, align 4
  %bound.addr = alloca double, align 8
  %values = alloca ptr, align 8
  %i = alloca i32, align 4
  store i32 %count, ptr %count.addr, align 4
  store double %bound, ptr %bound.addr, align 8
  %0 = load i32, ptr %count.addr, align 4, !dbg !133
  %call = call ptr @allocate(i32 noundef %0), !dbg !134
  store ptr %call, ptr %values, align 8, !dbg !135
  store i32 0, ptr %i, align 4, !dbg !136
  br label %for.cond, !dbg !137

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load i32, ptr %i, align 4, !dbg !138
  %2 = load i32, ptr %count.addr, align 4, !dbg !139
  %cmp = icmp slt i32 %1, %2, !dbg !140
  br i1 %cmp, label %for.body, label %for.end, !dbg !141

for.body:                                         ; preds = %for.cond
  %3 = load double, ptr %bound.addr, align 8, !dbg !142
  %call1 = call double @symmetric(double noundef %3), !dbg !143
  %4 = load ptr, ptr %values, align 8, !dbg !144
  %5 = load i32, ptr %i, align 4, !dbg !145
  %idxprom = sext i32 %5 to i64, !dbg !144
  %arrayidx = getelementptr inbounds double, ptr %4, i64 %idxprom, !dbg !144
  store double %call1, ptr %arrayidx, align 8, !dbg !146
  br label %for.inc, !dbg !144

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %i, align 4, !dbg !147
  %inc = add nsw i32 %6, 1, !dbg !147
  store i32 %inc, ptr %i, align 4, !dbg !147
  br label %for.cond, !dbg !141, !llvm.loop !148

for.end:                                          ; preds = %for.cond
  %7 = load ptr, ptr %values, align 8, !dbg !150
  ret ptr %7, !dbg !151
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @convolve(i32 noundef %channels, i32 noundef %width, ptr noundef %input, i32 noundef %filters) #0 !dbg !152 {
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
  %0 = load i32, ptr %channels.addr, align 4, !dbg !153
  %mul = mul nsw i32 %0, 3, !dbg !154
  %mul1 = mul nsw i32 %mul, 3, !dbg !155
  store i32 %mul1, ptr %inputs, align 4, !dbg !156
  %1 = load i32, ptr %width.addr, align 4, !dbg !157
  %sub = sub nsw i32 %1, 3, !dbg !158
  %add = add nsw i32 %sub, 1, !dbg !159
  store i32 %add, ptr %out, align 4, !dbg !160
  %2 = load i32, ptr %filters.addr, align 4, !dbg !161
  %3 = load i32, ptr %inputs, align 4, !dbg !162
  %mul2 = mul nsw i32 %2, %3, !dbg !163
  %4 = load i32, ptr %inputs, align 4, !dbg !164
  %conv = sitofp i32 %4 to double, !dbg !164
  %div = fdiv double 6.000000e+00, %conv, !dbg !165
  %call = call double @sqrt(double noundef %div) #6, !dbg !166
  %call3 = call ptr @random_values(i32 noundef %mul2, double noundef %call), !dbg !167
  store ptr %call3, ptr %kernel, align 8, !dbg !168
  %5 = load i32, ptr %filters.addr, align 4, !dbg !169
  %6 = load i32, ptr %out, align 4, !dbg !170
  %mul4 = mul nsw i32 %5, %6, !dbg !171
  %7 = load i32, ptr %out, align 4, !dbg !172
  %mul5 = mul nsw i32 %mul4, %7, !dbg !173
  %call6 = call ptr @allocate(i32 noundef %mul5), !dbg !174
  store ptr %call6, ptr %output, align 8, !dbg !175
  %8 = load ptr, ptr %output, align 8, !dbg !176
  store ptr %8, ptr %next, align 8, !dbg !177
  store i32 0, ptr %f, align 4, !dbg !178
  br label %for.cond, !dbg !179

for.cond:                                         ; preds = %for.inc23, %entry
  %9 = load i32, ptr %f, align 4, !dbg !180
  %10 = load i32, ptr %filters.addr, align 4, !dbg !181
  %cmp = icmp slt i32 %9, %10, !dbg !182
  br i1 %cmp, label %for.body, label %for.end25, !dbg !183

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %row, align 4, !dbg !184
  br label %for.cond8, !dbg !185

for.cond8:                                        ; preds = %for.inc20, %for.body
  %11 = load i32, ptr %row, align 4, !dbg !186
  %12 = load i32, ptr %out, align 4, !dbg !187
  %cmp9 = icmp slt i32 %11, %12, !dbg !188
  br i1 %cmp9, label %for.body11, label %for.end22, !dbg !189

for.body11:                                       ; preds = %for.cond8
  store i32 0, ptr %column, align 4, !dbg !190
  br label %for.cond12, !dbg !191

for.cond12:                                       ; preds = %for.inc, %for.body11
  %13 = load i32, ptr %column, align 4, !dbg !192
  %14 = load i32, ptr %out, align 4, !dbg !193
  %cmp13 = icmp slt i32 %13, %14, !dbg !194
  br i1 %cmp13, label %for.body15, label %for.end, !dbg !195

for.body15:                                       ; preds = %for.cond12
  %15 = load i32, ptr %channels.addr, align 4, !dbg !196
  %16 = load i32, ptr %width.addr, align 4, !dbg !197
  %17 = load ptr, ptr %input.addr, align 8, !dbg !198
  %18 = load ptr, ptr %kernel, align 8, !dbg !199
  %19 = load i32, ptr %f, align 4, !dbg !200
  %20 = load i32, ptr %inputs, align 4, !dbg !201
  %mul16 = mul nsw i32 %19, %20, !dbg !202
  %idx.ext = sext i32 %mul16 to i64, !dbg !203
  %add.ptr = getelementptr inbounds double, ptr %18, i64 %idx.ext, !dbg !203
  %21 = load i32, ptr %row, align 4, !dbg !204
  %22 = load i32, ptr %column, align 4, !dbg !205
  %call17 = call double @convolve_at(i32 noundef %15, i32 noundef %16, ptr noundef %17, ptr noundef %add.ptr, i32 noundef %21, i32 noundef %22), !dbg !206
  store double %call17, ptr %sum, align 8, !dbg !207
  %23 = load double, ptr %sum, align 8, !dbg !208
  %cmp18 = fcmp ogt double %23, 0.000000e+00, !dbg !209
  br i1 %cmp18, label %cond.true, label %cond.false, !dbg !208

cond.true:                                        ; preds = %for.body15
  %24 = load double, ptr %sum, align 8, !dbg !210
  br label %cond.end, !dbg !208

cond.false:                                       ; preds = %for.body15
  br label %cond.end, !dbg !208

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %24, %cond.true ], [ 0.000000e+00, %cond.false ], !dbg !208
  %25 = load ptr, ptr %next, align 8, !dbg !211
  %incdec.ptr = getelementptr inbounds nuw double, ptr %25, i32 1, !dbg !211
  store ptr %incdec.ptr, ptr %next, align 8, !dbg !211
  store double %cond, ptr %25, align 8, !dbg !212
  br label %for.inc, !dbg !213

for.inc:                                          ; preds = %cond.end
  %26 = load i32, ptr %column, align 4, !dbg !214
  %inc = add nsw i32 %26, 1, !dbg !214
  store i32 %inc, ptr %column, align 4, !dbg !214
  br label %for.cond12, !dbg !195, !llvm.loop !215

for.end:                                          ; preds = %for.cond12
  br label %for.inc20, !dbg !213

for.inc20:                                        ; preds = %for.end
  %27 = load i32, ptr %row, align 4, !dbg !216
  %inc21 = add nsw i32 %27, 1, !dbg !216
  store i32 %inc21, ptr %row, align 4, !dbg !216
  br label %for.cond8, !dbg !189, !llvm.loop !217

for.end22:                                        ; preds = %for.cond8
  br label %for.inc23, !dbg !213

for.inc23:                                        ; preds = %for.end22
  %28 = load i32, ptr %f, align 4, !dbg !218
  %inc24 = add nsw i32 %28, 1, !dbg !218
  store i32 %inc24, ptr %f, align 4, !dbg !218
  br label %for.cond, !dbg !183, !llvm.loop !219

for.end25:                                        ; preds = %for.cond
  %29 = load ptr, ptr %kernel, align 8, !dbg !220
  call void @free(ptr noundef %29) #6, !dbg !221
  %30 = load ptr, ptr %output, align 8, !dbg !222
  ret ptr %30, !dbg !223
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @max_pool(i32 noundef %channels, i32 noundef %width, ptr noundef %input) #0 !dbg !224 {
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
  %0 = load i32, ptr %width.addr, align 4, !dbg !225
  %div = sdiv i32 %0, 2, !dbg !226
  store i32 %div, ptr %out, align 4, !dbg !227
  %1 = load i32, ptr %channels.addr, align 4, !dbg !228
  %2 = load i32, ptr %out, align 4, !dbg !229
  %mul = mul nsw i32 %1, %2, !dbg !230
  %3 = load i32, ptr %out, align 4, !dbg !231
  %mul1 = mul nsw i32 %mul, %3, !dbg !232
  %call = call ptr @allocate(i32 noundef %mul1), !dbg !233
  store ptr %call, ptr %output, align 8, !dbg !234
  %4 = load ptr, ptr %output, align 8, !dbg !235
  store ptr %4, ptr %next, align 8, !dbg !236
  store i32 0, ptr %c, align 4, !dbg !237
  br label %for.cond, !dbg !238

for.cond:                                         ; preds = %for.inc36, %entry
  %5 = load i32, ptr %c, align 4, !dbg !239
  %6 = load i32, ptr %channels.addr, align 4, !dbg !240
  %cmp = icmp slt i32 %5, %6, !dbg !241
  br i1 %cmp, label %for.body, label %for.end38, !dbg !242

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %row, align 4, !dbg !243
  br label %for.cond2, !dbg !244

for.cond2:                                        ; preds = %for.inc33, %for.body
  %7 = load i32, ptr %row, align 4, !dbg !245
  %8 = load i32, ptr %out, align 4, !dbg !246
  %cmp3 = icmp slt i32 %7, %8, !dbg !247
  br i1 %cmp3, label %for.body4, label %for.end35, !dbg !248

for.body4:                                        ; preds = %for.cond2
  store i32 0, ptr %column, align 4, !dbg !249
  br label %for.cond5, !dbg !250

for.cond5:                                        ; preds = %for.inc30, %for.body4
  %9 = load i32, ptr %column, align 4, !dbg !251
  %10 = load i32, ptr %out, align 4, !dbg !252
  %cmp6 = icmp slt i32 %9, %10, !dbg !253
  br i1 %cmp6, label %for.body7, label %for.end32, !dbg !254

for.body7:                                        ; preds = %for.cond5
  %11 = load ptr, ptr %input.addr, align 8, !dbg !255
  %12 = load i32, ptr %c, align 4, !dbg !256
  %13 = load i32, ptr %width.addr, align 4, !dbg !257
  %mul8 = mul nsw i32 %12, %13, !dbg !258
  %14 = load i32, ptr %row, align 4, !dbg !259
  %mul9 = mul nsw i32 %14, 2, !dbg !260
  %add = add nsw i32 %mul8, %mul9, !dbg !261
  %15 = load i32, ptr %width.addr, align 4, !dbg !262
  %mul10 = mul nsw i32 %add, %15, !dbg !263
  %idx.ext = sext i32 %mul10 to i64, !dbg !264
  %add.ptr = getelementptr inbounds double, ptr %11, i64 %idx.ext, !dbg !264
  %16 = load i32, ptr %column, align 4, !dbg !265
  %mul11 = mul nsw i32 %16, 2, !dbg !266
  %idx.ext12 = sext i32 %mul11 to i64, !dbg !267
  %add.ptr13 = getelementptr inbounds double, ptr %add.ptr, i64 %idx.ext12, !dbg !267
  store ptr %add.ptr13, ptr %corner, align 8, !dbg !268
  %17 = load ptr, ptr %corner, align 8, !dbg !269
  %18 = load double, ptr %17, align 8, !dbg !270
  store double %18, ptr %most, align 8, !dbg !271
  store i32 0, ptr %i, align 4, !dbg !272
  br label %for.cond14, !dbg !273

for.cond14:                                       ; preds = %for.inc27, %for.body7
  %19 = load i32, ptr %i, align 4, !dbg !274
  %cmp15 = icmp slt i32 %19, 2, !dbg !275
  br i1 %cmp15, label %for.body16, label %for.end29, !dbg !276

for.body16:                                       ; preds = %for.cond14
  store i32 0, ptr %j, align 4, !dbg !277
  br label %for.cond17, !dbg !278

for.cond17:                                       ; preds = %for.inc, %for.body16
  %20 = load i32, ptr %j, align 4, !dbg !279
  %cmp18 = icmp slt i32 %20, 2, !dbg !280
  br i1 %cmp18, label %for.body19, label %for.end, !dbg !281

for.body19:                                       ; preds = %for.cond17
  %21 = load ptr, ptr %corner, align 8, !dbg !282
  %22 = load i32, ptr %i, align 4, !dbg !283
  %23 = load i32, ptr %width.addr, align 4, !dbg !284
  %mul20 = mul nsw i32 %22, %23, !dbg !285
  %24 = load i32, ptr %j, align 4, !dbg !286
  %add21 = add nsw i32 %mul20, %24, !dbg !287
  %idxprom = sext i32 %add21 to i64, !dbg !282
  %arrayidx = getelementptr inbounds double, ptr %21, i64 %idxprom, !dbg !282
  %25 = load double, ptr %arrayidx, align 8, !dbg !282
  %26 = load double, ptr %most, align 8, !dbg !288
  %cmp22 = fcmp ogt double %25, %26, !dbg !289
  br i1 %cmp22, label %if.then, label %if.end, !dbg !289

if.then:                                          ; preds = %for.body19
  %27 = load ptr, ptr %corner, align 8, !dbg !290
  %28 = load i32, ptr %i, align 4, !dbg !291
  %29 = load i32, ptr %width.addr, align 4, !dbg !292
  %mul23 = mul nsw i32 %28, %29, !dbg !293
  %30 = load i32, ptr %j, align 4, !dbg !294
  %add24 = add nsw i32 %mul23, %30, !dbg !295
  %idxprom25 = sext i32 %add24 to i64, !dbg !290
  %arrayidx26 = getelementptr inbounds double, ptr %27, i64 %idxprom25, !dbg !290
  %31 = load double, ptr %arrayidx26, align 8, !dbg !290
  store double %31, ptr %most, align 8, !dbg !296
  br label %if.end, !dbg !297

if.end:                                           ; preds = %if.then, %for.body19
  br label %for.inc, !dbg !288

for.inc:                                          ; preds = %if.end
  %32 = load i32, ptr %j, align 4, !dbg !298
  %inc = add nsw i32 %32, 1, !dbg !298
  store i32 %inc, ptr %j, align 4, !dbg !298
  br label %for.cond17, !dbg !281, !llvm.loop !299

for.end:                                          ; preds = %for.cond17
  br label %for.inc27, !dbg !300

for.inc27:                                        ; preds = %for.end
  %33 = load i32, ptr %i, align 4, !dbg !301
  %inc28 = add nsw i32 %33, 1, !dbg !301
  store i32 %inc28, ptr %i, align 4, !dbg !301
  br label %for.cond14, !dbg !276, !llvm.loop !302

for.end29:                                        ; preds = %for.cond14
  %34 = load double, ptr %most, align 8, !dbg !303
  %35 = load ptr, ptr %next, align 8, !dbg !304
  %incdec.ptr = getelementptr inbounds nuw double, ptr %35, i32 1, !dbg !304
  store ptr %incdec.ptr, ptr %next, align 8, !dbg !304
  store double %34, ptr %35, align 8, !dbg !305
  br label %for.inc30, !dbg !306

for.inc30:                                        ; preds = %for.end29
  %36 = load i32, ptr %column, align 4, !dbg !307
  %inc31 = add nsw i32 %36, 1, !dbg !307
  store i32 %inc31, ptr %column, align 4, !dbg !307
  br label %for.cond5, !dbg !254, !llvm.loop !308

for.end32:                                        ; preds = %for.cond5
  br label %for.inc33, !dbg !306

for.inc33:                                        ; preds = %for.end32
  %37 = load i32, ptr %row, align 4, !dbg !309
  %inc34 = add nsw i32 %37, 1, !dbg !309
  store i32 %inc34, ptr %row, align 4, !dbg !309
  br label %for.cond2, !dbg !248, !llvm.loop !310

for.end35:                                        ; preds = %for.cond2
  br label %for.inc36, !dbg !306

for.inc36:                                        ; preds = %for.end35
  %38 = load i32, ptr %c, align 4, !dbg !311
  %inc37 = add nsw i32 %38, 1, !dbg !311
  store i32 %inc37, ptr %c, align 4, !dbg !311
  br label %for.cond, !dbg !242, !llvm.loop !312

for.end38:                                        ; preds = %for.cond
  %39 = load ptr, ptr %output, align 8, !dbg !313
  ret ptr %39, !dbg !314
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @connect(i32 noundef %inputs, ptr noundef %input, i32 noundef %outputs) #0 !dbg !315 {
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
  %0 = load i32, ptr %outputs.addr, align 4, !dbg !316
  %1 = load i32, ptr %inputs.addr, align 4, !dbg !317
  %mul = mul nsw i32 %0, %1, !dbg !318
  %2 = load i32, ptr %inputs.addr, align 4, !dbg !319
  %conv = sitofp i32 %2 to double, !dbg !319
  %div = fdiv double 6.000000e+00, %conv, !dbg !320
  %call = call double @sqrt(double noundef %div) #6, !dbg !321
  %call1 = call ptr @random_values(i32 noundef %mul, double noundef %call), !dbg !322
  store ptr %call1, ptr %weight, align 8, !dbg !323
  %3 = load i32, ptr %outputs.addr, align 4, !dbg !324
  %call2 = call ptr @allocate(i32 noundef %3), !dbg !325
  store ptr %call2, ptr %output, align 8, !dbg !326
  store i32 0, ptr %i, align 4, !dbg !327
  br label %for.cond, !dbg !328

for.cond:                                         ; preds = %for.inc16, %entry
  %4 = load i32, ptr %i, align 4, !dbg !329
  %5 = load i32, ptr %outputs.addr, align 4, !dbg !330
  %cmp = icmp slt i32 %4, %5, !dbg !331
  br i1 %cmp, label %for.body, label %for.end18, !dbg !332

for.body:                                         ; preds = %for.cond
  %6 = load ptr, ptr %output, align 8, !dbg !333
  %7 = load i32, ptr %i, align 4, !dbg !334
  %idxprom = sext i32 %7 to i64, !dbg !333
  %arrayidx = getelementptr inbounds double, ptr %6, i64 %idxprom, !dbg !333
  store double 0.000000e+00, ptr %arrayidx, align 8, !dbg !335
  store i32 0, ptr %j, align 4, !dbg !336
  br label %for.cond4, !dbg !337

for.cond4:                                        ; preds = %for.inc, %for.body
  %8 = load i32, ptr %j, align 4, !dbg !338
  %9 = load i32, ptr %inputs.addr, align 4, !dbg !339
  %cmp5 = icmp slt i32 %8, %9, !dbg !340
  br i1 %cmp5, label %for.body7, label %for.end, !dbg !341

for.body7:                                        ; preds = %for.cond4
  %10 = load ptr, ptr %weight, align 8, !dbg !342
  %11 = load i32, ptr %i, align 4, !dbg !343
  %12 = load i32, ptr %inputs.addr, align 4, !dbg !344
  %mul8 = mul nsw i32 %11, %12, !dbg !345
  %13 = load i32, ptr %j, align 4, !dbg !346
  %add = add nsw i32 %mul8, %13, !dbg !347
  %idxprom9 = sext i32 %add to i64, !dbg !342
  %arrayidx10 = getelementptr inbounds double, ptr %10, i64 %idxprom9, !dbg !342
  %14 = load double, ptr %arrayidx10, align 8, !dbg !342
  %15 = load ptr, ptr %input.addr, align 8, !dbg !348
  %16 = load i32, ptr %j, align 4, !dbg !349
  %idxprom11 = sext i32 %16 to i64, !dbg !348
  %arrayidx12 = getelementptr inbounds double, ptr %15, i64 %idxprom11, !dbg !348
  %17 = load double, ptr %arrayidx12, align 8, !dbg !348
  %18 = load ptr, ptr %output, align 8, !dbg !350
  %19 = load i32, ptr %i, align 4, !dbg !351
  %idxprom14 = sext i32 %19 to i64, !dbg !350
  %arrayidx15 = getelementptr inbounds double, ptr %18, i64 %idxprom14, !dbg !350
  %20 = load double, ptr %arrayidx15, align 8, !dbg !352
  %21 = call double @llvm.fmuladd.f64(double %14, double %17, double %20), !dbg !352
  store double %21, ptr %arrayidx15, align 8, !dbg !352
  br label %for.inc, !dbg !350

for.inc:                                          ; preds = %for.body7
  %22 = load i32, ptr %j, align 4, !dbg !353
  %inc = add nsw i32 %22, 1, !dbg !353
  store i32 %inc, ptr %j, align 4, !dbg !353
  br label %for.cond4, !dbg !341, !llvm.loop !354

for.end:                                          ; preds = %for.cond4
  br label %for.inc16, !dbg !356

for.inc16:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4, !dbg !357
  %inc17 = add nsw i32 %23, 1, !dbg !357
  store i32 %inc17, ptr %i, align 4, !dbg !357
  br label %for.cond, !dbg !332, !llvm.loop !358

for.end18:                                        ; preds = %for.cond
  %24 = load ptr, ptr %weight, align 8, !dbg !359
  call void @free(ptr noundef %24) #6, !dbg !360
  %25 = load ptr, ptr %output, align 8, !dbg !361
  ret ptr %25, !dbg !362
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
define internal ptr @allocate(i32 noundef %count) #0 !dbg !363 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4, !dbg !364
  %conv = sext i32 %0 to i64, !dbg !365
  %mul = mul i64 %conv, 8, !dbg !366
  %call = call noalias ptr @malloc(i64 noundef %mul) #8, !dbg !367
  store ptr %call, ptr %block, align 8, !dbg !368
  %1 = load ptr, ptr %block, align 8, !dbg !369
  %cmp = icmp eq ptr %1, null, !dbg !370
  br i1 %cmp, label %if.then, label %if.end, !dbg !370

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8, !dbg !371
  %call2 = call i32 @fputs(ptr noundef @.str.2, ptr noundef %2), !dbg !372
  call void @exit(i32 noundef 1) #7, !dbg !373
  unreachable, !dbg !373

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8, !dbg !374
  ret ptr %3, !dbg !375
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @symmetric(double noundef %bound) #0 !dbg !376 {
entry:
  %bound.addr = alloca double, align 8
  store double %bound, ptr %bound.addr, align 8
  %0 = load i64, ptr @random_state, align 8, !dbg !377
  %mul = mul i64 %0, 6364136223846793005, !dbg !378
  %add = add i64 %mul, 1442695040888963407, !dbg !379
  store i64 %add, ptr @random_state, align 8, !dbg !380
  %1 = load double, ptr %bound.addr, align 8, !dbg !381
  %2 = load i64, ptr @random_state, align 8, !dbg !382
  %shr = lshr i64 %2, 11, !dbg !383
  %conv = uitofp i64 %shr to double, !dbg !384
  %3 = call double @llvm.fmuladd.f64(double %conv, double 0x3CB0000000000000, double -1.000000e+00), !dbg !385
  %mul2 = fmul double %1, %3, !dbg !386
  ret double %mul2, !dbg !387
}

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #5

declare i32 @fputs(ptr noundef, ptr noundef) #2

; Function Attrs: nounwind
declare double @sqrt(double noundef) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal double @convolve_at(i32 noundef %channels, i32 noundef %width, ptr noundef %input, ptr noundef %kernel, i32 noundef %row, i32 noundef %column) #0 !dbg !388 {
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
  store double 0.000000e+00, ptr %sum, align 8, !dbg !389
  store i32 0, ptr %c, align 4, !dbg !390
  br label %for.cond, !dbg !391

for.cond:                                         ; preds = %for.inc22, %entry
  %0 = load i32, ptr %c, align 4, !dbg !392
  %1 = load i32, ptr %channels.addr, align 4, !dbg !393
  %cmp = icmp slt i32 %0, %1, !dbg !394
  br i1 %cmp, label %for.body, label %for.end24, !dbg !395

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %i, align 4, !dbg !396
  br label %for.cond1, !dbg !397

for.cond1:                                        ; preds = %for.inc19, %for.body
  %2 = load i32, ptr %i, align 4, !dbg !398
  %cmp2 = icmp slt i32 %2, 3, !dbg !399
  br i1 %cmp2, label %for.body3, label %for.end21, !dbg !400

for.body3:                                        ; preds = %for.cond1
  %3 = load ptr, ptr %input.addr, align 8, !dbg !401
  %4 = load i32, ptr %c, align 4, !dbg !402
  %5 = load i32, ptr %width.addr, align 4, !dbg !403
  %mul = mul nsw i32 %4, %5, !dbg !404
  %6 = load i32, ptr %row.addr, align 4, !dbg !405
  %add = add nsw i32 %mul, %6, !dbg !406
  %7 = load i32, ptr %i, align 4, !dbg !407
  %add4 = add nsw i32 %add, %7, !dbg !408
  %8 = load i32, ptr %width.addr, align 4, !dbg !409
  %mul5 = mul nsw i32 %add4, %8, !dbg !410
  %idx.ext = sext i32 %mul5 to i64, !dbg !411
  %add.ptr = getelementptr inbounds double, ptr %3, i64 %idx.ext, !dbg !411
  %9 = load i32, ptr %column.addr, align 4, !dbg !412
  %idx.ext6 = sext i32 %9 to i64, !dbg !413
  %add.ptr7 = getelementptr inbounds double, ptr %add.ptr, i64 %idx.ext6, !dbg !413
  store ptr %add.ptr7, ptr %pixel, align 8, !dbg !414
  %10 = load ptr, ptr %kernel.addr, align 8, !dbg !415
  %11 = load i32, ptr %c, align 4, !dbg !416
  %mul8 = mul nsw i32 %11, 3, !dbg !417
  %12 = load i32, ptr %i, align 4, !dbg !418
  %add9 = add nsw i32 %mul8, %12, !dbg !419
  %mul10 = mul nsw i32 %add9, 3, !dbg !420
  %idx.ext11 = sext i32 %mul10 to i64, !dbg !421
  %add.ptr12 = getelementptr inbounds double, ptr %10, i64 %idx.ext11, !dbg !421
  store ptr %add.ptr12, ptr %weight, align 8, !dbg !422
  store i32 0, ptr %j, align 4, !dbg !423
  br label %for.cond13, !dbg !424

for.cond13:                                       ; preds = %for.inc, %for.body3
  %13 = load i32, ptr %j, align 4, !dbg !425
  %cmp14 = icmp slt i32 %13, 3, !dbg !426
  br i1 %cmp14, label %for.body15, label %for.end, !dbg !427

for.body15:                                       ; preds = %for.cond13
  %14 = load ptr, ptr %weight, align 8, !dbg !428
  %15 = load i32, ptr %j, align 4, !dbg !429
  %idxprom = sext i32 %15 to i64, !dbg !428
  %arrayidx = getelementptr inbounds double, ptr %14, i64 %idxprom, !dbg !428
  %16 = load double, ptr %arrayidx, align 8, !dbg !428
  %17 = load ptr, ptr %pixel, align 8, !dbg !430
  %18 = load i32, ptr %j, align 4, !dbg !431
  %idxprom16 = sext i32 %18 to i64, !dbg !430
  %arrayidx17 = getelementptr inbounds double, ptr %17, i64 %idxprom16, !dbg !430
  %19 = load double, ptr %arrayidx17, align 8, !dbg !430
  %20 = load double, ptr %sum, align 8, !dbg !432
  %21 = call double @llvm.fmuladd.f64(double %16, double %19, double %20), !dbg !432
  store double %21, ptr %sum, align 8, !dbg !432
  br label %for.inc, !dbg !433

for.inc:                                          ; preds = %for.body15
  %22 = load i32, ptr %j, align 4, !dbg !434
  %inc = add nsw i32 %22, 1, !dbg !434
  store i32 %inc, ptr %j, align 4, !dbg !434
  br label %for.cond13, !dbg !427, !llvm.loop !435

for.end:                                          ; preds = %for.cond13
  br label %for.inc19, !dbg !437

for.inc19:                                        ; preds = %for.end
  %23 = load i32, ptr %i, align 4, !dbg !438
  %inc20 = add nsw i32 %23, 1, !dbg !438
  store i32 %inc20, ptr %i, align 4, !dbg !438
  br label %for.cond1, !dbg !400, !llvm.loop !439

for.end21:                                        ; preds = %for.cond1
  br label %for.inc22, !dbg !437

for.inc22:                                        ; preds = %for.end21
  %24 = load i32, ptr %c, align 4, !dbg !440
  %inc23 = add nsw i32 %24, 1, !dbg !440
  store i32 %inc23, ptr %c, align 4, !dbg !440
  br label %for.cond, !dbg !395, !llvm.loop !441

for.end24:                                        ; preds = %for.cond
  %25 = load double, ptr %sum, align 8, !dbg !442
  ret double %25, !dbg !443
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

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "cnn.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 122, type: !10, scopeLine: 123, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 124, column: 27, scope: !9)
!13 = !DILocation(line: 124, column: 33, scope: !9)
!14 = !DILocation(line: 124, column: 17, scope: !9)
!15 = !DILocation(line: 124, column: 9, scope: !9)
!16 = !DILocation(line: 125, column: 18, scope: !9)
!17 = !DILocation(line: 125, column: 24, scope: !9)
!18 = !DILocation(line: 125, column: 33, scope: !9)
!19 = !DILocation(line: 125, column: 9, scope: !9)
!20 = !DILocation(line: 125, column: 46, scope: !9)
!21 = !DILocation(line: 125, column: 53, scope: !9)
!22 = !DILocation(line: 125, column: 38, scope: !9)
!23 = !DILocation(line: 126, column: 18, scope: !9)
!24 = !DILocation(line: 126, column: 24, scope: !9)
!25 = !DILocation(line: 126, column: 33, scope: !9)
!26 = !DILocation(line: 126, column: 9, scope: !9)
!27 = !DILocation(line: 126, column: 46, scope: !9)
!28 = !DILocation(line: 126, column: 53, scope: !9)
!29 = !DILocation(line: 126, column: 38, scope: !9)
!30 = !DILocation(line: 127, column: 35, scope: !9)
!31 = !DILocation(line: 127, column: 43, scope: !9)
!32 = !DILocation(line: 127, column: 41, scope: !9)
!33 = !DILocation(line: 127, column: 21, scope: !9)
!34 = !DILocation(line: 127, column: 13, scope: !9)
!35 = !DILocation(line: 128, column: 33, scope: !9)
!36 = !DILocation(line: 128, column: 40, scope: !9)
!37 = !DILocation(line: 128, column: 21, scope: !9)
!38 = !DILocation(line: 128, column: 13, scope: !9)
!39 = !DILocation(line: 129, column: 46, scope: !9)
!40 = !DILocation(line: 129, column: 54, scope: !9)
!41 = !DILocation(line: 129, column: 21, scope: !9)
!42 = !DILocation(line: 129, column: 13, scope: !9)
!43 = !DILocation(line: 130, column: 46, scope: !9)
!44 = !DILocation(line: 130, column: 53, scope: !9)
!45 = !DILocation(line: 130, column: 21, scope: !9)
!46 = !DILocation(line: 130, column: 13, scope: !9)
!47 = !DILocation(line: 131, column: 47, scope: !9)
!48 = !DILocation(line: 131, column: 55, scope: !9)
!49 = !DILocation(line: 131, column: 21, scope: !9)
!50 = !DILocation(line: 131, column: 13, scope: !9)
!51 = !DILocation(line: 132, column: 47, scope: !9)
!52 = !DILocation(line: 132, column: 45, scope: !9)
!53 = !DILocation(line: 132, column: 55, scope: !9)
!54 = !DILocation(line: 132, column: 53, scope: !9)
!55 = !DILocation(line: 132, column: 62, scope: !9)
!56 = !DILocation(line: 132, column: 21, scope: !9)
!57 = !DILocation(line: 132, column: 13, scope: !9)
!58 = !DILocation(line: 133, column: 12, scope: !9)
!59 = !DILocation(line: 134, column: 9, scope: !9)
!60 = !DILocation(line: 136, column: 14, scope: !9)
!61 = !DILocation(line: 136, column: 10, scope: !9)
!62 = !DILocation(line: 136, column: 21, scope: !9)
!63 = !DILocation(line: 136, column: 23, scope: !9)
!64 = !DILocation(line: 136, column: 5, scope: !9)
!65 = !DILocation(line: 137, column: 22, scope: !9)
!66 = !DILocation(line: 137, column: 24, scope: !9)
!67 = !DILocation(line: 137, column: 21, scope: !9)
!68 = !DILocation(line: 137, column: 31, scope: !9)
!69 = !DILocation(line: 137, column: 37, scope: !9)
!70 = !DILocation(line: 137, column: 18, scope: !9)
!71 = !DILocation(line: 138, column: 13, scope: !9)
!72 = !DILocation(line: 138, column: 19, scope: !9)
!73 = !DILocation(line: 138, column: 24, scope: !9)
!74 = !DILocation(line: 138, column: 30, scope: !9)
!75 = !DILocation(line: 138, column: 22, scope: !9)
!76 = !DILocation(line: 139, column: 21, scope: !9)
!77 = !DILocation(line: 139, column: 19, scope: !9)
!78 = !DILocation(line: 139, column: 13, scope: !9)
!79 = !DILocation(line: 140, column: 5, scope: !9)
!80 = !DILocation(line: 136, column: 35, scope: !9)
!81 = distinct !{!81, !64, !79, !82}
!82 = !{!"llvm.loop.mustprogress"}
!83 = !DILocation(line: 141, column: 65, scope: !9)
!84 = !DILocation(line: 141, column: 72, scope: !9)
!85 = !DILocation(line: 141, column: 79, scope: !9)
!86 = !DILocation(line: 141, column: 85, scope: !9)
!87 = !DILocation(line: 141, column: 93, scope: !9)
!88 = !DILocation(line: 141, column: 5, scope: !9)
!89 = !DILocation(line: 142, column: 10, scope: !9)
!90 = !DILocation(line: 142, column: 5, scope: !9)
!91 = !DILocation(line: 143, column: 10, scope: !9)
!92 = !DILocation(line: 143, column: 5, scope: !9)
!93 = !DILocation(line: 144, column: 10, scope: !9)
!94 = !DILocation(line: 144, column: 5, scope: !9)
!95 = !DILocation(line: 145, column: 10, scope: !9)
!96 = !DILocation(line: 145, column: 5, scope: !9)
!97 = !DILocation(line: 146, column: 10, scope: !9)
!98 = !DILocation(line: 146, column: 5, scope: !9)
!99 = !DILocation(line: 147, column: 10, scope: !9)
!100 = !DILocation(line: 147, column: 5, scope: !9)
!101 = !DILocation(line: 148, column: 5, scope: !9)
!102 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 27, type: !10, scopeLine: 28, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!103 = !DILocation(line: 31, column: 9, scope: !102)
!104 = !DILocation(line: 31, column: 14, scope: !102)
!105 = !DILocation(line: 32, column: 9, scope: !102)
!106 = !DILocation(line: 33, column: 19, scope: !102)
!107 = !DILocation(line: 33, column: 12, scope: !102)
!108 = !DILocation(line: 33, column: 10, scope: !102)
!109 = !DILocation(line: 34, column: 9, scope: !102)
!110 = !DILocation(line: 34, column: 14, scope: !102)
!111 = !DILocation(line: 34, column: 18, scope: !102)
!112 = !DILocation(line: 34, column: 21, scope: !102)
!113 = !DILocation(line: 34, column: 28, scope: !102)
!114 = !DILocation(line: 34, column: 25, scope: !102)
!115 = !DILocation(line: 34, column: 36, scope: !102)
!116 = !DILocation(line: 34, column: 40, scope: !102)
!117 = !DILocation(line: 34, column: 39, scope: !102)
!118 = !DILocation(line: 34, column: 44, scope: !102)
!119 = !DILocation(line: 34, column: 52, scope: !102)
!120 = !DILocation(line: 34, column: 55, scope: !102)
!121 = !DILocation(line: 34, column: 60, scope: !102)
!122 = !DILocation(line: 34, column: 74, scope: !102)
!123 = !DILocation(line: 34, column: 77, scope: !102)
!124 = !DILocation(line: 34, column: 82, scope: !102)
!125 = !DILocation(line: 35, column: 17, scope: !102)
!126 = !DILocation(line: 35, column: 9, scope: !102)
!127 = !DILocation(line: 37, column: 9, scope: !102)
!128 = !DILocation(line: 39, column: 17, scope: !102)
!129 = !DILocation(line: 39, column: 12, scope: !102)
!130 = !DILocation(line: 39, column: 5, scope: !102)
!131 = !DILocation(line: 40, column: 1, scope: !102)
!132 = distinct !DISubprogram(name: "random_values", scope: !1, file: !1, line: 52, type: !10, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!133 = !DILocation(line: 54, column: 31, scope: !132)
!134 = !DILocation(line: 54, column: 22, scope: !132)
!135 = !DILocation(line: 54, column: 13, scope: !132)
!136 = !DILocation(line: 55, column: 14, scope: !132)
!137 = !DILocation(line: 55, column: 10, scope: !132)
!138 = !DILocation(line: 55, column: 21, scope: !132)
!139 = !DILocation(line: 55, column: 25, scope: !132)
!140 = !DILocation(line: 55, column: 23, scope: !132)
!141 = !DILocation(line: 55, column: 5, scope: !132)
!142 = !DILocation(line: 56, column: 31, scope: !132)
!143 = !DILocation(line: 56, column: 21, scope: !132)
!144 = !DILocation(line: 56, column: 9, scope: !132)
!145 = !DILocation(line: 56, column: 16, scope: !132)
!146 = !DILocation(line: 56, column: 19, scope: !132)
!147 = !DILocation(line: 55, column: 33, scope: !132)
!148 = distinct !{!148, !141, !149, !82}
!149 = !DILocation(line: 56, column: 36, scope: !132)
!150 = !DILocation(line: 57, column: 12, scope: !132)
!151 = !DILocation(line: 57, column: 5, scope: !132)
!152 = distinct !DISubprogram(name: "convolve", scope: !1, file: !1, line: 76, type: !10, scopeLine: 77, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!153 = !DILocation(line: 78, column: 18, scope: !152)
!154 = !DILocation(line: 78, column: 27, scope: !152)
!155 = !DILocation(line: 78, column: 36, scope: !152)
!156 = !DILocation(line: 78, column: 9, scope: !152)
!157 = !DILocation(line: 78, column: 52, scope: !152)
!158 = !DILocation(line: 78, column: 58, scope: !152)
!159 = !DILocation(line: 78, column: 67, scope: !152)
!160 = !DILocation(line: 78, column: 46, scope: !152)
!161 = !DILocation(line: 79, column: 36, scope: !152)
!162 = !DILocation(line: 79, column: 46, scope: !152)
!163 = !DILocation(line: 79, column: 44, scope: !152)
!164 = !DILocation(line: 79, column: 65, scope: !152)
!165 = !DILocation(line: 79, column: 63, scope: !152)
!166 = !DILocation(line: 79, column: 54, scope: !152)
!167 = !DILocation(line: 79, column: 22, scope: !152)
!168 = !DILocation(line: 79, column: 13, scope: !152)
!169 = !DILocation(line: 80, column: 31, scope: !152)
!170 = !DILocation(line: 80, column: 41, scope: !152)
!171 = !DILocation(line: 80, column: 39, scope: !152)
!172 = !DILocation(line: 80, column: 47, scope: !152)
!173 = !DILocation(line: 80, column: 45, scope: !152)
!174 = !DILocation(line: 80, column: 22, scope: !152)
!175 = !DILocation(line: 80, column: 13, scope: !152)
!176 = !DILocation(line: 80, column: 61, scope: !152)
!177 = !DILocation(line: 80, column: 54, scope: !152)
!178 = !DILocation(line: 81, column: 14, scope: !152)
!179 = !DILocation(line: 81, column: 10, scope: !152)
!180 = !DILocation(line: 81, column: 21, scope: !152)
!181 = !DILocation(line: 81, column: 25, scope: !152)
!182 = !DILocation(line: 81, column: 23, scope: !152)
!183 = !DILocation(line: 81, column: 5, scope: !152)
!184 = !DILocation(line: 82, column: 18, scope: !152)
!185 = !DILocation(line: 82, column: 14, scope: !152)
!186 = !DILocation(line: 82, column: 27, scope: !152)
!187 = !DILocation(line: 82, column: 33, scope: !152)
!188 = !DILocation(line: 82, column: 31, scope: !152)
!189 = !DILocation(line: 82, column: 9, scope: !152)
!190 = !DILocation(line: 83, column: 22, scope: !152)
!191 = !DILocation(line: 83, column: 18, scope: !152)
!192 = !DILocation(line: 83, column: 34, scope: !152)
!193 = !DILocation(line: 83, column: 43, scope: !152)
!194 = !DILocation(line: 83, column: 41, scope: !152)
!195 = !DILocation(line: 83, column: 13, scope: !152)
!196 = !DILocation(line: 84, column: 42, scope: !152)
!197 = !DILocation(line: 84, column: 52, scope: !152)
!198 = !DILocation(line: 84, column: 59, scope: !152)
!199 = !DILocation(line: 84, column: 66, scope: !152)
!200 = !DILocation(line: 84, column: 75, scope: !152)
!201 = !DILocation(line: 84, column: 79, scope: !152)
!202 = !DILocation(line: 84, column: 77, scope: !152)
!203 = !DILocation(line: 84, column: 73, scope: !152)
!204 = !DILocation(line: 84, column: 87, scope: !152)
!205 = !DILocation(line: 84, column: 92, scope: !152)
!206 = !DILocation(line: 84, column: 30, scope: !152)
!207 = !DILocation(line: 84, column: 24, scope: !152)
!208 = !DILocation(line: 85, column: 27, scope: !152)
!209 = !DILocation(line: 85, column: 31, scope: !152)
!210 = !DILocation(line: 85, column: 39, scope: !152)
!211 = !DILocation(line: 85, column: 22, scope: !152)
!212 = !DILocation(line: 85, column: 25, scope: !152)
!213 = !DILocation(line: 86, column: 13, scope: !152)
!214 = !DILocation(line: 83, column: 54, scope: !152)
!215 = distinct !{!215, !195, !213, !82}
!216 = !DILocation(line: 82, column: 41, scope: !152)
!217 = distinct !{!217, !189, !213, !82}
!218 = !DILocation(line: 81, column: 35, scope: !152)
!219 = distinct !{!219, !183, !213, !82}
!220 = !DILocation(line: 87, column: 10, scope: !152)
!221 = !DILocation(line: 87, column: 5, scope: !152)
!222 = !DILocation(line: 88, column: 12, scope: !152)
!223 = !DILocation(line: 88, column: 5, scope: !152)
!224 = distinct !DISubprogram(name: "max_pool", scope: !1, file: !1, line: 91, type: !10, scopeLine: 92, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!225 = !DILocation(line: 93, column: 15, scope: !224)
!226 = !DILocation(line: 93, column: 21, scope: !224)
!227 = !DILocation(line: 93, column: 9, scope: !224)
!228 = !DILocation(line: 94, column: 31, scope: !224)
!229 = !DILocation(line: 94, column: 42, scope: !224)
!230 = !DILocation(line: 94, column: 40, scope: !224)
!231 = !DILocation(line: 94, column: 48, scope: !224)
!232 = !DILocation(line: 94, column: 46, scope: !224)
!233 = !DILocation(line: 94, column: 22, scope: !224)
!234 = !DILocation(line: 94, column: 13, scope: !224)
!235 = !DILocation(line: 94, column: 62, scope: !224)
!236 = !DILocation(line: 94, column: 55, scope: !224)
!237 = !DILocation(line: 95, column: 14, scope: !224)
!238 = !DILocation(line: 95, column: 10, scope: !224)
!239 = !DILocation(line: 95, column: 21, scope: !224)
!240 = !DILocation(line: 95, column: 25, scope: !224)
!241 = !DILocation(line: 95, column: 23, scope: !224)
!242 = !DILocation(line: 95, column: 5, scope: !224)
!243 = !DILocation(line: 96, column: 18, scope: !224)
!244 = !DILocation(line: 96, column: 14, scope: !224)
!245 = !DILocation(line: 96, column: 27, scope: !224)
!246 = !DILocation(line: 96, column: 33, scope: !224)
!247 = !DILocation(line: 96, column: 31, scope: !224)
!248 = !DILocation(line: 96, column: 9, scope: !224)
!249 = !DILocation(line: 97, column: 22, scope: !224)
!250 = !DILocation(line: 97, column: 18, scope: !224)
!251 = !DILocation(line: 97, column: 34, scope: !224)
!252 = !DILocation(line: 97, column: 43, scope: !224)
!253 = !DILocation(line: 97, column: 41, scope: !224)
!254 = !DILocation(line: 97, column: 13, scope: !224)
!255 = !DILocation(line: 98, column: 40, scope: !224)
!256 = !DILocation(line: 98, column: 49, scope: !224)
!257 = !DILocation(line: 98, column: 53, scope: !224)
!258 = !DILocation(line: 98, column: 51, scope: !224)
!259 = !DILocation(line: 98, column: 61, scope: !224)
!260 = !DILocation(line: 98, column: 65, scope: !224)
!261 = !DILocation(line: 98, column: 59, scope: !224)
!262 = !DILocation(line: 98, column: 75, scope: !224)
!263 = !DILocation(line: 98, column: 73, scope: !224)
!264 = !DILocation(line: 98, column: 46, scope: !224)
!265 = !DILocation(line: 98, column: 83, scope: !224)
!266 = !DILocation(line: 98, column: 90, scope: !224)
!267 = !DILocation(line: 98, column: 81, scope: !224)
!268 = !DILocation(line: 98, column: 31, scope: !224)
!269 = !DILocation(line: 99, column: 32, scope: !224)
!270 = !DILocation(line: 99, column: 31, scope: !224)
!271 = !DILocation(line: 99, column: 24, scope: !224)
!272 = !DILocation(line: 100, column: 26, scope: !224)
!273 = !DILocation(line: 100, column: 22, scope: !224)
!274 = !DILocation(line: 100, column: 33, scope: !224)
!275 = !DILocation(line: 100, column: 35, scope: !224)
!276 = !DILocation(line: 100, column: 17, scope: !224)
!277 = !DILocation(line: 101, column: 30, scope: !224)
!278 = !DILocation(line: 101, column: 26, scope: !224)
!279 = !DILocation(line: 101, column: 37, scope: !224)
!280 = !DILocation(line: 101, column: 39, scope: !224)
!281 = !DILocation(line: 101, column: 21, scope: !224)
!282 = !DILocation(line: 102, column: 29, scope: !224)
!283 = !DILocation(line: 102, column: 36, scope: !224)
!284 = !DILocation(line: 102, column: 40, scope: !224)
!285 = !DILocation(line: 102, column: 38, scope: !224)
!286 = !DILocation(line: 102, column: 48, scope: !224)
!287 = !DILocation(line: 102, column: 46, scope: !224)
!288 = !DILocation(line: 102, column: 53, scope: !224)
!289 = !DILocation(line: 102, column: 51, scope: !224)
!290 = !DILocation(line: 103, column: 36, scope: !224)
!291 = !DILocation(line: 103, column: 43, scope: !224)
!292 = !DILocation(line: 103, column: 47, scope: !224)
!293 = !DILocation(line: 103, column: 45, scope: !224)
!294 = !DILocation(line: 103, column: 55, scope: !224)
!295 = !DILocation(line: 103, column: 53, scope: !224)
!296 = !DILocation(line: 103, column: 34, scope: !224)
!297 = !DILocation(line: 103, column: 29, scope: !224)
!298 = !DILocation(line: 101, column: 48, scope: !224)
!299 = distinct !{!299, !281, !300, !82}
!300 = !DILocation(line: 103, column: 56, scope: !224)
!301 = !DILocation(line: 100, column: 44, scope: !224)
!302 = distinct !{!302, !276, !300, !82}
!303 = !DILocation(line: 104, column: 27, scope: !224)
!304 = !DILocation(line: 104, column: 22, scope: !224)
!305 = !DILocation(line: 104, column: 25, scope: !224)
!306 = !DILocation(line: 105, column: 13, scope: !224)
!307 = !DILocation(line: 97, column: 54, scope: !224)
!308 = distinct !{!308, !254, !306, !82}
!309 = !DILocation(line: 96, column: 41, scope: !224)
!310 = distinct !{!310, !248, !306, !82}
!311 = !DILocation(line: 95, column: 36, scope: !224)
!312 = distinct !{!312, !242, !306, !82}
!313 = !DILocation(line: 106, column: 12, scope: !224)
!314 = !DILocation(line: 106, column: 5, scope: !224)
!315 = distinct !DISubprogram(name: "connect", scope: !1, file: !1, line: 110, type: !10, scopeLine: 111, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!316 = !DILocation(line: 112, column: 36, scope: !315)
!317 = !DILocation(line: 112, column: 46, scope: !315)
!318 = !DILocation(line: 112, column: 44, scope: !315)
!319 = !DILocation(line: 112, column: 65, scope: !315)
!320 = !DILocation(line: 112, column: 63, scope: !315)
!321 = !DILocation(line: 112, column: 54, scope: !315)
!322 = !DILocation(line: 112, column: 22, scope: !315)
!323 = !DILocation(line: 112, column: 13, scope: !315)
!324 = !DILocation(line: 112, column: 94, scope: !315)
!325 = !DILocation(line: 112, column: 85, scope: !315)
!326 = !DILocation(line: 112, column: 76, scope: !315)
!327 = !DILocation(line: 113, column: 14, scope: !315)
!328 = !DILocation(line: 113, column: 10, scope: !315)
!329 = !DILocation(line: 113, column: 21, scope: !315)
!330 = !DILocation(line: 113, column: 25, scope: !315)
!331 = !DILocation(line: 113, column: 23, scope: !315)
!332 = !DILocation(line: 113, column: 5, scope: !315)
!333 = !DILocation(line: 114, column: 9, scope: !315)
!334 = !DILocation(line: 114, column: 16, scope: !315)
!335 = !DILocation(line: 114, column: 19, scope: !315)
!336 = !DILocation(line: 115, column: 18, scope: !315)
!337 = !DILocation(line: 115, column: 14, scope: !315)
!338 = !DILocation(line: 115, column: 25, scope: !315)
!339 = !DILocation(line: 115, column: 29, scope: !315)
!340 = !DILocation(line: 115, column: 27, scope: !315)
!341 = !DILocation(line: 115, column: 9, scope: !315)
!342 = !DILocation(line: 116, column: 26, scope: !315)
!343 = !DILocation(line: 116, column: 33, scope: !315)
!344 = !DILocation(line: 116, column: 37, scope: !315)
!345 = !DILocation(line: 116, column: 35, scope: !315)
!346 = !DILocation(line: 116, column: 46, scope: !315)
!347 = !DILocation(line: 116, column: 44, scope: !315)
!348 = !DILocation(line: 116, column: 51, scope: !315)
!349 = !DILocation(line: 116, column: 57, scope: !315)
!350 = !DILocation(line: 116, column: 13, scope: !315)
!351 = !DILocation(line: 116, column: 20, scope: !315)
!352 = !DILocation(line: 116, column: 23, scope: !315)
!353 = !DILocation(line: 115, column: 38, scope: !315)
!354 = distinct !{!354, !341, !355, !82}
!355 = !DILocation(line: 116, column: 58, scope: !315)
!356 = !DILocation(line: 117, column: 5, scope: !315)
!357 = !DILocation(line: 113, column: 35, scope: !315)
!358 = distinct !{!358, !332, !356, !82}
!359 = !DILocation(line: 118, column: 10, scope: !315)
!360 = !DILocation(line: 118, column: 5, scope: !315)
!361 = !DILocation(line: 119, column: 12, scope: !315)
!362 = !DILocation(line: 119, column: 5, scope: !315)
!363 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 42, type: !10, scopeLine: 43, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!364 = !DILocation(line: 44, column: 36, scope: !363)
!365 = !DILocation(line: 44, column: 28, scope: !363)
!366 = !DILocation(line: 44, column: 42, scope: !363)
!367 = !DILocation(line: 44, column: 21, scope: !363)
!368 = !DILocation(line: 44, column: 13, scope: !363)
!369 = !DILocation(line: 45, column: 9, scope: !363)
!370 = !DILocation(line: 45, column: 15, scope: !363)
!371 = !DILocation(line: 46, column: 39, scope: !363)
!372 = !DILocation(line: 46, column: 9, scope: !363)
!373 = !DILocation(line: 47, column: 9, scope: !363)
!374 = !DILocation(line: 49, column: 12, scope: !363)
!375 = !DILocation(line: 49, column: 5, scope: !363)
!376 = distinct !DISubprogram(name: "symmetric", scope: !1, file: !1, line: 21, type: !10, scopeLine: 22, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!377 = !DILocation(line: 23, column: 20, scope: !376)
!378 = !DILocation(line: 23, column: 33, scope: !376)
!379 = !DILocation(line: 23, column: 65, scope: !376)
!380 = !DILocation(line: 23, column: 18, scope: !376)
!381 = !DILocation(line: 24, column: 12, scope: !376)
!382 = !DILocation(line: 24, column: 30, scope: !376)
!383 = !DILocation(line: 24, column: 43, scope: !376)
!384 = !DILocation(line: 24, column: 21, scope: !376)
!385 = !DILocation(line: 24, column: 60, scope: !376)
!386 = !DILocation(line: 24, column: 18, scope: !376)
!387 = !DILocation(line: 24, column: 5, scope: !376)
!388 = distinct !DISubprogram(name: "convolve_at", scope: !1, file: !1, line: 61, type: !10, scopeLine: 63, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!389 = !DILocation(line: 64, column: 12, scope: !388)
!390 = !DILocation(line: 65, column: 14, scope: !388)
!391 = !DILocation(line: 65, column: 10, scope: !388)
!392 = !DILocation(line: 65, column: 21, scope: !388)
!393 = !DILocation(line: 65, column: 25, scope: !388)
!394 = !DILocation(line: 65, column: 23, scope: !388)
!395 = !DILocation(line: 65, column: 5, scope: !388)
!396 = !DILocation(line: 66, column: 18, scope: !388)
!397 = !DILocation(line: 66, column: 14, scope: !388)
!398 = !DILocation(line: 66, column: 25, scope: !388)
!399 = !DILocation(line: 66, column: 27, scope: !388)
!400 = !DILocation(line: 66, column: 9, scope: !388)
!401 = !DILocation(line: 67, column: 35, scope: !388)
!402 = !DILocation(line: 67, column: 44, scope: !388)
!403 = !DILocation(line: 67, column: 48, scope: !388)
!404 = !DILocation(line: 67, column: 46, scope: !388)
!405 = !DILocation(line: 67, column: 56, scope: !388)
!406 = !DILocation(line: 67, column: 54, scope: !388)
!407 = !DILocation(line: 67, column: 62, scope: !388)
!408 = !DILocation(line: 67, column: 60, scope: !388)
!409 = !DILocation(line: 67, column: 67, scope: !388)
!410 = !DILocation(line: 67, column: 65, scope: !388)
!411 = !DILocation(line: 67, column: 41, scope: !388)
!412 = !DILocation(line: 67, column: 75, scope: !388)
!413 = !DILocation(line: 67, column: 73, scope: !388)
!414 = !DILocation(line: 67, column: 27, scope: !388)
!415 = !DILocation(line: 68, column: 36, scope: !388)
!416 = !DILocation(line: 68, column: 46, scope: !388)
!417 = !DILocation(line: 68, column: 48, scope: !388)
!418 = !DILocation(line: 68, column: 59, scope: !388)
!419 = !DILocation(line: 68, column: 57, scope: !388)
!420 = !DILocation(line: 68, column: 62, scope: !388)
!421 = !DILocation(line: 68, column: 43, scope: !388)
!422 = !DILocation(line: 68, column: 27, scope: !388)
!423 = !DILocation(line: 69, column: 22, scope: !388)
!424 = !DILocation(line: 69, column: 18, scope: !388)
!425 = !DILocation(line: 69, column: 29, scope: !388)
!426 = !DILocation(line: 69, column: 31, scope: !388)
!427 = !DILocation(line: 69, column: 13, scope: !388)
!428 = !DILocation(line: 70, column: 24, scope: !388)
!429 = !DILocation(line: 70, column: 31, scope: !388)
!430 = !DILocation(line: 70, column: 36, scope: !388)
!431 = !DILocation(line: 70, column: 42, scope: !388)
!432 = !DILocation(line: 70, column: 21, scope: !388)
!433 = !DILocation(line: 70, column: 17, scope: !388)
!434 = !DILocation(line: 69, column: 42, scope: !388)
!435 = distinct !{!435, !427, !436, !82}
!436 = !DILocation(line: 70, column: 43, scope: !388)
!437 = !DILocation(line: 71, column: 9, scope: !388)
!438 = !DILocation(line: 66, column: 38, scope: !388)
!439 = distinct !{!439, !400, !437, !82}
!440 = !DILocation(line: 65, column: 36, scope: !388)
!441 = distinct !{!441, !395, !437, !82}
!442 = !DILocation(line: 72, column: 12, scope: !388)
!443 = !DILocation(line: 72, column: 5, scope: !388)

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
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
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
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %width, align 4, !dbg !15
  %2 = load i32, ptr %width, align 4, !dbg !16
  %call1 = call ptr @allocate(i32 noundef %2), !dbg !17
  store ptr %call1, ptr %x, align 8, !dbg !18
  %3 = load i32, ptr %width, align 4, !dbg !19
  %call2 = call ptr @allocate(i32 noundef %3), !dbg !20
  store ptr %call2, ptr %y, align 8, !dbg !21
  store double 0.000000e+00, ptr %checksum, align 8, !dbg !22
  store i32 0, ptr %l, align 4, !dbg !23
  br label %for.cond, !dbg !24

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %l, align 4, !dbg !25
  %cmp = icmp slt i32 %4, 3, !dbg !26
  br i1 %cmp, label %for.body, label %for.end, !dbg !27

for.body:                                         ; preds = %for.cond
  %5 = load i32, ptr %l, align 4, !dbg !28
  %idxprom = sext i32 %5 to i64, !dbg !29
  %arrayidx = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom, !dbg !29
  %6 = load i32, ptr %width, align 4, !dbg !30
  %7 = load i32, ptr %width, align 4, !dbg !31
  call void @random_layer(ptr dead_on_unwind writable sret(%struct.layer) align 8 %tmp, i32 noundef %6, i32 noundef %7), !dbg !32
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %tmp, i64 24, i1 false), !dbg !32
  br label %for.inc, !dbg !29

for.inc:                                          ; preds = %for.body
  %8 = load i32, ptr %l, align 4, !dbg !33
  %inc = add nsw i32 %8, 1, !dbg !33
  store i32 %inc, ptr %l, align 4, !dbg !33
  br label %for.cond, !dbg !27, !llvm.loop !34

for.end:                                          ; preds = %for.cond
  %9 = load i32, ptr %width, align 4, !dbg !37
  call void @random_layer(ptr dead_on_unwind writable sret(%struct.layer) align 8 %tmp3, i32 noundef %9, i32 noundef 10), !dbg !38
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %output, ptr align 8 %tmp3, i64 24, i1 false), !dbg !38
  %10 = load i32, ptr %width, align 4, !dbg !39
  %call4 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %10), !dbg !40
  store i32 0, ptr %sample, align 4, !dbg !41
  br label %for.cond5, !dbg !42

for.cond5:                                        ; preds = %for.inc43, %for.end
  %11 = load i32, ptr %sample, align 4, !dbg !43
  %cmp6 = icmp slt i32 %11, 4, !dbg !44
  br i1 %cmp6, label %for.body7, label %for.end45, !dbg !45

for.body7:                                        ; preds = %for.cond5
  store i32 0, ptr %i, align 4, !dbg !46
  br label %for.cond8, !dbg !47

for.cond8:                                        ; preds = %for.inc14, %for.body7
  %12 = load i32, ptr %i, align 4, !dbg !48
  %13 = load i32, ptr %width, align 4, !dbg !49
  %cmp9 = icmp slt i32 %12, %13, !dbg !50
  br i1 %cmp9, label %for.body10, label %for.end16, !dbg !51

for.body10:                                       ; preds = %for.cond8
  %call11 = call double @symmetric(double noundef 1.000000e+00), !dbg !52
  %14 = load ptr, ptr %x, align 8, !dbg !53
  %15 = load i32, ptr %i, align 4, !dbg !54
  %idxprom12 = sext i32 %15 to i64, !dbg !53
  %arrayidx13 = getelementptr inbounds double, ptr %14, i64 %idxprom12, !dbg !53
  store double %call11, ptr %arrayidx13, align 8, !dbg !55
  br label %for.inc14, !dbg !53

for.inc14:                                        ; preds = %for.body10
  %16 = load i32, ptr %i, align 4, !dbg !56
  %inc15 = add nsw i32 %16, 1, !dbg !56
  store i32 %inc15, ptr %i, align 4, !dbg !56
  br label %for.cond8, !dbg !51, !llvm.loop !57

for.end16:                                        ; preds = %for.cond8
  store i32 0, ptr %l17, align 4, !dbg !59
  br label %for.cond18, !dbg !60

for.cond18:                                       ; preds = %for.inc23, %for.end16
  %17 = load i32, ptr %l17, align 4, !dbg !61
  %cmp19 = icmp slt i32 %17, 3, !dbg !62
  br i1 %cmp19, label %for.body20, label %for.end25, !dbg !63

for.body20:                                       ; preds = %for.cond18
  %18 = load ptr, ptr %x, align 8, !dbg !64
  store ptr %18, ptr %swap, align 8, !dbg !65
  %19 = load i32, ptr %l17, align 4, !dbg !66
  %idxprom21 = sext i32 %19 to i64, !dbg !67
  %arrayidx22 = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom21, !dbg !67
  %20 = load ptr, ptr %x, align 8, !dbg !68
  %21 = load ptr, ptr %y, align 8, !dbg !69
  call void @affine(ptr noundef %arrayidx22, ptr noundef %20, ptr noundef %21), !dbg !70
  %22 = load i32, ptr %width, align 4, !dbg !71
  %23 = load ptr, ptr %y, align 8, !dbg !72
  call void @rectify(i32 noundef %22, ptr noundef %23), !dbg !73
  %24 = load ptr, ptr %y, align 8, !dbg !74
  store ptr %24, ptr %x, align 8, !dbg !75
  %25 = load ptr, ptr %swap, align 8, !dbg !76
  store ptr %25, ptr %y, align 8, !dbg !77
  br label %for.inc23, !dbg !78

for.inc23:                                        ; preds = %for.body20
  %26 = load i32, ptr %l17, align 4, !dbg !79
  %inc24 = add nsw i32 %26, 1, !dbg !79
  store i32 %inc24, ptr %l17, align 4, !dbg !79
  br label %for.cond18, !dbg !63, !llvm.loop !80

for.end25:                                        ; preds = %for.cond18
  %27 = load ptr, ptr %x, align 8, !dbg !81
  %arraydecay = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 0, !dbg !82
  call void @affine(ptr noundef %output, ptr noundef %27, ptr noundef %arraydecay), !dbg !83
  %arraydecay26 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 0, !dbg !84
  call void @softmax(i32 noundef 10, ptr noundef %arraydecay26), !dbg !85
  %arraydecay27 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 0, !dbg !86
  %call28 = call i32 @largest(i32 noundef 10, ptr noundef %arraydecay27), !dbg !87
  store i32 %call28, ptr %class, align 4, !dbg !88
  %28 = load i32, ptr %sample, align 4, !dbg !89
  %29 = load i32, ptr %class, align 4, !dbg !90
  %30 = load i32, ptr %class, align 4, !dbg !91
  %idxprom29 = sext i32 %30 to i64, !dbg !92
  %arrayidx30 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 %idxprom29, !dbg !92
  %31 = load double, ptr %arrayidx30, align 8, !dbg !92
  %call31 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %28, i32 noundef %29, double noundef %31), !dbg !93
  store i32 0, ptr %i32, align 4, !dbg !94
  br label %for.cond33, !dbg !95

for.cond33:                                       ; preds = %for.inc40, %for.end25
  %32 = load i32, ptr %i32, align 4, !dbg !96
  %cmp34 = icmp slt i32 %32, 10, !dbg !97
  br i1 %cmp34, label %for.body35, label %for.end42, !dbg !98

for.body35:                                       ; preds = %for.cond33
  %33 = load i32, ptr %sample, align 4, !dbg !99
  %mul = mul nsw i32 %33, 10, !dbg !100
  %34 = load i32, ptr %i32, align 4, !dbg !101
  %add = add nsw i32 %mul, %34, !dbg !102
  %add36 = add nsw i32 %add, 1, !dbg !103
  %conv = sitofp i32 %add36 to double, !dbg !104
  %35 = load i32, ptr %i32, align 4, !dbg !105
  %idxprom37 = sext i32 %35 to i64, !dbg !106
  %arrayidx38 = getelementptr inbounds [10 x double], ptr %probability, i64 0, i64 %idxprom37, !dbg !106
  %36 = load double, ptr %arrayidx38, align 8, !dbg !106
  %37 = load double, ptr %checksum, align 8, !dbg !107
  %38 = call double @llvm.fmuladd.f64(double %conv, double %36, double %37), !dbg !107
  store double %38, ptr %checksum, align 8, !dbg !107
  br label %for.inc40, !dbg !108

for.inc40:                                        ; preds = %for.body35
  %39 = load i32, ptr %i32, align 4, !dbg !109
  %inc41 = add nsw i32 %39, 1, !dbg !109
  store i32 %inc41, ptr %i32, align 4, !dbg !109
  br label %for.cond33, !dbg !98, !llvm.loop !110

for.end42:                                        ; preds = %for.cond33
  br label %for.inc43, !dbg !112

for.inc43:                                        ; preds = %for.end42
  %40 = load i32, ptr %sample, align 4, !dbg !113
  %inc44 = add nsw i32 %40, 1, !dbg !113
  store i32 %inc44, ptr %sample, align 4, !dbg !113
  br label %for.cond5, !dbg !45, !llvm.loop !114

for.end45:                                        ; preds = %for.cond5
  %41 = load double, ptr %checksum, align 8, !dbg !115
  %call46 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %41), !dbg !116
  store i32 0, ptr %l47, align 4, !dbg !117
  br label %for.cond48, !dbg !118

for.cond48:                                       ; preds = %for.inc56, %for.end45
  %42 = load i32, ptr %l47, align 4, !dbg !119
  %cmp49 = icmp slt i32 %42, 3, !dbg !120
  br i1 %cmp49, label %for.body51, label %for.end58, !dbg !121

for.body51:                                       ; preds = %for.cond48
  %43 = load i32, ptr %l47, align 4, !dbg !122
  %idxprom52 = sext i32 %43 to i64, !dbg !123
  %arrayidx53 = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom52, !dbg !123
  %bias = getelementptr inbounds nuw %struct.layer, ptr %arrayidx53, i32 0, i32 3, !dbg !124
  %44 = load ptr, ptr %bias, align 8, !dbg !124
  call void @free(ptr noundef %44) #7, !dbg !125
  %45 = load i32, ptr %l47, align 4, !dbg !126
  %idxprom54 = sext i32 %45 to i64, !dbg !127
  %arrayidx55 = getelementptr inbounds [3 x %struct.layer], ptr %hidden, i64 0, i64 %idxprom54, !dbg !127
  %weight = getelementptr inbounds nuw %struct.layer, ptr %arrayidx55, i32 0, i32 2, !dbg !128
  %46 = load ptr, ptr %weight, align 8, !dbg !128
  call void @free(ptr noundef %46) #7, !dbg !129
  br label %for.inc56, !dbg !130

for.inc56:                                        ; preds = %for.body51
  %47 = load i32, ptr %l47, align 4, !dbg !131
  %inc57 = add nsw i32 %47, 1, !dbg !131
  store i32 %inc57, ptr %l47, align 4, !dbg !131
  br label %for.cond48, !dbg !121, !llvm.loop !132

for.end58:                                        ; preds = %for.cond48
  %bias59 = getelementptr inbounds nuw %struct.layer, ptr %output, i32 0, i32 3, !dbg !133
  %48 = load ptr, ptr %bias59, align 8, !dbg !133
  call void @free(ptr noundef %48) #7, !dbg !134
  %weight60 = getelementptr inbounds nuw %struct.layer, ptr %output, i32 0, i32 2, !dbg !135
  %49 = load ptr, ptr %weight60, align 8, !dbg !135
  call void @free(ptr noundef %49) #7, !dbg !136
  %50 = load ptr, ptr %y, align 8, !dbg !137
  call void @free(ptr noundef %50) #7, !dbg !138
  %51 = load ptr, ptr %x, align 8, !dbg !139
  call void @free(ptr noundef %51) #7, !dbg !140
  ret i32 0, !dbg !141
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !142 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !143
  %cmp = icmp eq i32 %0, 1, !dbg !144
  br i1 %cmp, label %if.then, label %if.end, !dbg !144

if.then:                                          ; preds = %entry
  store i32 32, ptr %retval, align 4, !dbg !145
  br label %return, !dbg !145

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !146
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !146
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !146
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #7, !dbg !147
  store i64 %call, ptr %size, align 8, !dbg !148
  %3 = load i32, ptr %argc.addr, align 4, !dbg !149
  %cmp1 = icmp sgt i32 %3, 2, !dbg !150
  br i1 %cmp1, label %if.then13, label %lor.lhs.false, !dbg !151

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !152
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !153
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !153
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !153
  %cmp3 = icmp eq ptr %4, %6, !dbg !154
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4, !dbg !155

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !156
  %8 = load i8, ptr %7, align 1, !dbg !157
  %conv = sext i8 %8 to i32, !dbg !157
  %cmp5 = icmp ne i32 %conv, 0, !dbg !158
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7, !dbg !159

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !160
  %cmp8 = icmp slt i64 %9, 1, !dbg !161
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10, !dbg !162

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !163
  %cmp11 = icmp sgt i64 %10, 2000, !dbg !164
  br i1 %cmp11, label %if.then13, label %if.end15, !dbg !162

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !165
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.3, i32 noundef 2000, i32 noundef 32) #7, !dbg !166
  call void @exit(i32 noundef 2) #8, !dbg !167
  unreachable, !dbg !167

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !168
  %conv16 = trunc i64 %12 to i32, !dbg !169
  store i32 %conv16, ptr %retval, align 4, !dbg !170
  br label %return, !dbg !170

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !171
  ret i32 %13, !dbg !171
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count) #0 !dbg !172 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4, !dbg !173
  %conv = sext i32 %0 to i64, !dbg !174
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef 8) #9, !dbg !175
  store ptr %call, ptr %block, align 8, !dbg !176
  %1 = load ptr, ptr %block, align 8, !dbg !177
  %cmp = icmp eq ptr %1, null, !dbg !178
  br i1 %cmp, label %if.then, label %if.end, !dbg !178

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8, !dbg !179
  %call2 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %2), !dbg !180
  call void @exit(i32 noundef 1) #8, !dbg !181
  unreachable, !dbg !181

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8, !dbg !182
  ret ptr %3, !dbg !183
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @random_layer(ptr dead_on_unwind noalias writable sret(%struct.layer) align 8 %agg.result, i32 noundef %inputs, i32 noundef %outputs) #0 !dbg !184 {
entry:
  %inputs.addr = alloca i32, align 4
  %outputs.addr = alloca i32, align 4
  %bound = alloca double, align 8
  %i = alloca i32, align 4
  %i9 = alloca i32, align 4
  store i32 %inputs, ptr %inputs.addr, align 4
  store i32 %outputs, ptr %outputs.addr, align 4
  %inputs1 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 0, !dbg !185
  %0 = load i32, ptr %inputs.addr, align 4, !dbg !186
  store i32 %0, ptr %inputs1, align 8, !dbg !185
  %outputs2 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 1, !dbg !185
  %1 = load i32, ptr %outputs.addr, align 4, !dbg !187
  store i32 %1, ptr %outputs2, align 4, !dbg !185
  %weight = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 2, !dbg !185
  %2 = load i32, ptr %outputs.addr, align 4, !dbg !188
  %3 = load i32, ptr %inputs.addr, align 4, !dbg !189
  %mul = mul nsw i32 %2, %3, !dbg !190
  %call = call ptr @allocate(i32 noundef %mul), !dbg !191
  store ptr %call, ptr %weight, align 8, !dbg !185
  %bias = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 3, !dbg !185
  %4 = load i32, ptr %outputs.addr, align 4, !dbg !192
  %call3 = call ptr @allocate(i32 noundef %4), !dbg !193
  store ptr %call3, ptr %bias, align 8, !dbg !185
  %5 = load i32, ptr %inputs.addr, align 4, !dbg !194
  %conv = sitofp i32 %5 to double, !dbg !194
  %div = fdiv double 6.000000e+00, %conv, !dbg !195
  %call4 = call double @sqrt(double noundef %div) #7, !dbg !196
  store double %call4, ptr %bound, align 8, !dbg !197
  store i32 0, ptr %i, align 4, !dbg !198
  br label %for.cond, !dbg !199

for.cond:                                         ; preds = %for.inc, %entry
  %6 = load i32, ptr %i, align 4, !dbg !200
  %7 = load i32, ptr %outputs.addr, align 4, !dbg !201
  %8 = load i32, ptr %inputs.addr, align 4, !dbg !202
  %mul5 = mul nsw i32 %7, %8, !dbg !203
  %cmp = icmp slt i32 %6, %mul5, !dbg !204
  br i1 %cmp, label %for.body, label %for.end, !dbg !205

for.body:                                         ; preds = %for.cond
  %9 = load double, ptr %bound, align 8, !dbg !206
  %call7 = call double @symmetric(double noundef %9), !dbg !207
  %weight8 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 2, !dbg !208
  %10 = load ptr, ptr %weight8, align 8, !dbg !208
  %11 = load i32, ptr %i, align 4, !dbg !209
  %idxprom = sext i32 %11 to i64, !dbg !210
  %arrayidx = getelementptr inbounds double, ptr %10, i64 %idxprom, !dbg !210
  store double %call7, ptr %arrayidx, align 8, !dbg !211
  br label %for.inc, !dbg !210

for.inc:                                          ; preds = %for.body
  %12 = load i32, ptr %i, align 4, !dbg !212
  %inc = add nsw i32 %12, 1, !dbg !212
  store i32 %inc, ptr %i, align 4, !dbg !212
  br label %for.cond, !dbg !205, !llvm.loop !213

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %i9, align 4, !dbg !215
  br label %for.cond10, !dbg !216

for.cond10:                                       ; preds = %for.inc18, %for.end
  %13 = load i32, ptr %i9, align 4, !dbg !217
  %14 = load i32, ptr %outputs.addr, align 4, !dbg !218
  %cmp11 = icmp slt i32 %13, %14, !dbg !219
  br i1 %cmp11, label %for.body13, label %for.end20, !dbg !220

for.body13:                                       ; preds = %for.cond10
  %call14 = call double @symmetric(double noundef 1.000000e-01), !dbg !221
  %bias15 = getelementptr inbounds nuw %struct.layer, ptr %agg.result, i32 0, i32 3, !dbg !222
  %15 = load ptr, ptr %bias15, align 8, !dbg !222
  %16 = load i32, ptr %i9, align 4, !dbg !223
  %idxprom16 = sext i32 %16 to i64, !dbg !224
  %arrayidx17 = getelementptr inbounds double, ptr %15, i64 %idxprom16, !dbg !224
  store double %call14, ptr %arrayidx17, align 8, !dbg !225
  br label %for.inc18, !dbg !224

for.inc18:                                        ; preds = %for.body13
  %17 = load i32, ptr %i9, align 4, !dbg !226
  %inc19 = add nsw i32 %17, 1, !dbg !226
  store i32 %inc19, ptr %i9, align 4, !dbg !226
  br label %for.cond10, !dbg !220, !llvm.loop !227

for.end20:                                        ; preds = %for.cond10
  ret void, !dbg !229
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #1

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal double @symmetric(double noundef %bound) #0 !dbg !230 {
entry:
  %bound.addr = alloca double, align 8
  store double %bound, ptr %bound.addr, align 8
  %0 = load i64, ptr @random_state, align 8, !dbg !231
  %mul = mul i64 %0, 6364136223846793005, !dbg !232
  %add = add i64 %mul, 1442695040888963407, !dbg !233
  store i64 %add, ptr @random_state, align 8, !dbg !234
  %1 = load double, ptr %bound.addr, align 8, !dbg !235
  %2 = load i64, ptr @random_state, align 8, !dbg !236
  %shr = lshr i64 %2, 11, !dbg !237
  %conv = uitofp i64 %shr to double, !dbg !238
  %3 = call double @llvm.fmuladd.f64(double %conv, double 0x3CB0000000000000, double -1.000000e+00), !dbg !239
  %mul2 = fmul double %1, %3, !dbg !240
  ret double %mul2, !dbg !241
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @affine(ptr noundef %layer, ptr noundef %x, ptr noundef %y) #0 !dbg !242 {
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
  store i32 0, ptr %i, align 4, !dbg !243
  br label %for.cond, !dbg !244

for.cond:                                         ; preds = %for.inc12, %entry
  %0 = load i32, ptr %i, align 4, !dbg !245
  %1 = load ptr, ptr %layer.addr, align 8, !dbg !246
  %outputs = getelementptr inbounds nuw %struct.layer, ptr %1, i32 0, i32 1, !dbg !247
  %2 = load i32, ptr %outputs, align 4, !dbg !247
  %cmp = icmp slt i32 %0, %2, !dbg !248
  br i1 %cmp, label %for.body, label %for.end14, !dbg !249

for.body:                                         ; preds = %for.cond
  %3 = load ptr, ptr %layer.addr, align 8, !dbg !250
  %weight = getelementptr inbounds nuw %struct.layer, ptr %3, i32 0, i32 2, !dbg !251
  %4 = load ptr, ptr %weight, align 8, !dbg !251
  %5 = load i32, ptr %i, align 4, !dbg !252
  %6 = load ptr, ptr %layer.addr, align 8, !dbg !253
  %inputs = getelementptr inbounds nuw %struct.layer, ptr %6, i32 0, i32 0, !dbg !254
  %7 = load i32, ptr %inputs, align 8, !dbg !254
  %mul = mul nsw i32 %5, %7, !dbg !255
  %idx.ext = sext i32 %mul to i64, !dbg !256
  %add.ptr = getelementptr inbounds double, ptr %4, i64 %idx.ext, !dbg !256
  store ptr %add.ptr, ptr %row, align 8, !dbg !257
  %8 = load ptr, ptr %layer.addr, align 8, !dbg !258
  %bias = getelementptr inbounds nuw %struct.layer, ptr %8, i32 0, i32 3, !dbg !259
  %9 = load ptr, ptr %bias, align 8, !dbg !259
  %10 = load i32, ptr %i, align 4, !dbg !260
  %idxprom = sext i32 %10 to i64, !dbg !258
  %arrayidx = getelementptr inbounds double, ptr %9, i64 %idxprom, !dbg !258
  %11 = load double, ptr %arrayidx, align 8, !dbg !258
  store double %11, ptr %sum, align 8, !dbg !261
  store i32 0, ptr %j, align 4, !dbg !262
  br label %for.cond1, !dbg !263

for.cond1:                                        ; preds = %for.inc, %for.body
  %12 = load i32, ptr %j, align 4, !dbg !264
  %13 = load ptr, ptr %layer.addr, align 8, !dbg !265
  %inputs2 = getelementptr inbounds nuw %struct.layer, ptr %13, i32 0, i32 0, !dbg !266
  %14 = load i32, ptr %inputs2, align 8, !dbg !266
  %cmp3 = icmp slt i32 %12, %14, !dbg !267
  br i1 %cmp3, label %for.body4, label %for.end, !dbg !268

for.body4:                                        ; preds = %for.cond1
  %15 = load ptr, ptr %row, align 8, !dbg !269
  %16 = load i32, ptr %j, align 4, !dbg !270
  %idxprom5 = sext i32 %16 to i64, !dbg !269
  %arrayidx6 = getelementptr inbounds double, ptr %15, i64 %idxprom5, !dbg !269
  %17 = load double, ptr %arrayidx6, align 8, !dbg !269
  %18 = load ptr, ptr %x.addr, align 8, !dbg !271
  %19 = load i32, ptr %j, align 4, !dbg !272
  %idxprom7 = sext i32 %19 to i64, !dbg !271
  %arrayidx8 = getelementptr inbounds double, ptr %18, i64 %idxprom7, !dbg !271
  %20 = load double, ptr %arrayidx8, align 8, !dbg !271
  %21 = load double, ptr %sum, align 8, !dbg !273
  %22 = call double @llvm.fmuladd.f64(double %17, double %20, double %21), !dbg !273
  store double %22, ptr %sum, align 8, !dbg !273
  br label %for.inc, !dbg !274

for.inc:                                          ; preds = %for.body4
  %23 = load i32, ptr %j, align 4, !dbg !275
  %inc = add nsw i32 %23, 1, !dbg !275
  store i32 %inc, ptr %j, align 4, !dbg !275
  br label %for.cond1, !dbg !268, !llvm.loop !276

for.end:                                          ; preds = %for.cond1
  %24 = load double, ptr %sum, align 8, !dbg !278
  %25 = load ptr, ptr %y.addr, align 8, !dbg !279
  %26 = load i32, ptr %i, align 4, !dbg !280
  %idxprom10 = sext i32 %26 to i64, !dbg !279
  %arrayidx11 = getelementptr inbounds double, ptr %25, i64 %idxprom10, !dbg !279
  store double %24, ptr %arrayidx11, align 8, !dbg !281
  br label %for.inc12, !dbg !282

for.inc12:                                        ; preds = %for.end
  %27 = load i32, ptr %i, align 4, !dbg !283
  %inc13 = add nsw i32 %27, 1, !dbg !283
  store i32 %inc13, ptr %i, align 4, !dbg !283
  br label %for.cond, !dbg !249, !llvm.loop !284

for.end14:                                        ; preds = %for.cond
  ret void, !dbg !285
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @rectify(i32 noundef %n, ptr noundef %x) #0 !dbg !286 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store i32 0, ptr %i, align 4, !dbg !287
  br label %for.cond, !dbg !288

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !289
  %1 = load i32, ptr %n.addr, align 4, !dbg !290
  %cmp = icmp slt i32 %0, %1, !dbg !291
  br i1 %cmp, label %for.body, label %for.end, !dbg !292

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %x.addr, align 8, !dbg !293
  %3 = load i32, ptr %i, align 4, !dbg !294
  %idxprom = sext i32 %3 to i64, !dbg !293
  %arrayidx = getelementptr inbounds double, ptr %2, i64 %idxprom, !dbg !293
  %4 = load double, ptr %arrayidx, align 8, !dbg !293
  %cmp1 = fcmp olt double %4, 0.000000e+00, !dbg !295
  br i1 %cmp1, label %if.then, label %if.end, !dbg !295

if.then:                                          ; preds = %for.body
  %5 = load ptr, ptr %x.addr, align 8, !dbg !296
  %6 = load i32, ptr %i, align 4, !dbg !297
  %idxprom2 = sext i32 %6 to i64, !dbg !296
  %arrayidx3 = getelementptr inbounds double, ptr %5, i64 %idxprom2, !dbg !296
  store double 0.000000e+00, ptr %arrayidx3, align 8, !dbg !298
  br label %if.end, !dbg !296

if.end:                                           ; preds = %if.then, %for.body
  br label %for.inc, !dbg !299

for.inc:                                          ; preds = %if.end
  %7 = load i32, ptr %i, align 4, !dbg !300
  %inc = add nsw i32 %7, 1, !dbg !300
  store i32 %inc, ptr %i, align 4, !dbg !300
  br label %for.cond, !dbg !292, !llvm.loop !301

for.end:                                          ; preds = %for.cond
  ret void, !dbg !303
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @softmax(i32 noundef %n, ptr noundef %x) #0 !dbg !304 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %shift = alloca double, align 8
  %sum = alloca double, align 8
  %i = alloca i32, align 4
  %i8 = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  %0 = load ptr, ptr %x.addr, align 8, !dbg !305
  %1 = load i32, ptr %n.addr, align 4, !dbg !306
  %2 = load ptr, ptr %x.addr, align 8, !dbg !307
  %call = call i32 @largest(i32 noundef %1, ptr noundef %2), !dbg !308
  %idxprom = sext i32 %call to i64, !dbg !305
  %arrayidx = getelementptr inbounds double, ptr %0, i64 %idxprom, !dbg !305
  %3 = load double, ptr %arrayidx, align 8, !dbg !305
  store double %3, ptr %shift, align 8, !dbg !309
  store double 0.000000e+00, ptr %sum, align 8, !dbg !310
  store i32 0, ptr %i, align 4, !dbg !311
  br label %for.cond, !dbg !312

for.cond:                                         ; preds = %for.inc, %entry
  %4 = load i32, ptr %i, align 4, !dbg !313
  %5 = load i32, ptr %n.addr, align 4, !dbg !314
  %cmp = icmp slt i32 %4, %5, !dbg !315
  br i1 %cmp, label %for.body, label %for.end, !dbg !316

for.body:                                         ; preds = %for.cond
  %6 = load ptr, ptr %x.addr, align 8, !dbg !317
  %7 = load i32, ptr %i, align 4, !dbg !318
  %idxprom1 = sext i32 %7 to i64, !dbg !317
  %arrayidx2 = getelementptr inbounds double, ptr %6, i64 %idxprom1, !dbg !317
  %8 = load double, ptr %arrayidx2, align 8, !dbg !317
  %9 = load double, ptr %shift, align 8, !dbg !319
  %sub = fsub double %8, %9, !dbg !320
  %call3 = call double @exp(double noundef %sub) #7, !dbg !321
  %10 = load ptr, ptr %x.addr, align 8, !dbg !322
  %11 = load i32, ptr %i, align 4, !dbg !323
  %idxprom4 = sext i32 %11 to i64, !dbg !322
  %arrayidx5 = getelementptr inbounds double, ptr %10, i64 %idxprom4, !dbg !322
  store double %call3, ptr %arrayidx5, align 8, !dbg !324
  %12 = load ptr, ptr %x.addr, align 8, !dbg !325
  %13 = load i32, ptr %i, align 4, !dbg !326
  %idxprom6 = sext i32 %13 to i64, !dbg !325
  %arrayidx7 = getelementptr inbounds double, ptr %12, i64 %idxprom6, !dbg !325
  %14 = load double, ptr %arrayidx7, align 8, !dbg !325
  %15 = load double, ptr %sum, align 8, !dbg !327
  %add = fadd double %15, %14, !dbg !327
  store double %add, ptr %sum, align 8, !dbg !327
  br label %for.inc, !dbg !328

for.inc:                                          ; preds = %for.body
  %16 = load i32, ptr %i, align 4, !dbg !329
  %inc = add nsw i32 %16, 1, !dbg !329
  store i32 %inc, ptr %i, align 4, !dbg !329
  br label %for.cond, !dbg !316, !llvm.loop !330

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %i8, align 4, !dbg !331
  br label %for.cond9, !dbg !332

for.cond9:                                        ; preds = %for.inc14, %for.end
  %17 = load i32, ptr %i8, align 4, !dbg !333
  %18 = load i32, ptr %n.addr, align 4, !dbg !334
  %cmp10 = icmp slt i32 %17, %18, !dbg !335
  br i1 %cmp10, label %for.body11, label %for.end16, !dbg !336

for.body11:                                       ; preds = %for.cond9
  %19 = load double, ptr %sum, align 8, !dbg !337
  %20 = load ptr, ptr %x.addr, align 8, !dbg !338
  %21 = load i32, ptr %i8, align 4, !dbg !339
  %idxprom12 = sext i32 %21 to i64, !dbg !338
  %arrayidx13 = getelementptr inbounds double, ptr %20, i64 %idxprom12, !dbg !338
  %22 = load double, ptr %arrayidx13, align 8, !dbg !340
  %div = fdiv double %22, %19, !dbg !340
  store double %div, ptr %arrayidx13, align 8, !dbg !340
  br label %for.inc14, !dbg !338

for.inc14:                                        ; preds = %for.body11
  %23 = load i32, ptr %i8, align 4, !dbg !341
  %inc15 = add nsw i32 %23, 1, !dbg !341
  store i32 %inc15, ptr %i8, align 4, !dbg !341
  br label %for.cond9, !dbg !336, !llvm.loop !342

for.end16:                                        ; preds = %for.cond9
  ret void, !dbg !343
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @largest(i32 noundef %n, ptr noundef %x) #0 !dbg !344 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %best = alloca i32, align 4
  %i = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store i32 0, ptr %best, align 4, !dbg !345
  store i32 1, ptr %i, align 4, !dbg !346
  br label %for.cond, !dbg !347

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !348
  %1 = load i32, ptr %n.addr, align 4, !dbg !349
  %cmp = icmp slt i32 %0, %1, !dbg !350
  br i1 %cmp, label %for.body, label %for.end, !dbg !351

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %x.addr, align 8, !dbg !352
  %3 = load i32, ptr %i, align 4, !dbg !353
  %idxprom = sext i32 %3 to i64, !dbg !352
  %arrayidx = getelementptr inbounds double, ptr %2, i64 %idxprom, !dbg !352
  %4 = load double, ptr %arrayidx, align 8, !dbg !352
  %5 = load ptr, ptr %x.addr, align 8, !dbg !354
  %6 = load i32, ptr %best, align 4, !dbg !355
  %idxprom1 = sext i32 %6 to i64, !dbg !354
  %arrayidx2 = getelementptr inbounds double, ptr %5, i64 %idxprom1, !dbg !354
  %7 = load double, ptr %arrayidx2, align 8, !dbg !354
  %cmp3 = fcmp ogt double %4, %7, !dbg !356
  br i1 %cmp3, label %if.then, label %if.end, !dbg !356

if.then:                                          ; preds = %for.body
  %8 = load i32, ptr %i, align 4, !dbg !357
  store i32 %8, ptr %best, align 4, !dbg !358
  br label %if.end, !dbg !359

if.end:                                           ; preds = %if.then, %for.body
  br label %for.inc, !dbg !360

for.inc:                                          ; preds = %if.end
  %9 = load i32, ptr %i, align 4, !dbg !361
  %inc = add nsw i32 %9, 1, !dbg !361
  store i32 %inc, ptr %i, align 4, !dbg !361
  br label %for.cond, !dbg !351, !llvm.loop !362

for.end:                                          ; preds = %for.cond
  %10 = load i32, ptr %best, align 4, !dbg !363
  ret i32 %10, !dbg !364
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

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "nn.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 108, type: !10, scopeLine: 109, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 110, column: 27, scope: !9)
!13 = !DILocation(line: 110, column: 33, scope: !9)
!14 = !DILocation(line: 110, column: 17, scope: !9)
!15 = !DILocation(line: 110, column: 9, scope: !9)
!16 = !DILocation(line: 112, column: 26, scope: !9)
!17 = !DILocation(line: 112, column: 17, scope: !9)
!18 = !DILocation(line: 112, column: 13, scope: !9)
!19 = !DILocation(line: 112, column: 48, scope: !9)
!20 = !DILocation(line: 112, column: 39, scope: !9)
!21 = !DILocation(line: 112, column: 35, scope: !9)
!22 = !DILocation(line: 113, column: 34, scope: !9)
!23 = !DILocation(line: 115, column: 14, scope: !9)
!24 = !DILocation(line: 115, column: 10, scope: !9)
!25 = !DILocation(line: 115, column: 21, scope: !9)
!26 = !DILocation(line: 115, column: 23, scope: !9)
!27 = !DILocation(line: 115, column: 5, scope: !9)
!28 = !DILocation(line: 116, column: 16, scope: !9)
!29 = !DILocation(line: 116, column: 9, scope: !9)
!30 = !DILocation(line: 116, column: 34, scope: !9)
!31 = !DILocation(line: 116, column: 41, scope: !9)
!32 = !DILocation(line: 116, column: 21, scope: !9)
!33 = !DILocation(line: 115, column: 41, scope: !9)
!34 = distinct !{!34, !27, !35, !36}
!35 = !DILocation(line: 116, column: 46, scope: !9)
!36 = !{!"llvm.loop.mustprogress"}
!37 = !DILocation(line: 117, column: 27, scope: !9)
!38 = !DILocation(line: 117, column: 14, scope: !9)
!39 = !DILocation(line: 119, column: 26, scope: !9)
!40 = !DILocation(line: 119, column: 5, scope: !9)
!41 = !DILocation(line: 120, column: 14, scope: !9)
!42 = !DILocation(line: 120, column: 10, scope: !9)
!43 = !DILocation(line: 120, column: 26, scope: !9)
!44 = !DILocation(line: 120, column: 33, scope: !9)
!45 = !DILocation(line: 120, column: 5, scope: !9)
!46 = !DILocation(line: 122, column: 18, scope: !9)
!47 = !DILocation(line: 122, column: 14, scope: !9)
!48 = !DILocation(line: 122, column: 25, scope: !9)
!49 = !DILocation(line: 122, column: 29, scope: !9)
!50 = !DILocation(line: 122, column: 27, scope: !9)
!51 = !DILocation(line: 122, column: 9, scope: !9)
!52 = !DILocation(line: 123, column: 20, scope: !9)
!53 = !DILocation(line: 123, column: 13, scope: !9)
!54 = !DILocation(line: 123, column: 15, scope: !9)
!55 = !DILocation(line: 123, column: 18, scope: !9)
!56 = !DILocation(line: 122, column: 37, scope: !9)
!57 = distinct !{!57, !51, !58, !36}
!58 = !DILocation(line: 123, column: 33, scope: !9)
!59 = !DILocation(line: 124, column: 18, scope: !9)
!60 = !DILocation(line: 124, column: 14, scope: !9)
!61 = !DILocation(line: 124, column: 25, scope: !9)
!62 = !DILocation(line: 124, column: 27, scope: !9)
!63 = !DILocation(line: 124, column: 9, scope: !9)
!64 = !DILocation(line: 125, column: 28, scope: !9)
!65 = !DILocation(line: 125, column: 21, scope: !9)
!66 = !DILocation(line: 126, column: 28, scope: !9)
!67 = !DILocation(line: 126, column: 21, scope: !9)
!68 = !DILocation(line: 126, column: 32, scope: !9)
!69 = !DILocation(line: 126, column: 35, scope: !9)
!70 = !DILocation(line: 126, column: 13, scope: !9)
!71 = !DILocation(line: 127, column: 21, scope: !9)
!72 = !DILocation(line: 127, column: 28, scope: !9)
!73 = !DILocation(line: 127, column: 13, scope: !9)
!74 = !DILocation(line: 128, column: 17, scope: !9)
!75 = !DILocation(line: 128, column: 15, scope: !9)
!76 = !DILocation(line: 129, column: 17, scope: !9)
!77 = !DILocation(line: 129, column: 15, scope: !9)
!78 = !DILocation(line: 130, column: 9, scope: !9)
!79 = !DILocation(line: 124, column: 45, scope: !9)
!80 = distinct !{!80, !63, !78, !36}
!81 = !DILocation(line: 131, column: 25, scope: !9)
!82 = !DILocation(line: 131, column: 28, scope: !9)
!83 = !DILocation(line: 131, column: 9, scope: !9)
!84 = !DILocation(line: 132, column: 26, scope: !9)
!85 = !DILocation(line: 132, column: 9, scope: !9)
!86 = !DILocation(line: 133, column: 34, scope: !9)
!87 = !DILocation(line: 133, column: 17, scope: !9)
!88 = !DILocation(line: 133, column: 15, scope: !9)
!89 = !DILocation(line: 134, column: 39, scope: !9)
!90 = !DILocation(line: 134, column: 47, scope: !9)
!91 = !DILocation(line: 134, column: 66, scope: !9)
!92 = !DILocation(line: 134, column: 54, scope: !9)
!93 = !DILocation(line: 134, column: 9, scope: !9)
!94 = !DILocation(line: 135, column: 18, scope: !9)
!95 = !DILocation(line: 135, column: 14, scope: !9)
!96 = !DILocation(line: 135, column: 25, scope: !9)
!97 = !DILocation(line: 135, column: 27, scope: !9)
!98 = !DILocation(line: 135, column: 9, scope: !9)
!99 = !DILocation(line: 136, column: 26, scope: !9)
!100 = !DILocation(line: 136, column: 33, scope: !9)
!101 = !DILocation(line: 136, column: 45, scope: !9)
!102 = !DILocation(line: 136, column: 43, scope: !9)
!103 = !DILocation(line: 136, column: 47, scope: !9)
!104 = !DILocation(line: 136, column: 25, scope: !9)
!105 = !DILocation(line: 136, column: 66, scope: !9)
!106 = !DILocation(line: 136, column: 54, scope: !9)
!107 = !DILocation(line: 136, column: 22, scope: !9)
!108 = !DILocation(line: 136, column: 13, scope: !9)
!109 = !DILocation(line: 135, column: 39, scope: !9)
!110 = distinct !{!110, !98, !111, !36}
!111 = !DILocation(line: 136, column: 67, scope: !9)
!112 = !DILocation(line: 137, column: 5, scope: !9)
!113 = !DILocation(line: 120, column: 50, scope: !9)
!114 = distinct !{!114, !45, !112, !36}
!115 = !DILocation(line: 138, column: 32, scope: !9)
!116 = !DILocation(line: 138, column: 5, scope: !9)
!117 = !DILocation(line: 140, column: 14, scope: !9)
!118 = !DILocation(line: 140, column: 10, scope: !9)
!119 = !DILocation(line: 140, column: 21, scope: !9)
!120 = !DILocation(line: 140, column: 23, scope: !9)
!121 = !DILocation(line: 140, column: 5, scope: !9)
!122 = !DILocation(line: 141, column: 21, scope: !9)
!123 = !DILocation(line: 141, column: 14, scope: !9)
!124 = !DILocation(line: 141, column: 24, scope: !9)
!125 = !DILocation(line: 141, column: 9, scope: !9)
!126 = !DILocation(line: 142, column: 21, scope: !9)
!127 = !DILocation(line: 142, column: 14, scope: !9)
!128 = !DILocation(line: 142, column: 24, scope: !9)
!129 = !DILocation(line: 142, column: 9, scope: !9)
!130 = !DILocation(line: 143, column: 5, scope: !9)
!131 = !DILocation(line: 140, column: 41, scope: !9)
!132 = distinct !{!132, !121, !130, !36}
!133 = !DILocation(line: 144, column: 17, scope: !9)
!134 = !DILocation(line: 144, column: 5, scope: !9)
!135 = !DILocation(line: 145, column: 17, scope: !9)
!136 = !DILocation(line: 145, column: 5, scope: !9)
!137 = !DILocation(line: 146, column: 10, scope: !9)
!138 = !DILocation(line: 146, column: 5, scope: !9)
!139 = !DILocation(line: 147, column: 10, scope: !9)
!140 = !DILocation(line: 147, column: 5, scope: !9)
!141 = !DILocation(line: 148, column: 5, scope: !9)
!142 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 32, type: !10, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!143 = !DILocation(line: 36, column: 9, scope: !142)
!144 = !DILocation(line: 36, column: 14, scope: !142)
!145 = !DILocation(line: 37, column: 9, scope: !142)
!146 = !DILocation(line: 38, column: 19, scope: !142)
!147 = !DILocation(line: 38, column: 12, scope: !142)
!148 = !DILocation(line: 38, column: 10, scope: !142)
!149 = !DILocation(line: 39, column: 9, scope: !142)
!150 = !DILocation(line: 39, column: 14, scope: !142)
!151 = !DILocation(line: 39, column: 18, scope: !142)
!152 = !DILocation(line: 39, column: 21, scope: !142)
!153 = !DILocation(line: 39, column: 28, scope: !142)
!154 = !DILocation(line: 39, column: 25, scope: !142)
!155 = !DILocation(line: 39, column: 36, scope: !142)
!156 = !DILocation(line: 39, column: 40, scope: !142)
!157 = !DILocation(line: 39, column: 39, scope: !142)
!158 = !DILocation(line: 39, column: 44, scope: !142)
!159 = !DILocation(line: 39, column: 52, scope: !142)
!160 = !DILocation(line: 39, column: 55, scope: !142)
!161 = !DILocation(line: 39, column: 60, scope: !142)
!162 = !DILocation(line: 39, column: 64, scope: !142)
!163 = !DILocation(line: 39, column: 67, scope: !142)
!164 = !DILocation(line: 39, column: 72, scope: !142)
!165 = !DILocation(line: 40, column: 17, scope: !142)
!166 = !DILocation(line: 40, column: 9, scope: !142)
!167 = !DILocation(line: 42, column: 9, scope: !142)
!168 = !DILocation(line: 44, column: 17, scope: !142)
!169 = !DILocation(line: 44, column: 12, scope: !142)
!170 = !DILocation(line: 44, column: 5, scope: !142)
!171 = !DILocation(line: 45, column: 1, scope: !142)
!172 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 47, type: !10, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!173 = !DILocation(line: 49, column: 36, scope: !172)
!174 = !DILocation(line: 49, column: 28, scope: !172)
!175 = !DILocation(line: 49, column: 21, scope: !172)
!176 = !DILocation(line: 49, column: 13, scope: !172)
!177 = !DILocation(line: 50, column: 9, scope: !172)
!178 = !DILocation(line: 50, column: 15, scope: !172)
!179 = !DILocation(line: 51, column: 38, scope: !172)
!180 = !DILocation(line: 51, column: 9, scope: !172)
!181 = !DILocation(line: 52, column: 9, scope: !172)
!182 = !DILocation(line: 54, column: 12, scope: !172)
!183 = !DILocation(line: 54, column: 5, scope: !172)
!184 = distinct !DISubprogram(name: "random_layer", scope: !1, file: !1, line: 57, type: !10, scopeLine: 58, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!185 = !DILocation(line: 59, column: 26, scope: !184)
!186 = !DILocation(line: 59, column: 27, scope: !184)
!187 = !DILocation(line: 59, column: 35, scope: !184)
!188 = !DILocation(line: 59, column: 53, scope: !184)
!189 = !DILocation(line: 59, column: 63, scope: !184)
!190 = !DILocation(line: 59, column: 61, scope: !184)
!191 = !DILocation(line: 59, column: 44, scope: !184)
!192 = !DILocation(line: 59, column: 81, scope: !184)
!193 = !DILocation(line: 59, column: 72, scope: !184)
!194 = !DILocation(line: 60, column: 31, scope: !184)
!195 = !DILocation(line: 60, column: 29, scope: !184)
!196 = !DILocation(line: 60, column: 20, scope: !184)
!197 = !DILocation(line: 60, column: 12, scope: !184)
!198 = !DILocation(line: 61, column: 14, scope: !184)
!199 = !DILocation(line: 61, column: 10, scope: !184)
!200 = !DILocation(line: 61, column: 21, scope: !184)
!201 = !DILocation(line: 61, column: 25, scope: !184)
!202 = !DILocation(line: 61, column: 35, scope: !184)
!203 = !DILocation(line: 61, column: 33, scope: !184)
!204 = !DILocation(line: 61, column: 23, scope: !184)
!205 = !DILocation(line: 61, column: 5, scope: !184)
!206 = !DILocation(line: 62, column: 37, scope: !184)
!207 = !DILocation(line: 62, column: 27, scope: !184)
!208 = !DILocation(line: 62, column: 15, scope: !184)
!209 = !DILocation(line: 62, column: 22, scope: !184)
!210 = !DILocation(line: 62, column: 9, scope: !184)
!211 = !DILocation(line: 62, column: 25, scope: !184)
!212 = !DILocation(line: 61, column: 44, scope: !184)
!213 = distinct !{!213, !205, !214, !36}
!214 = !DILocation(line: 62, column: 42, scope: !184)
!215 = !DILocation(line: 63, column: 14, scope: !184)
!216 = !DILocation(line: 63, column: 10, scope: !184)
!217 = !DILocation(line: 63, column: 21, scope: !184)
!218 = !DILocation(line: 63, column: 25, scope: !184)
!219 = !DILocation(line: 63, column: 23, scope: !184)
!220 = !DILocation(line: 63, column: 5, scope: !184)
!221 = !DILocation(line: 64, column: 25, scope: !184)
!222 = !DILocation(line: 64, column: 15, scope: !184)
!223 = !DILocation(line: 64, column: 20, scope: !184)
!224 = !DILocation(line: 64, column: 9, scope: !184)
!225 = !DILocation(line: 64, column: 23, scope: !184)
!226 = !DILocation(line: 63, column: 35, scope: !184)
!227 = distinct !{!227, !220, !228, !36}
!228 = !DILocation(line: 64, column: 38, scope: !184)
!229 = !DILocation(line: 65, column: 5, scope: !184)
!230 = distinct !DISubprogram(name: "symmetric", scope: !1, file: !1, line: 26, type: !10, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!231 = !DILocation(line: 28, column: 20, scope: !230)
!232 = !DILocation(line: 28, column: 33, scope: !230)
!233 = !DILocation(line: 28, column: 65, scope: !230)
!234 = !DILocation(line: 28, column: 18, scope: !230)
!235 = !DILocation(line: 29, column: 12, scope: !230)
!236 = !DILocation(line: 29, column: 30, scope: !230)
!237 = !DILocation(line: 29, column: 43, scope: !230)
!238 = !DILocation(line: 29, column: 21, scope: !230)
!239 = !DILocation(line: 29, column: 60, scope: !230)
!240 = !DILocation(line: 29, column: 18, scope: !230)
!241 = !DILocation(line: 29, column: 5, scope: !230)
!242 = distinct !DISubprogram(name: "affine", scope: !1, file: !1, line: 69, type: !10, scopeLine: 70, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!243 = !DILocation(line: 71, column: 14, scope: !242)
!244 = !DILocation(line: 71, column: 10, scope: !242)
!245 = !DILocation(line: 71, column: 21, scope: !242)
!246 = !DILocation(line: 71, column: 25, scope: !242)
!247 = !DILocation(line: 71, column: 32, scope: !242)
!248 = !DILocation(line: 71, column: 23, scope: !242)
!249 = !DILocation(line: 71, column: 5, scope: !242)
!250 = !DILocation(line: 72, column: 29, scope: !242)
!251 = !DILocation(line: 72, column: 36, scope: !242)
!252 = !DILocation(line: 72, column: 45, scope: !242)
!253 = !DILocation(line: 72, column: 49, scope: !242)
!254 = !DILocation(line: 72, column: 56, scope: !242)
!255 = !DILocation(line: 72, column: 47, scope: !242)
!256 = !DILocation(line: 72, column: 43, scope: !242)
!257 = !DILocation(line: 72, column: 23, scope: !242)
!258 = !DILocation(line: 73, column: 22, scope: !242)
!259 = !DILocation(line: 73, column: 29, scope: !242)
!260 = !DILocation(line: 73, column: 34, scope: !242)
!261 = !DILocation(line: 73, column: 16, scope: !242)
!262 = !DILocation(line: 74, column: 18, scope: !242)
!263 = !DILocation(line: 74, column: 14, scope: !242)
!264 = !DILocation(line: 74, column: 25, scope: !242)
!265 = !DILocation(line: 74, column: 29, scope: !242)
!266 = !DILocation(line: 74, column: 36, scope: !242)
!267 = !DILocation(line: 74, column: 27, scope: !242)
!268 = !DILocation(line: 74, column: 9, scope: !242)
!269 = !DILocation(line: 75, column: 20, scope: !242)
!270 = !DILocation(line: 75, column: 24, scope: !242)
!271 = !DILocation(line: 75, column: 29, scope: !242)
!272 = !DILocation(line: 75, column: 31, scope: !242)
!273 = !DILocation(line: 75, column: 17, scope: !242)
!274 = !DILocation(line: 75, column: 13, scope: !242)
!275 = !DILocation(line: 74, column: 45, scope: !242)
!276 = distinct !{!276, !268, !277, !36}
!277 = !DILocation(line: 75, column: 32, scope: !242)
!278 = !DILocation(line: 76, column: 16, scope: !242)
!279 = !DILocation(line: 76, column: 9, scope: !242)
!280 = !DILocation(line: 76, column: 11, scope: !242)
!281 = !DILocation(line: 76, column: 14, scope: !242)
!282 = !DILocation(line: 77, column: 5, scope: !242)
!283 = !DILocation(line: 71, column: 42, scope: !242)
!284 = distinct !{!284, !249, !282, !36}
!285 = !DILocation(line: 78, column: 1, scope: !242)
!286 = distinct !DISubprogram(name: "rectify", scope: !1, file: !1, line: 80, type: !10, scopeLine: 81, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!287 = !DILocation(line: 82, column: 14, scope: !286)
!288 = !DILocation(line: 82, column: 10, scope: !286)
!289 = !DILocation(line: 82, column: 21, scope: !286)
!290 = !DILocation(line: 82, column: 25, scope: !286)
!291 = !DILocation(line: 82, column: 23, scope: !286)
!292 = !DILocation(line: 82, column: 5, scope: !286)
!293 = !DILocation(line: 83, column: 13, scope: !286)
!294 = !DILocation(line: 83, column: 15, scope: !286)
!295 = !DILocation(line: 83, column: 18, scope: !286)
!296 = !DILocation(line: 84, column: 13, scope: !286)
!297 = !DILocation(line: 84, column: 15, scope: !286)
!298 = !DILocation(line: 84, column: 18, scope: !286)
!299 = !DILocation(line: 83, column: 20, scope: !286)
!300 = !DILocation(line: 82, column: 29, scope: !286)
!301 = distinct !{!301, !292, !302, !36}
!302 = !DILocation(line: 84, column: 20, scope: !286)
!303 = !DILocation(line: 85, column: 1, scope: !286)
!304 = distinct !DISubprogram(name: "softmax", scope: !1, file: !1, line: 97, type: !10, scopeLine: 98, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!305 = !DILocation(line: 99, column: 20, scope: !304)
!306 = !DILocation(line: 99, column: 30, scope: !304)
!307 = !DILocation(line: 99, column: 33, scope: !304)
!308 = !DILocation(line: 99, column: 22, scope: !304)
!309 = !DILocation(line: 99, column: 12, scope: !304)
!310 = !DILocation(line: 99, column: 38, scope: !304)
!311 = !DILocation(line: 100, column: 14, scope: !304)
!312 = !DILocation(line: 100, column: 10, scope: !304)
!313 = !DILocation(line: 100, column: 21, scope: !304)
!314 = !DILocation(line: 100, column: 25, scope: !304)
!315 = !DILocation(line: 100, column: 23, scope: !304)
!316 = !DILocation(line: 100, column: 5, scope: !304)
!317 = !DILocation(line: 101, column: 20, scope: !304)
!318 = !DILocation(line: 101, column: 22, scope: !304)
!319 = !DILocation(line: 101, column: 27, scope: !304)
!320 = !DILocation(line: 101, column: 25, scope: !304)
!321 = !DILocation(line: 101, column: 16, scope: !304)
!322 = !DILocation(line: 101, column: 9, scope: !304)
!323 = !DILocation(line: 101, column: 11, scope: !304)
!324 = !DILocation(line: 101, column: 14, scope: !304)
!325 = !DILocation(line: 102, column: 16, scope: !304)
!326 = !DILocation(line: 102, column: 18, scope: !304)
!327 = !DILocation(line: 102, column: 13, scope: !304)
!328 = !DILocation(line: 103, column: 5, scope: !304)
!329 = !DILocation(line: 100, column: 29, scope: !304)
!330 = distinct !{!330, !316, !328, !36}
!331 = !DILocation(line: 104, column: 14, scope: !304)
!332 = !DILocation(line: 104, column: 10, scope: !304)
!333 = !DILocation(line: 104, column: 21, scope: !304)
!334 = !DILocation(line: 104, column: 25, scope: !304)
!335 = !DILocation(line: 104, column: 23, scope: !304)
!336 = !DILocation(line: 104, column: 5, scope: !304)
!337 = !DILocation(line: 105, column: 17, scope: !304)
!338 = !DILocation(line: 105, column: 9, scope: !304)
!339 = !DILocation(line: 105, column: 11, scope: !304)
!340 = !DILocation(line: 105, column: 14, scope: !304)
!341 = !DILocation(line: 104, column: 29, scope: !304)
!342 = distinct !{!342, !336, !337, !36}
!343 = !DILocation(line: 106, column: 1, scope: !304)
!344 = distinct !DISubprogram(name: "largest", scope: !1, file: !1, line: 87, type: !10, scopeLine: 88, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!345 = !DILocation(line: 89, column: 9, scope: !344)
!346 = !DILocation(line: 90, column: 14, scope: !344)
!347 = !DILocation(line: 90, column: 10, scope: !344)
!348 = !DILocation(line: 90, column: 21, scope: !344)
!349 = !DILocation(line: 90, column: 25, scope: !344)
!350 = !DILocation(line: 90, column: 23, scope: !344)
!351 = !DILocation(line: 90, column: 5, scope: !344)
!352 = !DILocation(line: 91, column: 13, scope: !344)
!353 = !DILocation(line: 91, column: 15, scope: !344)
!354 = !DILocation(line: 91, column: 20, scope: !344)
!355 = !DILocation(line: 91, column: 22, scope: !344)
!356 = !DILocation(line: 91, column: 18, scope: !344)
!357 = !DILocation(line: 92, column: 20, scope: !344)
!358 = !DILocation(line: 92, column: 18, scope: !344)
!359 = !DILocation(line: 92, column: 13, scope: !344)
!360 = !DILocation(line: 91, column: 26, scope: !344)
!361 = !DILocation(line: 90, column: 29, scope: !344)
!362 = distinct !{!362, !351, !357, !36}
!363 = !DILocation(line: 93, column: 12, scope: !344)
!364 = !DILocation(line: 93, column: 5, scope: !344)

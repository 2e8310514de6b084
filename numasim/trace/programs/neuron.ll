; ModuleID = 'neuron.c'
source_filename = "neuron.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

%struct.neuron = type { [16 x double], double, ptr }

@.str = private unnamed_addr constant [12 x i8] c"neurons %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [20 x i8] c"pattern%d %d %.17g\0A\00", align 1
@.str.2 = private unnamed_addr constant [16 x i8] c"checksum %.17g\0A\00", align 1
@stderr = external global ptr, align 8
@.str.3 = private unnamed_addr constant [61 x i8] c"neuron: give one size, an integer from 1 to %d (default %d)\0A\00", align 1
@.str.4 = private unnamed_addr constant [23 x i8] c"neuron: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %n = alloca i32, align 4
  %list = alloca ptr, align 8
  %input = alloca [16 x double], align 16
  %checksum = alloca double, align 8
  %i = alloca i32, align 4
  %pattern = alloca i32, align 4
  %active = alloca i32, align 4
  %place = alloca i32, align 4
  %sum = alloca double, align 8
  %i6 = alloca i32, align 4
  %neuron = alloca ptr, align 8
  %output = alloca double, align 8
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %n, align 4, !dbg !15
  store ptr null, ptr %list, align 8, !dbg !16
  store double 0.000000e+00, ptr %checksum, align 8, !dbg !17
  store i32 0, ptr %i, align 4, !dbg !18
  br label %for.cond, !dbg !19

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, ptr %i, align 4, !dbg !20
  %3 = load i32, ptr %n, align 4, !dbg !21
  %cmp = icmp slt i32 %2, %3, !dbg !22
  br i1 %cmp, label %for.body, label %for.end, !dbg !23

for.body:                                         ; preds = %for.cond
  %4 = load ptr, ptr %list, align 8, !dbg !24
  %call1 = call ptr @push(ptr noundef %4), !dbg !25
  store ptr %call1, ptr %list, align 8, !dbg !26
  br label %for.inc, !dbg !27

for.inc:                                          ; preds = %for.body
  %5 = load i32, ptr %i, align 4, !dbg !28
  %inc = add nsw i32 %5, 1, !dbg !28
  store i32 %inc, ptr %i, align 4, !dbg !28
  br label %for.cond, !dbg !23, !llvm.loop !29

for.end:                                          ; preds = %for.cond
  %6 = load i32, ptr %n, align 4, !dbg !32
  %call2 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %6), !dbg !33
  store i32 0, ptr %pattern, align 4, !dbg !34
  br label %for.cond3, !dbg !35

for.cond3:                                        ; preds = %for.inc27, %for.end
  %7 = load i32, ptr %pattern, align 4, !dbg !36
  %cmp4 = icmp slt i32 %7, 4, !dbg !37
  br i1 %cmp4, label %for.body5, label %for.end29, !dbg !38

for.body5:                                        ; preds = %for.cond3
  store i32 0, ptr %active, align 4, !dbg !39
  store i32 0, ptr %place, align 4, !dbg !40
  store double 0.000000e+00, ptr %sum, align 8, !dbg !41
  store i32 0, ptr %i6, align 4, !dbg !42
  br label %for.cond7, !dbg !43

for.cond7:                                        ; preds = %for.inc11, %for.body5
  %8 = load i32, ptr %i6, align 4, !dbg !44
  %cmp8 = icmp slt i32 %8, 16, !dbg !45
  br i1 %cmp8, label %for.body9, label %for.end13, !dbg !46

for.body9:                                        ; preds = %for.cond7
  %call10 = call double @symmetric(), !dbg !47
  %9 = load i32, ptr %i6, align 4, !dbg !48
  %idxprom = sext i32 %9 to i64, !dbg !49
  %arrayidx = getelementptr inbounds [16 x double], ptr %input, i64 0, i64 %idxprom, !dbg !49
  store double %call10, ptr %arrayidx, align 8, !dbg !50
  br label %for.inc11, !dbg !49

for.inc11:                                        ; preds = %for.body9
  %10 = load i32, ptr %i6, align 4, !dbg !51
  %inc12 = add nsw i32 %10, 1, !dbg !51
  store i32 %inc12, ptr %i6, align 4, !dbg !51
  br label %for.cond7, !dbg !46, !llvm.loop !52

for.end13:                                        ; preds = %for.cond7
  %11 = load ptr, ptr %list, align 8, !dbg !54
  store ptr %11, ptr %neuron, align 8, !dbg !55
  br label %for.cond14, !dbg !56

for.cond14:                                       ; preds = %for.inc24, %for.end13
  %12 = load ptr, ptr %neuron, align 8, !dbg !57
  %cmp15 = icmp ne ptr %12, null, !dbg !58
  br i1 %cmp15, label %for.body16, label %for.end25, !dbg !59

for.body16:                                       ; preds = %for.cond14
  %13 = load ptr, ptr %neuron, align 8, !dbg !60
  %arraydecay = getelementptr inbounds [16 x double], ptr %input, i64 0, i64 0, !dbg !61
  %call17 = call double @activation(ptr noundef %13, ptr noundef %arraydecay), !dbg !62
  store double %call17, ptr %output, align 8, !dbg !63
  %14 = load double, ptr %output, align 8, !dbg !64
  %cmp18 = fcmp ogt double %14, 0.000000e+00, !dbg !65
  br i1 %cmp18, label %if.then, label %if.end, !dbg !65

if.then:                                          ; preds = %for.body16
  %15 = load i32, ptr %active, align 4, !dbg !66
  %inc19 = add nsw i32 %15, 1, !dbg !66
  store i32 %inc19, ptr %active, align 4, !dbg !66
  br label %if.end, !dbg !67

if.end:                                           ; preds = %if.then, %for.body16
  %16 = load double, ptr %output, align 8, !dbg !68
  %17 = load double, ptr %sum, align 8, !dbg !69
  %add = fadd double %17, %16, !dbg !69
  store double %add, ptr %sum, align 8, !dbg !69
  %18 = load i32, ptr %place, align 4, !dbg !70
  %inc20 = add nsw i32 %18, 1, !dbg !70
  store i32 %inc20, ptr %place, align 4, !dbg !70
  %conv = sitofp i32 %inc20 to double, !dbg !71
  %19 = load i32, ptr %pattern, align 4, !dbg !72
  %add21 = add nsw i32 %19, 1, !dbg !73
  %conv22 = sitofp i32 %add21 to double, !dbg !74
  %mul = fmul double %conv, %conv22, !dbg !75
  %20 = load double, ptr %output, align 8, !dbg !76
  %21 = load double, ptr %checksum, align 8, !dbg !77
  %22 = call double @llvm.fmuladd.f64(double %mul, double %20, double %21), !dbg !77
  store double %22, ptr %checksum, align 8, !dbg !77
  br label %for.inc24, !dbg !78

for.inc24:                                        ; preds = %if.end
  %23 = load ptr, ptr %neuron, align 8, !dbg !79
  %next = getelementptr inbounds nuw %struct.neuron, ptr %23, i32 0, i32 2, !dbg !80
  %24 = load ptr, ptr %next, align 8, !dbg !80
  store ptr %24, ptr %neuron, align 8, !dbg !81
  br label %for.cond14, !dbg !59, !llvm.loop !82

for.end25:                                        ; preds = %for.cond14
  %25 = load i32, ptr %pattern, align 4, !dbg !83
  %26 = load i32, ptr %active, align 4, !dbg !84
  %27 = load double, ptr %sum, align 8, !dbg !85
  %call26 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i32 noundef %25, i32 noundef %26, double noundef %27), !dbg !86
  br label %for.inc27, !dbg !87

for.inc27:                                        ; preds = %for.end25
  %28 = load i32, ptr %pattern, align 4, !dbg !88
  %inc28 = add nsw i32 %28, 1, !dbg !88
  store i32 %inc28, ptr %pattern, align 4, !dbg !88
  br label %for.cond3, !dbg !38, !llvm.loop !89

for.end29:                                        ; preds = %for.cond3
  %29 = load double, ptr %checksum, align 8, !dbg !90
  %call30 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %29), !dbg !91
  %30 = load ptr, ptr %list, align 8, !dbg !92
  call void @free_list(ptr noundef %30), !dbg !93
  ret i32 0, !dbg !94
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !95 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !96
  %cmp = icmp eq i32 %0, 1, !dbg !97
  br i1 %cmp, label %if.then, label %if.end, !dbg !97

if.then:                                          ; preds = %entry
  store i32 64, ptr %retval, align 4, !dbg !98
  br label %return, !dbg !98

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !99
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !99
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !99
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #6, !dbg !100
  store i64 %call, ptr %size, align 8, !dbg !101
  %3 = load i32, ptr %argc.addr, align 4, !dbg !102
  %cmp1 = icmp sgt i32 %3, 2, !dbg !103
  br i1 %cmp1, label %if.then13, label %lor.lhs.false, !dbg !104

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !105
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !106
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !106
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !106
  %cmp3 = icmp eq ptr %4, %6, !dbg !107
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4, !dbg !108

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !109
  %8 = load i8, ptr %7, align 1, !dbg !110
  %conv = sext i8 %8 to i32, !dbg !110
  %cmp5 = icmp ne i32 %conv, 0, !dbg !111
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7, !dbg !112

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !113
  %cmp8 = icmp slt i64 %9, 1, !dbg !114
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10, !dbg !115

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !116
  %cmp11 = icmp sgt i64 %10, 1000000, !dbg !117
  br i1 %cmp11, label %if.then13, label %if.end15, !dbg !115

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !118
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.3, i32 noundef 1000000, i32 noundef 64) #6, !dbg !119
  call void @exit(i32 noundef 2) #7, !dbg !120
  unreachable, !dbg !120

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !121
  %conv16 = trunc i64 %12 to i32, !dbg !122
  store i32 %conv16, ptr %retval, align 4, !dbg !123
  br label %return, !dbg !123

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !124
  ret i32 %13, !dbg !124
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @push(ptr noundef %list) #0 !dbg !125 {
entry:
  %list.addr = alloca ptr, align 8
  %neuron = alloca ptr, align 8
  %i = alloca i32, align 4
  store ptr %list, ptr %list.addr, align 8
  %call = call noalias ptr @malloc(i64 noundef 144) #8, !dbg !126
  store ptr %call, ptr %neuron, align 8, !dbg !127
  %0 = load ptr, ptr %neuron, align 8, !dbg !128
  %cmp = icmp eq ptr %0, null, !dbg !129
  br i1 %cmp, label %if.then, label %if.end, !dbg !129

if.then:                                          ; preds = %entry
  %1 = load ptr, ptr @stderr, align 8, !dbg !130
  %call1 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %1), !dbg !131
  call void @exit(i32 noundef 1) #7, !dbg !132
  unreachable, !dbg !132

if.end:                                           ; preds = %entry
  store i32 0, ptr %i, align 4, !dbg !133
  br label %for.cond, !dbg !134

for.cond:                                         ; preds = %for.inc, %if.end
  %2 = load i32, ptr %i, align 4, !dbg !135
  %cmp2 = icmp slt i32 %2, 16, !dbg !136
  br i1 %cmp2, label %for.body, label %for.end, !dbg !137

for.body:                                         ; preds = %for.cond
  %call3 = call double @symmetric(), !dbg !138
  %3 = load ptr, ptr %neuron, align 8, !dbg !139
  %weight = getelementptr inbounds nuw %struct.neuron, ptr %3, i32 0, i32 0, !dbg !140
  %4 = load i32, ptr %i, align 4, !dbg !141
  %idxprom = sext i32 %4 to i64, !dbg !139
  %arrayidx = getelementptr inbounds [16 x double], ptr %weight, i64 0, i64 %idxprom, !dbg !139
  store double %call3, ptr %arrayidx, align 8, !dbg !142
  br label %for.inc, !dbg !139

for.inc:                                          ; preds = %for.body
  %5 = load i32, ptr %i, align 4, !dbg !143
  %inc = add nsw i32 %5, 1, !dbg !143
  store i32 %inc, ptr %i, align 4, !dbg !143
  br label %for.cond, !dbg !137, !llvm.loop !144

for.end:                                          ; preds = %for.cond
  %call4 = call double @symmetric(), !dbg !146
  %6 = load ptr, ptr %neuron, align 8, !dbg !147
  %bias = getelementptr inbounds nuw %struct.neuron, ptr %6, i32 0, i32 1, !dbg !148
  store double %call4, ptr %bias, align 8, !dbg !149
  %7 = load ptr, ptr %list.addr, align 8, !dbg !150
  %8 = load ptr, ptr %neuron, align 8, !dbg !151
  %next = getelementptr inbounds nuw %struct.neuron, ptr %8, i32 0, i32 2, !dbg !152
  store ptr %7, ptr %next, align 8, !dbg !153
  %9 = load ptr, ptr %neuron, align 8, !dbg !154
  ret ptr %9, !dbg !155
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal double @symmetric() #0 !dbg !156 {
entry:
  %0 = load i64, ptr @random_state, align 8, !dbg !157
  %mul = mul i64 %0, 6364136223846793005, !dbg !158
  %add = add i64 %mul, 1442695040888963407, !dbg !159
  store i64 %add, ptr @random_state, align 8, !dbg !160
  %1 = load i64, ptr @random_state, align 8, !dbg !161
  %shr = lshr i64 %1, 11, !dbg !162
  %conv = uitofp i64 %shr to double, !dbg !163
  %2 = call double @llvm.fmuladd.f64(double %conv, double 0x3CB0000000000000, double -1.000000e+00), !dbg !164
  ret double %2, !dbg !165
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @activation(ptr noundef %neuron, ptr noundef %input) #0 !dbg !166 {
entry:
  %neuron.addr = alloca ptr, align 8
  %input.addr = alloca ptr, align 8
  %sum = alloca double, align 8
  %i = alloca i32, align 4
  store ptr %neuron, ptr %neuron.addr, align 8
  store ptr %input, ptr %input.addr, align 8
  %0 = load ptr, ptr %neuron.addr, align 8, !dbg !167
  %bias = getelementptr inbounds nuw %struct.neuron, ptr %0, i32 0, i32 1, !dbg !168
  %1 = load double, ptr %bias, align 8, !dbg !168
  store double %1, ptr %sum, align 8, !dbg !169
  store i32 0, ptr %i, align 4, !dbg !170
  br label %for.cond, !dbg !171

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, ptr %i, align 4, !dbg !172
  %cmp = icmp slt i32 %2, 16, !dbg !173
  br i1 %cmp, label %for.body, label %for.end, !dbg !174

for.body:                                         ; preds = %for.cond
  %3 = load ptr, ptr %neuron.addr, align 8, !dbg !175
  %weight = getelementptr inbounds nuw %struct.neuron, ptr %3, i32 0, i32 0, !dbg !176
  %4 = load i32, ptr %i, align 4, !dbg !177
  %idxprom = sext i32 %4 to i64, !dbg !175
  %arrayidx = getelementptr inbounds [16 x double], ptr %weight, i64 0, i64 %idxprom, !dbg !175
  %5 = load double, ptr %arrayidx, align 8, !dbg !175
  %6 = load ptr, ptr %input.addr, align 8, !dbg !178
  %7 = load i32, ptr %i, align 4, !dbg !179
  %idxprom1 = sext i32 %7 to i64, !dbg !178
  %arrayidx2 = getelementptr inbounds double, ptr %6, i64 %idxprom1, !dbg !178
  %8 = load double, ptr %arrayidx2, align 8, !dbg !178
  %9 = load double, ptr %sum, align 8, !dbg !180
  %10 = call double @llvm.fmuladd.f64(double %5, double %8, double %9), !dbg !180
  store double %10, ptr %sum, align 8, !dbg !180
  br label %for.inc, !dbg !181

for.inc:                                          ; preds = %for.body
  %11 = load i32, ptr %i, align 4, !dbg !182
  %inc = add nsw i32 %11, 1, !dbg !182
  store i32 %inc, ptr %i, align 4, !dbg !182
  br label %for.cond, !dbg !174, !llvm.loop !183

for.end:                                          ; preds = %for.cond
  %12 = load double, ptr %sum, align 8, !dbg !185
  %call = call double @rectified(double noundef %12), !dbg !186
  ret double %call, !dbg !187
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal void @free_list(ptr noundef %list) #0 !dbg !188 {
entry:
  %list.addr = alloca ptr, align 8
  %next = alloca ptr, align 8
  store ptr %list, ptr %list.addr, align 8
  br label %while.cond, !dbg !189

while.cond:                                       ; preds = %while.body, %entry
  %0 = load ptr, ptr %list.addr, align 8, !dbg !190
  %cmp = icmp ne ptr %0, null, !dbg !191
  br i1 %cmp, label %while.body, label %while.end, !dbg !189

while.body:                                       ; preds = %while.cond
  %1 = load ptr, ptr %list.addr, align 8, !dbg !192
  %next1 = getelementptr inbounds nuw %struct.neuron, ptr %1, i32 0, i32 2, !dbg !193
  %2 = load ptr, ptr %next1, align 8, !dbg !193
  store ptr %2, ptr %next, align 8, !dbg !194
  %3 = load ptr, ptr %list.addr, align 8, !dbg !195
  call void @free(ptr noundef %3) #6, !dbg !196
  %4 = load ptr, ptr %next, align 8, !dbg !197
  store ptr %4, ptr %list.addr, align 8, !dbg !198
  br label %while.cond, !dbg !189, !llvm.loop !199

while.end:                                        ; preds = %while.cond
  ret void, !dbg !201
}

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #3

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #3

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #4

; Function Attrs: nounwind allocsize(0)
declare noalias ptr @malloc(i64 noundef) #5

declare i32 @fputs(ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal double @rectified(double noundef %x) #0 !dbg !202 {
entry:
  %x.addr = alloca double, align 8
  store double %x, ptr %x.addr, align 8
  %0 = load double, ptr %x.addr, align 8, !dbg !203
  %cmp = fcmp ogt double %0, 0.000000e+00, !dbg !204
  br i1 %cmp, label %cond.true, label %cond.false, !dbg !203

cond.true:                                        ; preds = %entry
  %1 = load double, ptr %x.addr, align 8, !dbg !205
  br label %cond.end, !dbg !203

cond.false:                                       ; preds = %entry
  br label %cond.end, !dbg !203

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi double [ %1, %cond.true ], [ 0.000000e+00, %cond.false ], !dbg !203
  ret double %cond, !dbg !206
}

; Function Attrs: nounwind
declare void @free(ptr noundef) #3

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
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
!1 = !DIFile(filename: "neuron.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 83, type: !10, scopeLine: 84, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 85, column: 23, scope: !9)
!13 = !DILocation(line: 85, column: 29, scope: !9)
!14 = !DILocation(line: 85, column: 13, scope: !9)
!15 = !DILocation(line: 85, column: 9, scope: !9)
!16 = !DILocation(line: 86, column: 20, scope: !9)
!17 = !DILocation(line: 87, column: 27, scope: !9)
!18 = !DILocation(line: 89, column: 14, scope: !9)
!19 = !DILocation(line: 89, column: 10, scope: !9)
!20 = !DILocation(line: 89, column: 21, scope: !9)
!21 = !DILocation(line: 89, column: 25, scope: !9)
!22 = !DILocation(line: 89, column: 23, scope: !9)
!23 = !DILocation(line: 89, column: 5, scope: !9)
!24 = !DILocation(line: 90, column: 21, scope: !9)
!25 = !DILocation(line: 90, column: 16, scope: !9)
!26 = !DILocation(line: 90, column: 14, scope: !9)
!27 = !DILocation(line: 90, column: 9, scope: !9)
!28 = !DILocation(line: 89, column: 29, scope: !9)
!29 = distinct !{!29, !23, !30, !31}
!30 = !DILocation(line: 90, column: 25, scope: !9)
!31 = !{!"llvm.loop.mustprogress"}
!32 = !DILocation(line: 91, column: 28, scope: !9)
!33 = !DILocation(line: 91, column: 5, scope: !9)
!34 = !DILocation(line: 92, column: 14, scope: !9)
!35 = !DILocation(line: 92, column: 10, scope: !9)
!36 = !DILocation(line: 92, column: 27, scope: !9)
!37 = !DILocation(line: 92, column: 35, scope: !9)
!38 = !DILocation(line: 92, column: 5, scope: !9)
!39 = !DILocation(line: 93, column: 13, scope: !9)
!40 = !DILocation(line: 93, column: 25, scope: !9)
!41 = !DILocation(line: 94, column: 16, scope: !9)
!42 = !DILocation(line: 95, column: 18, scope: !9)
!43 = !DILocation(line: 95, column: 14, scope: !9)
!44 = !DILocation(line: 95, column: 25, scope: !9)
!45 = !DILocation(line: 95, column: 27, scope: !9)
!46 = !DILocation(line: 95, column: 9, scope: !9)
!47 = !DILocation(line: 96, column: 24, scope: !9)
!48 = !DILocation(line: 96, column: 19, scope: !9)
!49 = !DILocation(line: 96, column: 13, scope: !9)
!50 = !DILocation(line: 96, column: 22, scope: !9)
!51 = !DILocation(line: 95, column: 38, scope: !9)
!52 = distinct !{!52, !46, !53, !31}
!53 = !DILocation(line: 96, column: 34, scope: !9)
!54 = !DILocation(line: 97, column: 44, scope: !9)
!55 = !DILocation(line: 97, column: 35, scope: !9)
!56 = !DILocation(line: 97, column: 14, scope: !9)
!57 = !DILocation(line: 97, column: 50, scope: !9)
!58 = !DILocation(line: 97, column: 57, scope: !9)
!59 = !DILocation(line: 97, column: 9, scope: !9)
!60 = !DILocation(line: 98, column: 40, scope: !9)
!61 = !DILocation(line: 98, column: 48, scope: !9)
!62 = !DILocation(line: 98, column: 29, scope: !9)
!63 = !DILocation(line: 98, column: 20, scope: !9)
!64 = !DILocation(line: 99, column: 17, scope: !9)
!65 = !DILocation(line: 99, column: 24, scope: !9)
!66 = !DILocation(line: 100, column: 23, scope: !9)
!67 = !DILocation(line: 100, column: 17, scope: !9)
!68 = !DILocation(line: 101, column: 20, scope: !9)
!69 = !DILocation(line: 101, column: 17, scope: !9)
!70 = !DILocation(line: 102, column: 33, scope: !9)
!71 = !DILocation(line: 102, column: 25, scope: !9)
!72 = !DILocation(line: 102, column: 44, scope: !9)
!73 = !DILocation(line: 102, column: 52, scope: !9)
!74 = !DILocation(line: 102, column: 43, scope: !9)
!75 = !DILocation(line: 102, column: 41, scope: !9)
!76 = !DILocation(line: 102, column: 59, scope: !9)
!77 = !DILocation(line: 102, column: 22, scope: !9)
!78 = !DILocation(line: 103, column: 9, scope: !9)
!79 = !DILocation(line: 97, column: 75, scope: !9)
!80 = !DILocation(line: 97, column: 83, scope: !9)
!81 = !DILocation(line: 97, column: 73, scope: !9)
!82 = distinct !{!82, !59, !78, !31}
!83 = !DILocation(line: 104, column: 40, scope: !9)
!84 = !DILocation(line: 104, column: 49, scope: !9)
!85 = !DILocation(line: 104, column: 57, scope: !9)
!86 = !DILocation(line: 104, column: 9, scope: !9)
!87 = !DILocation(line: 105, column: 5, scope: !9)
!88 = !DILocation(line: 92, column: 54, scope: !9)
!89 = distinct !{!89, !38, !87, !31}
!90 = !DILocation(line: 106, column: 32, scope: !9)
!91 = !DILocation(line: 106, column: 5, scope: !9)
!92 = !DILocation(line: 107, column: 15, scope: !9)
!93 = !DILocation(line: 107, column: 5, scope: !9)
!94 = !DILocation(line: 108, column: 5, scope: !9)
!95 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 31, type: !10, scopeLine: 32, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!96 = !DILocation(line: 35, column: 9, scope: !95)
!97 = !DILocation(line: 35, column: 14, scope: !95)
!98 = !DILocation(line: 36, column: 9, scope: !95)
!99 = !DILocation(line: 37, column: 19, scope: !95)
!100 = !DILocation(line: 37, column: 12, scope: !95)
!101 = !DILocation(line: 37, column: 10, scope: !95)
!102 = !DILocation(line: 38, column: 9, scope: !95)
!103 = !DILocation(line: 38, column: 14, scope: !95)
!104 = !DILocation(line: 38, column: 18, scope: !95)
!105 = !DILocation(line: 38, column: 21, scope: !95)
!106 = !DILocation(line: 38, column: 28, scope: !95)
!107 = !DILocation(line: 38, column: 25, scope: !95)
!108 = !DILocation(line: 38, column: 36, scope: !95)
!109 = !DILocation(line: 38, column: 40, scope: !95)
!110 = !DILocation(line: 38, column: 39, scope: !95)
!111 = !DILocation(line: 38, column: 44, scope: !95)
!112 = !DILocation(line: 38, column: 52, scope: !95)
!113 = !DILocation(line: 38, column: 55, scope: !95)
!114 = !DILocation(line: 38, column: 60, scope: !95)
!115 = !DILocation(line: 38, column: 64, scope: !95)
!116 = !DILocation(line: 38, column: 67, scope: !95)
!117 = !DILocation(line: 38, column: 72, scope: !95)
!118 = !DILocation(line: 39, column: 17, scope: !95)
!119 = !DILocation(line: 39, column: 9, scope: !95)
!120 = !DILocation(line: 41, column: 9, scope: !95)
!121 = !DILocation(line: 43, column: 17, scope: !95)
!122 = !DILocation(line: 43, column: 12, scope: !95)
!123 = !DILocation(line: 43, column: 5, scope: !95)
!124 = !DILocation(line: 44, column: 1, scope: !95)
!125 = distinct !DISubprogram(name: "push", scope: !1, file: !1, line: 47, type: !10, scopeLine: 48, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!126 = !DILocation(line: 49, column: 29, scope: !125)
!127 = !DILocation(line: 49, column: 20, scope: !125)
!128 = !DILocation(line: 50, column: 9, scope: !125)
!129 = !DILocation(line: 50, column: 16, scope: !125)
!130 = !DILocation(line: 51, column: 42, scope: !125)
!131 = !DILocation(line: 51, column: 9, scope: !125)
!132 = !DILocation(line: 52, column: 9, scope: !125)
!133 = !DILocation(line: 54, column: 14, scope: !125)
!134 = !DILocation(line: 54, column: 10, scope: !125)
!135 = !DILocation(line: 54, column: 21, scope: !125)
!136 = !DILocation(line: 54, column: 23, scope: !125)
!137 = !DILocation(line: 54, column: 5, scope: !125)
!138 = !DILocation(line: 55, column: 29, scope: !125)
!139 = !DILocation(line: 55, column: 9, scope: !125)
!140 = !DILocation(line: 55, column: 17, scope: !125)
!141 = !DILocation(line: 55, column: 24, scope: !125)
!142 = !DILocation(line: 55, column: 27, scope: !125)
!143 = !DILocation(line: 54, column: 34, scope: !125)
!144 = distinct !{!144, !137, !145, !31}
!145 = !DILocation(line: 55, column: 39, scope: !125)
!146 = !DILocation(line: 56, column: 20, scope: !125)
!147 = !DILocation(line: 56, column: 5, scope: !125)
!148 = !DILocation(line: 56, column: 13, scope: !125)
!149 = !DILocation(line: 56, column: 18, scope: !125)
!150 = !DILocation(line: 57, column: 20, scope: !125)
!151 = !DILocation(line: 57, column: 5, scope: !125)
!152 = !DILocation(line: 57, column: 13, scope: !125)
!153 = !DILocation(line: 57, column: 18, scope: !125)
!154 = !DILocation(line: 58, column: 12, scope: !125)
!155 = !DILocation(line: 58, column: 5, scope: !125)
!156 = distinct !DISubprogram(name: "symmetric", scope: !1, file: !1, line: 25, type: !10, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!157 = !DILocation(line: 27, column: 20, scope: !156)
!158 = !DILocation(line: 27, column: 33, scope: !156)
!159 = !DILocation(line: 27, column: 65, scope: !156)
!160 = !DILocation(line: 27, column: 18, scope: !156)
!161 = !DILocation(line: 28, column: 21, scope: !156)
!162 = !DILocation(line: 28, column: 34, scope: !156)
!163 = !DILocation(line: 28, column: 12, scope: !156)
!164 = !DILocation(line: 28, column: 51, scope: !156)
!165 = !DILocation(line: 28, column: 5, scope: !156)
!166 = distinct !DISubprogram(name: "activation", scope: !1, file: !1, line: 66, type: !10, scopeLine: 67, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!167 = !DILocation(line: 68, column: 18, scope: !166)
!168 = !DILocation(line: 68, column: 26, scope: !166)
!169 = !DILocation(line: 68, column: 12, scope: !166)
!170 = !DILocation(line: 69, column: 14, scope: !166)
!171 = !DILocation(line: 69, column: 10, scope: !166)
!172 = !DILocation(line: 69, column: 21, scope: !166)
!173 = !DILocation(line: 69, column: 23, scope: !166)
!174 = !DILocation(line: 69, column: 5, scope: !166)
!175 = !DILocation(line: 70, column: 16, scope: !166)
!176 = !DILocation(line: 70, column: 24, scope: !166)
!177 = !DILocation(line: 70, column: 31, scope: !166)
!178 = !DILocation(line: 70, column: 36, scope: !166)
!179 = !DILocation(line: 70, column: 42, scope: !166)
!180 = !DILocation(line: 70, column: 13, scope: !166)
!181 = !DILocation(line: 70, column: 9, scope: !166)
!182 = !DILocation(line: 69, column: 34, scope: !166)
!183 = distinct !{!183, !174, !184, !31}
!184 = !DILocation(line: 70, column: 43, scope: !166)
!185 = !DILocation(line: 71, column: 22, scope: !166)
!186 = !DILocation(line: 71, column: 12, scope: !166)
!187 = !DILocation(line: 71, column: 5, scope: !166)
!188 = distinct !DISubprogram(name: "free_list", scope: !1, file: !1, line: 74, type: !10, scopeLine: 75, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!189 = !DILocation(line: 76, column: 5, scope: !188)
!190 = !DILocation(line: 76, column: 12, scope: !188)
!191 = !DILocation(line: 76, column: 17, scope: !188)
!192 = !DILocation(line: 77, column: 31, scope: !188)
!193 = !DILocation(line: 77, column: 37, scope: !188)
!194 = !DILocation(line: 77, column: 24, scope: !188)
!195 = !DILocation(line: 78, column: 14, scope: !188)
!196 = !DILocation(line: 78, column: 9, scope: !188)
!197 = !DILocation(line: 79, column: 16, scope: !188)
!198 = !DILocation(line: 79, column: 14, scope: !188)
!199 = distinct !{!199, !189, !200, !31}
!200 = !DILocation(line: 80, column: 5, scope: !188)
!201 = !DILocation(line: 81, column: 1, scope: !188)
!202 = distinct !DISubprogram(name: "rectified", scope: !1, file: !1, line: 61, type: !10, scopeLine: 62, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!203 = !DILocation(line: 63, column: 12, scope: !202)
!204 = !DILocation(line: 63, column: 14, scope: !202)
!205 = !DILocation(line: 63, column: 22, scope: !202)
!206 = !DILocation(line: 63, column: 5, scope: !202)

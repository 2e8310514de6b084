; ModuleID = 'fft.c'
source_filename = "fft.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

%struct.Complex = type { double, double }

@.str = private unnamed_addr constant [29 x i8] c"points %d\0Afirst %.17g %.17g\0A\00", align 1
@.str.1 = private unnamed_addr constant [20 x i8] c"energy %.17g %.17g\0A\00", align 1
@.str.2 = private unnamed_addr constant [22 x i8] c"checksum %.17g %.17g\0A\00", align 1
@stderr = external global ptr, align 8
@.str.3 = private unnamed_addr constant [62 x i8] c"fft: give one size, a power of two from 1 to %d (default %d)\0A\00", align 1
@.str.4 = private unnamed_addr constant [20 x i8] c"fft: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %n = alloca i32, align 4
  %x = alloca ptr, align 8
  %y = alloca ptr, align 8
  %root = alloca ptr, align 8
  %checksum = alloca %struct.Complex, align 8
  %k = alloca i32, align 4
  %k8 = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %n, align 4, !dbg !15
  %2 = load i32, ptr %n, align 4, !dbg !16
  %call1 = call ptr @allocate(i32 noundef %2), !dbg !17
  store ptr %call1, ptr %x, align 8, !dbg !18
  %3 = load i32, ptr %n, align 4, !dbg !19
  %call2 = call ptr @allocate(i32 noundef %3), !dbg !20
  store ptr %call2, ptr %y, align 8, !dbg !21
  %4 = load i32, ptr %n, align 4, !dbg !22
  %call3 = call ptr @allocate(i32 noundef %4), !dbg !23
  store ptr %call3, ptr %root, align 8, !dbg !24
  call void @llvm.memset.p0.i64(ptr align 8 %checksum, i8 0, i64 16, i1 false), !dbg !25
  store i32 0, ptr %k, align 4, !dbg !26
  br label %for.cond, !dbg !27

for.cond:                                         ; preds = %for.inc, %entry
  %5 = load i32, ptr %k, align 4, !dbg !28
  %6 = load i32, ptr %n, align 4, !dbg !29
  %cmp = icmp slt i32 %5, %6, !dbg !30
  br i1 %cmp, label %for.body, label %for.end, !dbg !31

for.body:                                         ; preds = %for.cond
  %call4 = call double @uniform(), !dbg !32
  %7 = call double @llvm.fmuladd.f64(double 2.000000e+00, double %call4, double -1.000000e+00), !dbg !33
  %8 = load ptr, ptr %x, align 8, !dbg !34
  %9 = load i32, ptr %k, align 4, !dbg !35
  %idxprom = sext i32 %9 to i64, !dbg !34
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %8, i64 %idxprom, !dbg !34
  %re = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx, i32 0, i32 0, !dbg !36
  store double %7, ptr %re, align 8, !dbg !37
  %call5 = call double @uniform(), !dbg !38
  %10 = call double @llvm.fmuladd.f64(double 2.000000e+00, double %call5, double -1.000000e+00), !dbg !39
  %11 = load ptr, ptr %x, align 8, !dbg !40
  %12 = load i32, ptr %k, align 4, !dbg !41
  %idxprom6 = sext i32 %12 to i64, !dbg !40
  %arrayidx7 = getelementptr inbounds %struct.Complex, ptr %11, i64 %idxprom6, !dbg !40
  %im = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx7, i32 0, i32 1, !dbg !42
  store double %10, ptr %im, align 8, !dbg !43
  br label %for.inc, !dbg !44

for.inc:                                          ; preds = %for.body
  %13 = load i32, ptr %k, align 4, !dbg !45
  %inc = add nsw i32 %13, 1, !dbg !45
  store i32 %inc, ptr %k, align 4, !dbg !45
  br label %for.cond, !dbg !31, !llvm.loop !46

for.end:                                          ; preds = %for.cond
  %14 = load i32, ptr %n, align 4, !dbg !48
  %15 = load ptr, ptr %root, align 8, !dbg !49
  call void @roots_of_unity(i32 noundef %14, ptr noundef %15), !dbg !50
  %16 = load i32, ptr %n, align 4, !dbg !51
  %17 = load ptr, ptr %x, align 8, !dbg !52
  %18 = load ptr, ptr %root, align 8, !dbg !53
  %19 = load ptr, ptr %y, align 8, !dbg !54
  call void @fft(i32 noundef %16, i32 noundef 1, ptr noundef %17, ptr noundef %18, ptr noundef %19), !dbg !55
  store i32 0, ptr %k8, align 4, !dbg !56
  br label %for.cond9, !dbg !57

for.cond9:                                        ; preds = %for.inc22, %for.end
  %20 = load i32, ptr %k8, align 4, !dbg !58
  %21 = load i32, ptr %n, align 4, !dbg !59
  %cmp10 = icmp slt i32 %20, %21, !dbg !60
  br i1 %cmp10, label %for.body11, label %for.end24, !dbg !61

for.body11:                                       ; preds = %for.cond9
  %22 = load i32, ptr %k8, align 4, !dbg !62
  %add = add nsw i32 %22, 1, !dbg !63
  %conv = sitofp i32 %add to double, !dbg !64
  %23 = load ptr, ptr %y, align 8, !dbg !65
  %24 = load i32, ptr %k8, align 4, !dbg !66
  %idxprom12 = sext i32 %24 to i64, !dbg !65
  %arrayidx13 = getelementptr inbounds %struct.Complex, ptr %23, i64 %idxprom12, !dbg !65
  %re14 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx13, i32 0, i32 0, !dbg !67
  %25 = load double, ptr %re14, align 8, !dbg !67
  %re15 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 0, !dbg !68
  %26 = load double, ptr %re15, align 8, !dbg !69
  %27 = call double @llvm.fmuladd.f64(double %conv, double %25, double %26), !dbg !69
  store double %27, ptr %re15, align 8, !dbg !69
  %28 = load i32, ptr %k8, align 4, !dbg !70
  %add16 = add nsw i32 %28, 1, !dbg !71
  %conv17 = sitofp i32 %add16 to double, !dbg !72
  %29 = load ptr, ptr %y, align 8, !dbg !73
  %30 = load i32, ptr %k8, align 4, !dbg !74
  %idxprom18 = sext i32 %30 to i64, !dbg !73
  %arrayidx19 = getelementptr inbounds %struct.Complex, ptr %29, i64 %idxprom18, !dbg !73
  %im20 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx19, i32 0, i32 1, !dbg !75
  %31 = load double, ptr %im20, align 8, !dbg !75
  %im21 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 1, !dbg !76
  %32 = load double, ptr %im21, align 8, !dbg !77
  %33 = call double @llvm.fmuladd.f64(double %conv17, double %31, double %32), !dbg !77
  store double %33, ptr %im21, align 8, !dbg !77
  br label %for.inc22, !dbg !78

for.inc22:                                        ; preds = %for.body11
  %34 = load i32, ptr %k8, align 4, !dbg !79
  %inc23 = add nsw i32 %34, 1, !dbg !79
  store i32 %inc23, ptr %k8, align 4, !dbg !79
  br label %for.cond9, !dbg !61, !llvm.loop !80

for.end24:                                        ; preds = %for.cond9
  %35 = load i32, ptr %n, align 4, !dbg !81
  %36 = load ptr, ptr %y, align 8, !dbg !82
  %arrayidx25 = getelementptr inbounds %struct.Complex, ptr %36, i64 0, !dbg !82
  %re26 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx25, i32 0, i32 0, !dbg !83
  %37 = load double, ptr %re26, align 8, !dbg !83
  %38 = load ptr, ptr %y, align 8, !dbg !84
  %arrayidx27 = getelementptr inbounds %struct.Complex, ptr %38, i64 0, !dbg !84
  %im28 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx27, i32 0, i32 1, !dbg !85
  %39 = load double, ptr %im28, align 8, !dbg !85
  %call29 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %35, double noundef %37, double noundef %39), !dbg !86
  %40 = load i32, ptr %n, align 4, !dbg !87
  %41 = load ptr, ptr %x, align 8, !dbg !88
  %call30 = call double @energy(i32 noundef %40, ptr noundef %41), !dbg !89
  %42 = load i32, ptr %n, align 4, !dbg !90
  %43 = load ptr, ptr %y, align 8, !dbg !91
  %call31 = call double @energy(i32 noundef %42, ptr noundef %43), !dbg !92
  %44 = load i32, ptr %n, align 4, !dbg !93
  %conv32 = sitofp i32 %44 to double, !dbg !93
  %div = fdiv double %call31, %conv32, !dbg !94
  %call33 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, double noundef %call30, double noundef %div), !dbg !95
  %re34 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 0, !dbg !96
  %45 = load double, ptr %re34, align 8, !dbg !96
  %im35 = getelementptr inbounds nuw %struct.Complex, ptr %checksum, i32 0, i32 1, !dbg !97
  %46 = load double, ptr %im35, align 8, !dbg !97
  %call36 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %45, double noundef %46), !dbg !98
  %47 = load ptr, ptr %root, align 8, !dbg !99
  call void @free(ptr noundef %47) #8, !dbg !100
  %48 = load ptr, ptr %y, align 8, !dbg !101
  call void @free(ptr noundef %48) #8, !dbg !102
  %49 = load ptr, ptr %x, align 8, !dbg !103
  call void @free(ptr noundef %49) #8, !dbg !104
  ret i32 0, !dbg !105
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !106 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !107
  %cmp = icmp eq i32 %0, 1, !dbg !108
  br i1 %cmp, label %if.then, label %if.end, !dbg !108

if.then:                                          ; preds = %entry
  store i32 1024, ptr %retval, align 4, !dbg !109
  br label %return, !dbg !109

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !110
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !110
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !110
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #8, !dbg !111
  store i64 %call, ptr %size, align 8, !dbg !112
  %3 = load i32, ptr %argc.addr, align 4, !dbg !113
  %cmp1 = icmp sgt i32 %3, 2, !dbg !114
  br i1 %cmp1, label %if.then12, label %lor.lhs.false, !dbg !115

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !116
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !117
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !117
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !117
  %cmp3 = icmp eq ptr %4, %6, !dbg !118
  br i1 %cmp3, label %if.then12, label %lor.lhs.false4, !dbg !119

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !120
  %8 = load i8, ptr %7, align 1, !dbg !121
  %conv = sext i8 %8 to i32, !dbg !121
  %cmp5 = icmp ne i32 %conv, 0, !dbg !122
  br i1 %cmp5, label %if.then12, label %lor.lhs.false7, !dbg !123

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !124
  %cmp8 = icmp sgt i64 %9, 1048576, !dbg !125
  br i1 %cmp8, label %if.then12, label %lor.lhs.false10, !dbg !126

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !127
  %call11 = call zeroext i1 @is_power_of_two(i64 noundef %10), !dbg !128
  br i1 %call11, label %if.end14, label %if.then12, !dbg !126

if.then12:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !129
  %call13 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.3, i32 noundef 1048576, i32 noundef 1024) #8, !dbg !130
  call void @exit(i32 noundef 2) #9, !dbg !131
  unreachable, !dbg !131

if.end14:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !132
  %conv15 = trunc i64 %12 to i32, !dbg !133
  store i32 %conv15, ptr %retval, align 4, !dbg !134
  br label %return, !dbg !134

return:                                           ; preds = %if.end14, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !135
  ret i32 %13, !dbg !135
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count) #0 !dbg !136 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4, !dbg !137
  %conv = sext i32 %0 to i64, !dbg !138
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef 16) #10, !dbg !139
  store ptr %call, ptr %block, align 8, !dbg !140
  %1 = load ptr, ptr %block, align 8, !dbg !141
  %cmp = icmp eq ptr %1, null, !dbg !142
  br i1 %cmp, label %if.then, label %if.end, !dbg !142

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8, !dbg !143
  %call2 = call i32 @fputs(ptr noundef @.str.4, ptr noundef %2), !dbg !144
  call void @exit(i32 noundef 1) #9, !dbg !145
  unreachable, !dbg !145

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8, !dbg !146
  ret ptr %3, !dbg !147
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal double @uniform() #0 !dbg !148 {
entry:
  %0 = load i64, ptr @random_state, align 8, !dbg !149
  %mul = mul i64 %0, 6364136223846793005, !dbg !150
  %add = add i64 %mul, 1442695040888963407, !dbg !151
  store i64 %add, ptr @random_state, align 8, !dbg !152
  %1 = load i64, ptr @random_state, align 8, !dbg !153
  %shr = lshr i64 %1, 11, !dbg !154
  %conv = uitofp i64 %shr to double, !dbg !155
  %mul1 = fmul double %conv, 0x3CA0000000000000, !dbg !156
  ret double %mul1, !dbg !157
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal void @roots_of_unity(i32 noundef %n, ptr noundef %root) #0 !dbg !158 {
entry:
  %n.addr = alloca i32, align 4
  %root.addr = alloca ptr, align 8
  %k = alloca i32, align 4
  %angle = alloca double, align 8
  store i32 %n, ptr %n.addr, align 4
  store ptr %root, ptr %root.addr, align 8
  store i32 0, ptr %k, align 4, !dbg !159
  br label %for.cond, !dbg !160

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %k, align 4, !dbg !161
  %1 = load i32, ptr %n.addr, align 4, !dbg !162
  %div = sdiv i32 %1, 2, !dbg !163
  %cmp = icmp slt i32 %0, %div, !dbg !164
  br i1 %cmp, label %for.body, label %for.end, !dbg !165

for.body:                                         ; preds = %for.cond
  %2 = load i32, ptr %k, align 4, !dbg !166
  %conv = sitofp i32 %2 to double, !dbg !166
  %mul = fmul double 0xC01921FB54442D18, %conv, !dbg !167
  %3 = load i32, ptr %n.addr, align 4, !dbg !168
  %conv1 = sitofp i32 %3 to double, !dbg !168
  %div2 = fdiv double %mul, %conv1, !dbg !169
  store double %div2, ptr %angle, align 8, !dbg !170
  %4 = load double, ptr %angle, align 8, !dbg !171
  %call = call double @cos(double noundef %4) #8, !dbg !172
  %5 = load ptr, ptr %root.addr, align 8, !dbg !173
  %6 = load i32, ptr %k, align 4, !dbg !174
  %idxprom = sext i32 %6 to i64, !dbg !173
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %5, i64 %idxprom, !dbg !173
  %re = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx, i32 0, i32 0, !dbg !175
  store double %call, ptr %re, align 8, !dbg !176
  %7 = load double, ptr %angle, align 8, !dbg !177
  %call3 = call double @sin(double noundef %7) #8, !dbg !178
  %8 = load ptr, ptr %root.addr, align 8, !dbg !179
  %9 = load i32, ptr %k, align 4, !dbg !180
  %idxprom4 = sext i32 %9 to i64, !dbg !179
  %arrayidx5 = getelementptr inbounds %struct.Complex, ptr %8, i64 %idxprom4, !dbg !179
  %im = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx5, i32 0, i32 1, !dbg !181
  store double %call3, ptr %im, align 8, !dbg !182
  br label %for.inc, !dbg !183

for.inc:                                          ; preds = %for.body
  %10 = load i32, ptr %k, align 4, !dbg !184
  %inc = add nsw i32 %10, 1, !dbg !184
  store i32 %inc, ptr %k, align 4, !dbg !184
  br label %for.cond, !dbg !165, !llvm.loop !185

for.end:                                          ; preds = %for.cond
  ret void, !dbg !186
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @fft(i32 noundef %n, i32 noundef %stride, ptr noundef %x, ptr noundef %root, ptr noundef %y) #0 !dbg !187 {
entry:
  %n.addr = alloca i32, align 4
  %stride.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %root.addr = alloca ptr, align 8
  %y.addr = alloca ptr, align 8
  %half = alloca i32, align 4
  %k = alloca i32, align 4
  %w = alloca ptr, align 8
  %even = alloca ptr, align 8
  %odd = alloca ptr, align 8
  %re = alloca double, align 8
  %im15 = alloca double, align 8
  store i32 %n, ptr %n.addr, align 4
  store i32 %stride, ptr %stride.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store ptr %root, ptr %root.addr, align 8
  store ptr %y, ptr %y.addr, align 8
  %0 = load i32, ptr %n.addr, align 4, !dbg !188
  %div = sdiv i32 %0, 2, !dbg !189
  store i32 %div, ptr %half, align 4, !dbg !190
  %1 = load i32, ptr %n.addr, align 4, !dbg !191
  %cmp = icmp eq i32 %1, 1, !dbg !192
  br i1 %cmp, label %if.then, label %if.end, !dbg !192

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr %y.addr, align 8, !dbg !193
  %3 = load ptr, ptr %x.addr, align 8, !dbg !194
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %2, ptr align 8 %3, i64 16, i1 false), !dbg !195
  br label %for.end, !dbg !196

if.end:                                           ; preds = %entry
  %4 = load i32, ptr %half, align 4, !dbg !197
  %5 = load i32, ptr %stride.addr, align 4, !dbg !198
  %mul = mul nsw i32 2, %5, !dbg !199
  %6 = load ptr, ptr %x.addr, align 8, !dbg !200
  %7 = load ptr, ptr %root.addr, align 8, !dbg !201
  %8 = load ptr, ptr %y.addr, align 8, !dbg !202
  call void @fft(i32 noundef %4, i32 noundef %mul, ptr noundef %6, ptr noundef %7, ptr noundef %8), !dbg !203
  %9 = load i32, ptr %half, align 4, !dbg !204
  %10 = load i32, ptr %stride.addr, align 4, !dbg !205
  %mul1 = mul nsw i32 2, %10, !dbg !206
  %11 = load ptr, ptr %x.addr, align 8, !dbg !207
  %12 = load i32, ptr %stride.addr, align 4, !dbg !208
  %idx.ext = sext i32 %12 to i64, !dbg !209
  %add.ptr = getelementptr inbounds %struct.Complex, ptr %11, i64 %idx.ext, !dbg !209
  %13 = load ptr, ptr %root.addr, align 8, !dbg !210
  %14 = load ptr, ptr %y.addr, align 8, !dbg !211
  %15 = load i32, ptr %half, align 4, !dbg !212
  %idx.ext2 = sext i32 %15 to i64, !dbg !213
  %add.ptr3 = getelementptr inbounds %struct.Complex, ptr %14, i64 %idx.ext2, !dbg !213
  call void @fft(i32 noundef %9, i32 noundef %mul1, ptr noundef %add.ptr, ptr noundef %13, ptr noundef %add.ptr3), !dbg !214
  store i32 0, ptr %k, align 4, !dbg !215
  br label %for.cond, !dbg !216

for.cond:                                         ; preds = %for.inc, %if.end
  %16 = load i32, ptr %k, align 4, !dbg !217
  %17 = load i32, ptr %half, align 4, !dbg !218
  %cmp4 = icmp slt i32 %16, %17, !dbg !219
  br i1 %cmp4, label %for.body, label %for.end, !dbg !220

for.body:                                         ; preds = %for.cond
  %18 = load ptr, ptr %root.addr, align 8, !dbg !221
  %19 = load i32, ptr %k, align 4, !dbg !222
  %20 = load i32, ptr %stride.addr, align 4, !dbg !223
  %mul5 = mul nsw i32 %19, %20, !dbg !224
  %idxprom = sext i32 %mul5 to i64, !dbg !221
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %18, i64 %idxprom, !dbg !221
  store ptr %arrayidx, ptr %w, align 8, !dbg !225
  %21 = load ptr, ptr %y.addr, align 8, !dbg !226
  %22 = load i32, ptr %k, align 4, !dbg !227
  %idxprom6 = sext i32 %22 to i64, !dbg !226
  %arrayidx7 = getelementptr inbounds %struct.Complex, ptr %21, i64 %idxprom6, !dbg !226
  store ptr %arrayidx7, ptr %even, align 8, !dbg !228
  %23 = load ptr, ptr %y.addr, align 8, !dbg !229
  %24 = load i32, ptr %k, align 4, !dbg !230
  %25 = load i32, ptr %half, align 4, !dbg !231
  %add = add nsw i32 %24, %25, !dbg !232
  %idxprom8 = sext i32 %add to i64, !dbg !229
  %arrayidx9 = getelementptr inbounds %struct.Complex, ptr %23, i64 %idxprom8, !dbg !229
  store ptr %arrayidx9, ptr %odd, align 8, !dbg !233
  %26 = load ptr, ptr %w, align 8, !dbg !234
  %re10 = getelementptr inbounds nuw %struct.Complex, ptr %26, i32 0, i32 0, !dbg !235
  %27 = load double, ptr %re10, align 8, !dbg !235
  %28 = load ptr, ptr %odd, align 8, !dbg !236
  %re11 = getelementptr inbounds nuw %struct.Complex, ptr %28, i32 0, i32 0, !dbg !237
  %29 = load double, ptr %re11, align 8, !dbg !237
  %30 = load ptr, ptr %w, align 8, !dbg !238
  %im = getelementptr inbounds nuw %struct.Complex, ptr %30, i32 0, i32 1, !dbg !239
  %31 = load double, ptr %im, align 8, !dbg !239
  %32 = load ptr, ptr %odd, align 8, !dbg !240
  %im13 = getelementptr inbounds nuw %struct.Complex, ptr %32, i32 0, i32 1, !dbg !241
  %33 = load double, ptr %im13, align 8, !dbg !241
  %mul14 = fmul double %31, %33, !dbg !242
  %neg = fneg double %mul14, !dbg !243
  %34 = call double @llvm.fmuladd.f64(double %27, double %29, double %neg), !dbg !243
  store double %34, ptr %re, align 8, !dbg !244
  %35 = load ptr, ptr %w, align 8, !dbg !245
  %re16 = getelementptr inbounds nuw %struct.Complex, ptr %35, i32 0, i32 0, !dbg !246
  %36 = load double, ptr %re16, align 8, !dbg !246
  %37 = load ptr, ptr %odd, align 8, !dbg !247
  %im17 = getelementptr inbounds nuw %struct.Complex, ptr %37, i32 0, i32 1, !dbg !248
  %38 = load double, ptr %im17, align 8, !dbg !248
  %39 = load ptr, ptr %w, align 8, !dbg !249
  %im19 = getelementptr inbounds nuw %struct.Complex, ptr %39, i32 0, i32 1, !dbg !250
  %40 = load double, ptr %im19, align 8, !dbg !250
  %41 = load ptr, ptr %odd, align 8, !dbg !251
  %re20 = getelementptr inbounds nuw %struct.Complex, ptr %41, i32 0, i32 0, !dbg !252
  %42 = load double, ptr %re20, align 8, !dbg !252
  %mul21 = fmul double %40, %42, !dbg !253
  %43 = call double @llvm.fmuladd.f64(double %36, double %38, double %mul21), !dbg !254
  store double %43, ptr %im15, align 8, !dbg !255
  %44 = load ptr, ptr %even, align 8, !dbg !256
  %re22 = getelementptr inbounds nuw %struct.Complex, ptr %44, i32 0, i32 0, !dbg !257
  %45 = load double, ptr %re22, align 8, !dbg !257
  %46 = load double, ptr %re, align 8, !dbg !258
  %sub = fsub double %45, %46, !dbg !259
  %47 = load ptr, ptr %odd, align 8, !dbg !260
  %re23 = getelementptr inbounds nuw %struct.Complex, ptr %47, i32 0, i32 0, !dbg !261
  store double %sub, ptr %re23, align 8, !dbg !262
  %48 = load ptr, ptr %even, align 8, !dbg !263
  %im24 = getelementptr inbounds nuw %struct.Complex, ptr %48, i32 0, i32 1, !dbg !264
  %49 = load double, ptr %im24, align 8, !dbg !264
  %50 = load double, ptr %im15, align 8, !dbg !265
  %sub25 = fsub double %49, %50, !dbg !266
  %51 = load ptr, ptr %odd, align 8, !dbg !267
  %im26 = getelementptr inbounds nuw %struct.Complex, ptr %51, i32 0, i32 1, !dbg !268
  store double %sub25, ptr %im26, align 8, !dbg !269
  %52 = load double, ptr %re, align 8, !dbg !270
  %53 = load ptr, ptr %even, align 8, !dbg !271
  %re27 = getelementptr inbounds nuw %struct.Complex, ptr %53, i32 0, i32 0, !dbg !272
  %54 = load double, ptr %re27, align 8, !dbg !273
  %add28 = fadd double %54, %52, !dbg !273
  store double %add28, ptr %re27, align 8, !dbg !273
  %55 = load double, ptr %im15, align 8, !dbg !274
  %56 = load ptr, ptr %even, align 8, !dbg !275
  %im29 = getelementptr inbounds nuw %struct.Complex, ptr %56, i32 0, i32 1, !dbg !276
  %57 = load double, ptr %im29, align 8, !dbg !277
  %add30 = fadd double %57, %55, !dbg !277
  store double %add30, ptr %im29, align 8, !dbg !277
  br label %for.inc, !dbg !278

for.inc:                                          ; preds = %for.body
  %58 = load i32, ptr %k, align 4, !dbg !279
  %inc = add nsw i32 %58, 1, !dbg !279
  store i32 %inc, ptr %k, align 4, !dbg !279
  br label %for.cond, !dbg !220, !llvm.loop !280

for.end:                                          ; preds = %if.then, %for.cond
  ret void, !dbg !281
}

declare i32 @printf(ptr noundef, ...) #3

; Function Attrs: noinline nounwind optnone uwtable
define internal double @energy(i32 noundef %n, ptr noundef %x) #0 !dbg !282 {
entry:
  %n.addr = alloca i32, align 4
  %x.addr = alloca ptr, align 8
  %sum = alloca double, align 8
  %k = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %x, ptr %x.addr, align 8
  store double 0.000000e+00, ptr %sum, align 8, !dbg !283
  store i32 0, ptr %k, align 4, !dbg !284
  br label %for.cond, !dbg !285

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %k, align 4, !dbg !286
  %1 = load i32, ptr %n.addr, align 4, !dbg !287
  %cmp = icmp slt i32 %0, %1, !dbg !288
  br i1 %cmp, label %for.body, label %for.end, !dbg !289

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %x.addr, align 8, !dbg !290
  %3 = load i32, ptr %k, align 4, !dbg !291
  %idxprom = sext i32 %3 to i64, !dbg !290
  %arrayidx = getelementptr inbounds %struct.Complex, ptr %2, i64 %idxprom, !dbg !290
  %re = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx, i32 0, i32 0, !dbg !292
  %4 = load double, ptr %re, align 8, !dbg !292
  %5 = load ptr, ptr %x.addr, align 8, !dbg !293
  %6 = load i32, ptr %k, align 4, !dbg !294
  %idxprom1 = sext i32 %6 to i64, !dbg !293
  %arrayidx2 = getelementptr inbounds %struct.Complex, ptr %5, i64 %idxprom1, !dbg !293
  %re3 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx2, i32 0, i32 0, !dbg !295
  %7 = load double, ptr %re3, align 8, !dbg !295
  %8 = load ptr, ptr %x.addr, align 8, !dbg !296
  %9 = load i32, ptr %k, align 4, !dbg !297
  %idxprom4 = sext i32 %9 to i64, !dbg !296
  %arrayidx5 = getelementptr inbounds %struct.Complex, ptr %8, i64 %idxprom4, !dbg !296
  %im = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx5, i32 0, i32 1, !dbg !298
  %10 = load double, ptr %im, align 8, !dbg !298
  %11 = load ptr, ptr %x.addr, align 8, !dbg !299
  %12 = load i32, ptr %k, align 4, !dbg !300
  %idxprom6 = sext i32 %12 to i64, !dbg !299
  %arrayidx7 = getelementptr inbounds %struct.Complex, ptr %11, i64 %idxprom6, !dbg !299
  %im8 = getelementptr inbounds nuw %struct.Complex, ptr %arrayidx7, i32 0, i32 1, !dbg !301
  %13 = load double, ptr %im8, align 8, !dbg !301
  %mul9 = fmul double %10, %13, !dbg !302
  %14 = call double @llvm.fmuladd.f64(double %4, double %7, double %mul9), !dbg !303
  %15 = load double, ptr %sum, align 8, !dbg !304
  %add = fadd double %15, %14, !dbg !304
  store double %add, ptr %sum, align 8, !dbg !304
  br label %for.inc, !dbg !305

for.inc:                                          ; preds = %for.body
  %16 = load i32, ptr %k, align 4, !dbg !306
  %inc = add nsw i32 %16, 1, !dbg !306
  store i32 %inc, ptr %k, align 4, !dbg !306
  br label %for.cond, !dbg !289, !llvm.loop !307

for.end:                                          ; preds = %for.cond
  %17 = load double, ptr %sum, align 8, !dbg !308
  ret double %17, !dbg !309
}

; Function Attrs: nounwind
declare void @free(ptr noundef) #4

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #4

; Function Attrs: noinline nounwind optnone uwtable
define internal zeroext i1 @is_power_of_two(i64 noundef %n) #0 !dbg !310 {
entry:
  %n.addr = alloca i64, align 8
  store i64 %n, ptr %n.addr, align 8
  %0 = load i64, ptr %n.addr, align 8, !dbg !311
  %cmp = icmp sgt i64 %0, 0, !dbg !312
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !313

land.rhs:                                         ; preds = %entry
  %1 = load i64, ptr %n.addr, align 8, !dbg !314
  %2 = load i64, ptr %n.addr, align 8, !dbg !315
  %sub = sub nsw i64 %2, 1, !dbg !316
  %and = and i64 %1, %sub, !dbg !317
  %cmp1 = icmp eq i64 %and, 0, !dbg !318
  br label %land.end

land.end:                                         ; preds = %land.rhs, %entry
  %3 = phi i1 [ false, %entry ], [ %cmp1, %land.rhs ], !dbg !319
  ret i1 %3, !dbg !320
}

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #4

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #5

; Function Attrs: nounwind allocsize(0,1)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #6

declare i32 @fputs(ptr noundef, ptr noundef) #3

; Function Attrs: nounwind
declare double @cos(double noundef) #4

; Function Attrs: nounwind
declare double @sin(double noundef) #4

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg) #7

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #2 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #6 = { nounwind allocsize(0,1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #7 = { nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #8 = { nounwind }
attributes #9 = { noreturn nounwind }
attributes #10 = { nounwind allocsize(0,1) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "fft.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 104, type: !10, scopeLine: 105, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 106, column: 23, scope: !9)
!13 = !DILocation(line: 106, column: 29, scope: !9)
!14 = !DILocation(line: 106, column: 13, scope: !9)
!15 = !DILocation(line: 106, column: 9, scope: !9)
!16 = !DILocation(line: 107, column: 27, scope: !9)
!17 = !DILocation(line: 107, column: 18, scope: !9)
!18 = !DILocation(line: 107, column: 14, scope: !9)
!19 = !DILocation(line: 107, column: 45, scope: !9)
!20 = !DILocation(line: 107, column: 36, scope: !9)
!21 = !DILocation(line: 107, column: 32, scope: !9)
!22 = !DILocation(line: 107, column: 66, scope: !9)
!23 = !DILocation(line: 107, column: 57, scope: !9)
!24 = !DILocation(line: 107, column: 50, scope: !9)
!25 = !DILocation(line: 108, column: 13, scope: !9)
!26 = !DILocation(line: 110, column: 14, scope: !9)
!27 = !DILocation(line: 110, column: 10, scope: !9)
!28 = !DILocation(line: 110, column: 21, scope: !9)
!29 = !DILocation(line: 110, column: 25, scope: !9)
!30 = !DILocation(line: 110, column: 23, scope: !9)
!31 = !DILocation(line: 110, column: 5, scope: !9)
!32 = !DILocation(line: 111, column: 25, scope: !9)
!33 = !DILocation(line: 111, column: 35, scope: !9)
!34 = !DILocation(line: 111, column: 9, scope: !9)
!35 = !DILocation(line: 111, column: 11, scope: !9)
!36 = !DILocation(line: 111, column: 14, scope: !9)
!37 = !DILocation(line: 111, column: 17, scope: !9)
!38 = !DILocation(line: 112, column: 25, scope: !9)
!39 = !DILocation(line: 112, column: 35, scope: !9)
!40 = !DILocation(line: 112, column: 9, scope: !9)
!41 = !DILocation(line: 112, column: 11, scope: !9)
!42 = !DILocation(line: 112, column: 14, scope: !9)
!43 = !DILocation(line: 112, column: 17, scope: !9)
!44 = !DILocation(line: 113, column: 5, scope: !9)
!45 = !DILocation(line: 110, column: 29, scope: !9)
!46 = distinct !{!46, !31, !44, !47}
!47 = !{!"llvm.loop.mustprogress"}
!48 = !DILocation(line: 114, column: 20, scope: !9)
!49 = !DILocation(line: 114, column: 23, scope: !9)
!50 = !DILocation(line: 114, column: 5, scope: !9)
!51 = !DILocation(line: 115, column: 9, scope: !9)
!52 = !DILocation(line: 115, column: 15, scope: !9)
!53 = !DILocation(line: 115, column: 18, scope: !9)
!54 = !DILocation(line: 115, column: 24, scope: !9)
!55 = !DILocation(line: 115, column: 5, scope: !9)
!56 = !DILocation(line: 117, column: 14, scope: !9)
!57 = !DILocation(line: 117, column: 10, scope: !9)
!58 = !DILocation(line: 117, column: 21, scope: !9)
!59 = !DILocation(line: 117, column: 25, scope: !9)
!60 = !DILocation(line: 117, column: 23, scope: !9)
!61 = !DILocation(line: 117, column: 5, scope: !9)
!62 = !DILocation(line: 118, column: 25, scope: !9)
!63 = !DILocation(line: 118, column: 27, scope: !9)
!64 = !DILocation(line: 118, column: 24, scope: !9)
!65 = !DILocation(line: 118, column: 34, scope: !9)
!66 = !DILocation(line: 118, column: 36, scope: !9)
!67 = !DILocation(line: 118, column: 39, scope: !9)
!68 = !DILocation(line: 118, column: 18, scope: !9)
!69 = !DILocation(line: 118, column: 21, scope: !9)
!70 = !DILocation(line: 119, column: 25, scope: !9)
!71 = !DILocation(line: 119, column: 27, scope: !9)
!72 = !DILocation(line: 119, column: 24, scope: !9)
!73 = !DILocation(line: 119, column: 34, scope: !9)
!74 = !DILocation(line: 119, column: 36, scope: !9)
!75 = !DILocation(line: 119, column: 39, scope: !9)
!76 = !DILocation(line: 119, column: 18, scope: !9)
!77 = !DILocation(line: 119, column: 21, scope: !9)
!78 = !DILocation(line: 120, column: 5, scope: !9)
!79 = !DILocation(line: 117, column: 29, scope: !9)
!80 = distinct !{!80, !61, !78, !47}
!81 = !DILocation(line: 121, column: 46, scope: !9)
!82 = !DILocation(line: 121, column: 49, scope: !9)
!83 = !DILocation(line: 121, column: 54, scope: !9)
!84 = !DILocation(line: 121, column: 58, scope: !9)
!85 = !DILocation(line: 121, column: 63, scope: !9)
!86 = !DILocation(line: 121, column: 5, scope: !9)
!87 = !DILocation(line: 122, column: 43, scope: !9)
!88 = !DILocation(line: 122, column: 46, scope: !9)
!89 = !DILocation(line: 122, column: 36, scope: !9)
!90 = !DILocation(line: 122, column: 57, scope: !9)
!91 = !DILocation(line: 122, column: 60, scope: !9)
!92 = !DILocation(line: 122, column: 50, scope: !9)
!93 = !DILocation(line: 122, column: 65, scope: !9)
!94 = !DILocation(line: 122, column: 63, scope: !9)
!95 = !DILocation(line: 122, column: 5, scope: !9)
!96 = !DILocation(line: 123, column: 47, scope: !9)
!97 = !DILocation(line: 123, column: 60, scope: !9)
!98 = !DILocation(line: 123, column: 5, scope: !9)
!99 = !DILocation(line: 124, column: 10, scope: !9)
!100 = !DILocation(line: 124, column: 5, scope: !9)
!101 = !DILocation(line: 125, column: 10, scope: !9)
!102 = !DILocation(line: 125, column: 5, scope: !9)
!103 = !DILocation(line: 126, column: 10, scope: !9)
!104 = !DILocation(line: 126, column: 5, scope: !9)
!105 = !DILocation(line: 127, column: 5, scope: !9)
!106 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 37, type: !10, scopeLine: 38, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!107 = !DILocation(line: 41, column: 9, scope: !106)
!108 = !DILocation(line: 41, column: 14, scope: !106)
!109 = !DILocation(line: 42, column: 9, scope: !106)
!110 = !DILocation(line: 43, column: 19, scope: !106)
!111 = !DILocation(line: 43, column: 12, scope: !106)
!112 = !DILocation(line: 43, column: 10, scope: !106)
!113 = !DILocation(line: 44, column: 9, scope: !106)
!114 = !DILocation(line: 44, column: 14, scope: !106)
!115 = !DILocation(line: 44, column: 18, scope: !106)
!116 = !DILocation(line: 44, column: 21, scope: !106)
!117 = !DILocation(line: 44, column: 28, scope: !106)
!118 = !DILocation(line: 44, column: 25, scope: !106)
!119 = !DILocation(line: 44, column: 36, scope: !106)
!120 = !DILocation(line: 44, column: 40, scope: !106)
!121 = !DILocation(line: 44, column: 39, scope: !106)
!122 = !DILocation(line: 44, column: 44, scope: !106)
!123 = !DILocation(line: 44, column: 52, scope: !106)
!124 = !DILocation(line: 44, column: 55, scope: !106)
!125 = !DILocation(line: 44, column: 60, scope: !106)
!126 = !DILocation(line: 44, column: 74, scope: !106)
!127 = !DILocation(line: 44, column: 94, scope: !106)
!128 = !DILocation(line: 44, column: 78, scope: !106)
!129 = !DILocation(line: 45, column: 17, scope: !106)
!130 = !DILocation(line: 45, column: 9, scope: !106)
!131 = !DILocation(line: 47, column: 9, scope: !106)
!132 = !DILocation(line: 49, column: 17, scope: !106)
!133 = !DILocation(line: 49, column: 12, scope: !106)
!134 = !DILocation(line: 49, column: 5, scope: !106)
!135 = !DILocation(line: 50, column: 1, scope: !106)
!136 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 52, type: !10, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!137 = !DILocation(line: 54, column: 37, scope: !136)
!138 = !DILocation(line: 54, column: 29, scope: !136)
!139 = !DILocation(line: 54, column: 22, scope: !136)
!140 = !DILocation(line: 54, column: 14, scope: !136)
!141 = !DILocation(line: 55, column: 9, scope: !136)
!142 = !DILocation(line: 55, column: 15, scope: !136)
!143 = !DILocation(line: 56, column: 39, scope: !136)
!144 = !DILocation(line: 56, column: 9, scope: !136)
!145 = !DILocation(line: 57, column: 9, scope: !136)
!146 = !DILocation(line: 59, column: 12, scope: !136)
!147 = !DILocation(line: 59, column: 5, scope: !136)
!148 = distinct !DISubprogram(name: "uniform", scope: !1, file: !1, line: 26, type: !10, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!149 = !DILocation(line: 28, column: 20, scope: !148)
!150 = !DILocation(line: 28, column: 33, scope: !148)
!151 = !DILocation(line: 28, column: 65, scope: !148)
!152 = !DILocation(line: 28, column: 18, scope: !148)
!153 = !DILocation(line: 29, column: 21, scope: !148)
!154 = !DILocation(line: 29, column: 34, scope: !148)
!155 = !DILocation(line: 29, column: 12, scope: !148)
!156 = !DILocation(line: 29, column: 41, scope: !148)
!157 = !DILocation(line: 29, column: 5, scope: !148)
!158 = distinct !DISubprogram(name: "roots_of_unity", scope: !1, file: !1, line: 63, type: !10, scopeLine: 64, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!159 = !DILocation(line: 65, column: 14, scope: !158)
!160 = !DILocation(line: 65, column: 10, scope: !158)
!161 = !DILocation(line: 65, column: 21, scope: !158)
!162 = !DILocation(line: 65, column: 25, scope: !158)
!163 = !DILocation(line: 65, column: 27, scope: !158)
!164 = !DILocation(line: 65, column: 23, scope: !158)
!165 = !DILocation(line: 65, column: 5, scope: !158)
!166 = !DILocation(line: 66, column: 36, scope: !158)
!167 = !DILocation(line: 66, column: 34, scope: !158)
!168 = !DILocation(line: 66, column: 40, scope: !158)
!169 = !DILocation(line: 66, column: 38, scope: !158)
!170 = !DILocation(line: 66, column: 16, scope: !158)
!171 = !DILocation(line: 67, column: 26, scope: !158)
!172 = !DILocation(line: 67, column: 22, scope: !158)
!173 = !DILocation(line: 67, column: 9, scope: !158)
!174 = !DILocation(line: 67, column: 14, scope: !158)
!175 = !DILocation(line: 67, column: 17, scope: !158)
!176 = !DILocation(line: 67, column: 20, scope: !158)
!177 = !DILocation(line: 68, column: 26, scope: !158)
!178 = !DILocation(line: 68, column: 22, scope: !158)
!179 = !DILocation(line: 68, column: 9, scope: !158)
!180 = !DILocation(line: 68, column: 14, scope: !158)
!181 = !DILocation(line: 68, column: 17, scope: !158)
!182 = !DILocation(line: 68, column: 20, scope: !158)
!183 = !DILocation(line: 69, column: 5, scope: !158)
!184 = !DILocation(line: 65, column: 33, scope: !158)
!185 = distinct !{!185, !165, !183, !47}
!186 = !DILocation(line: 70, column: 1, scope: !158)
!187 = distinct !DISubprogram(name: "fft", scope: !1, file: !1, line: 74, type: !10, scopeLine: 75, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!188 = !DILocation(line: 76, column: 16, scope: !187)
!189 = !DILocation(line: 76, column: 18, scope: !187)
!190 = !DILocation(line: 76, column: 9, scope: !187)
!191 = !DILocation(line: 77, column: 9, scope: !187)
!192 = !DILocation(line: 77, column: 11, scope: !187)
!193 = !DILocation(line: 78, column: 10, scope: !187)
!194 = !DILocation(line: 78, column: 15, scope: !187)
!195 = !DILocation(line: 78, column: 14, scope: !187)
!196 = !DILocation(line: 79, column: 9, scope: !187)
!197 = !DILocation(line: 81, column: 9, scope: !187)
!198 = !DILocation(line: 81, column: 19, scope: !187)
!199 = !DILocation(line: 81, column: 17, scope: !187)
!200 = !DILocation(line: 81, column: 27, scope: !187)
!201 = !DILocation(line: 81, column: 30, scope: !187)
!202 = !DILocation(line: 81, column: 36, scope: !187)
!203 = !DILocation(line: 81, column: 5, scope: !187)
!204 = !DILocation(line: 82, column: 9, scope: !187)
!205 = !DILocation(line: 82, column: 19, scope: !187)
!206 = !DILocation(line: 82, column: 17, scope: !187)
!207 = !DILocation(line: 82, column: 27, scope: !187)
!208 = !DILocation(line: 82, column: 31, scope: !187)
!209 = !DILocation(line: 82, column: 29, scope: !187)
!210 = !DILocation(line: 82, column: 39, scope: !187)
!211 = !DILocation(line: 82, column: 45, scope: !187)
!212 = !DILocation(line: 82, column: 49, scope: !187)
!213 = !DILocation(line: 82, column: 47, scope: !187)
!214 = !DILocation(line: 82, column: 5, scope: !187)
!215 = !DILocation(line: 83, column: 14, scope: !187)
!216 = !DILocation(line: 83, column: 10, scope: !187)
!217 = !DILocation(line: 83, column: 21, scope: !187)
!218 = !DILocation(line: 83, column: 25, scope: !187)
!219 = !DILocation(line: 83, column: 23, scope: !187)
!220 = !DILocation(line: 83, column: 5, scope: !187)
!221 = !DILocation(line: 84, column: 29, scope: !187)
!222 = !DILocation(line: 84, column: 34, scope: !187)
!223 = !DILocation(line: 84, column: 38, scope: !187)
!224 = !DILocation(line: 84, column: 36, scope: !187)
!225 = !DILocation(line: 84, column: 24, scope: !187)
!226 = !DILocation(line: 85, column: 26, scope: !187)
!227 = !DILocation(line: 85, column: 28, scope: !187)
!228 = !DILocation(line: 85, column: 18, scope: !187)
!229 = !DILocation(line: 85, column: 40, scope: !187)
!230 = !DILocation(line: 85, column: 42, scope: !187)
!231 = !DILocation(line: 85, column: 46, scope: !187)
!232 = !DILocation(line: 85, column: 44, scope: !187)
!233 = !DILocation(line: 85, column: 33, scope: !187)
!234 = !DILocation(line: 86, column: 21, scope: !187)
!235 = !DILocation(line: 86, column: 24, scope: !187)
!236 = !DILocation(line: 86, column: 29, scope: !187)
!237 = !DILocation(line: 86, column: 34, scope: !187)
!238 = !DILocation(line: 86, column: 39, scope: !187)
!239 = !DILocation(line: 86, column: 42, scope: !187)
!240 = !DILocation(line: 86, column: 47, scope: !187)
!241 = !DILocation(line: 86, column: 52, scope: !187)
!242 = !DILocation(line: 86, column: 45, scope: !187)
!243 = !DILocation(line: 86, column: 37, scope: !187)
!244 = !DILocation(line: 86, column: 16, scope: !187)
!245 = !DILocation(line: 87, column: 21, scope: !187)
!246 = !DILocation(line: 87, column: 24, scope: !187)
!247 = !DILocation(line: 87, column: 29, scope: !187)
!248 = !DILocation(line: 87, column: 34, scope: !187)
!249 = !DILocation(line: 87, column: 39, scope: !187)
!250 = !DILocation(line: 87, column: 42, scope: !187)
!251 = !DILocation(line: 87, column: 47, scope: !187)
!252 = !DILocation(line: 87, column: 52, scope: !187)
!253 = !DILocation(line: 87, column: 45, scope: !187)
!254 = !DILocation(line: 87, column: 37, scope: !187)
!255 = !DILocation(line: 87, column: 16, scope: !187)
!256 = !DILocation(line: 88, column: 19, scope: !187)
!257 = !DILocation(line: 88, column: 25, scope: !187)
!258 = !DILocation(line: 88, column: 30, scope: !187)
!259 = !DILocation(line: 88, column: 28, scope: !187)
!260 = !DILocation(line: 88, column: 9, scope: !187)
!261 = !DILocation(line: 88, column: 14, scope: !187)
!262 = !DILocation(line: 88, column: 17, scope: !187)
!263 = !DILocation(line: 89, column: 19, scope: !187)
!264 = !DILocation(line: 89, column: 25, scope: !187)
!265 = !DILocation(line: 89, column: 30, scope: !187)
!266 = !DILocation(line: 89, column: 28, scope: !187)
!267 = !DILocation(line: 89, column: 9, scope: !187)
!268 = !DILocation(line: 89, column: 14, scope: !187)
!269 = !DILocation(line: 89, column: 17, scope: !187)
!270 = !DILocation(line: 90, column: 21, scope: !187)
!271 = !DILocation(line: 90, column: 9, scope: !187)
!272 = !DILocation(line: 90, column: 15, scope: !187)
!273 = !DILocation(line: 90, column: 18, scope: !187)
!274 = !DILocation(line: 91, column: 21, scope: !187)
!275 = !DILocation(line: 91, column: 9, scope: !187)
!276 = !DILocation(line: 91, column: 15, scope: !187)
!277 = !DILocation(line: 91, column: 18, scope: !187)
!278 = !DILocation(line: 92, column: 5, scope: !187)
!279 = !DILocation(line: 83, column: 32, scope: !187)
!280 = distinct !{!280, !220, !278, !47}
!281 = !DILocation(line: 93, column: 1, scope: !187)
!282 = distinct !DISubprogram(name: "energy", scope: !1, file: !1, line: 96, type: !10, scopeLine: 97, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!283 = !DILocation(line: 98, column: 12, scope: !282)
!284 = !DILocation(line: 99, column: 14, scope: !282)
!285 = !DILocation(line: 99, column: 10, scope: !282)
!286 = !DILocation(line: 99, column: 21, scope: !282)
!287 = !DILocation(line: 99, column: 25, scope: !282)
!288 = !DILocation(line: 99, column: 23, scope: !282)
!289 = !DILocation(line: 99, column: 5, scope: !282)
!290 = !DILocation(line: 100, column: 16, scope: !282)
!291 = !DILocation(line: 100, column: 18, scope: !282)
!292 = !DILocation(line: 100, column: 21, scope: !282)
!293 = !DILocation(line: 100, column: 26, scope: !282)
!294 = !DILocation(line: 100, column: 28, scope: !282)
!295 = !DILocation(line: 100, column: 31, scope: !282)
!296 = !DILocation(line: 100, column: 36, scope: !282)
!297 = !DILocation(line: 100, column: 38, scope: !282)
!298 = !DILocation(line: 100, column: 41, scope: !282)
!299 = !DILocation(line: 100, column: 46, scope: !282)
!300 = !DILocation(line: 100, column: 48, scope: !282)
!301 = !DILocation(line: 100, column: 51, scope: !282)
!302 = !DILocation(line: 100, column: 44, scope: !282)
!303 = !DILocation(line: 100, column: 34, scope: !282)
!304 = !DILocation(line: 100, column: 13, scope: !282)
!305 = !DILocation(line: 100, column: 9, scope: !282)
!306 = !DILocation(line: 99, column: 29, scope: !282)
!307 = distinct !{!307, !289, !301, !47}
!308 = !DILocation(line: 101, column: 12, scope: !282)
!309 = !DILocation(line: 101, column: 5, scope: !282)
!310 = distinct !DISubprogram(name: "is_power_of_two", scope: !1, file: !1, line: 32, type: !10, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!311 = !DILocation(line: 34, column: 12, scope: !310)
!312 = !DILocation(line: 34, column: 14, scope: !310)
!313 = !DILocation(line: 34, column: 18, scope: !310)
!314 = !DILocation(line: 34, column: 22, scope: !310)
!315 = !DILocation(line: 34, column: 27, scope: !310)
!316 = !DILocation(line: 34, column: 29, scope: !310)
!317 = !DILocation(line: 34, column: 24, scope: !310)
!318 = !DILocation(line: 34, column: 35, scope: !310)
!319 = !DILocation(line: 0, scope: !310)
!320 = !DILocation(line: 34, column: 5, scope: !310)

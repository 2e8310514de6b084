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
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
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
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %n, align 4, !dbg !15
  %2 = load i32, ptr %n, align 4, !dbg !16
  %call1 = call ptr @allocate(i32 noundef %2), !dbg !17
  store ptr %call1, ptr %position, align 8, !dbg !18
  %3 = load i32, ptr %n, align 4, !dbg !19
  %call2 = call ptr @allocate(i32 noundef %3), !dbg !20
  store ptr %call2, ptr %velocity, align 8, !dbg !21
  %4 = load i32, ptr %n, align 4, !dbg !22
  %call3 = call ptr @allocate(i32 noundef %4), !dbg !23
  store ptr %call3, ptr %force, align 8, !dbg !24
  call void @llvm.memset.p0.i64(ptr align 8 %momentum, i8 0, i64 24, i1 false), !dbg !25
  call void @llvm.memset.p0.i64(ptr align 8 %checksum, i8 0, i64 24, i1 false), !dbg !26
  store i32 0, ptr %i, align 4, !dbg !27
  br label %for.cond, !dbg !28

for.cond:                                         ; preds = %for.inc, %entry
  %5 = load i32, ptr %i, align 4, !dbg !29
  %6 = load i32, ptr %n, align 4, !dbg !30
  %cmp = icmp slt i32 %5, %6, !dbg !31
  br i1 %cmp, label %for.body, label %for.end, !dbg !32

for.body:                                         ; preds = %for.cond
  %call4 = call double @uniform(), !dbg !33
  %mul = fmul double 1.000000e+01, %call4, !dbg !34
  %7 = load ptr, ptr %position, align 8, !dbg !35
  %8 = load i32, ptr %i, align 4, !dbg !36
  %idxprom = sext i32 %8 to i64, !dbg !35
  %arrayidx = getelementptr inbounds %struct.vector, ptr %7, i64 %idxprom, !dbg !35
  %x = getelementptr inbounds nuw %struct.vector, ptr %arrayidx, i32 0, i32 0, !dbg !37
  store double %mul, ptr %x, align 8, !dbg !38
  %call5 = call double @uniform(), !dbg !39
  %mul6 = fmul double 1.000000e+01, %call5, !dbg !40
  %9 = load ptr, ptr %position, align 8, !dbg !41
  %10 = load i32, ptr %i, align 4, !dbg !42
  %idxprom7 = sext i32 %10 to i64, !dbg !41
  %arrayidx8 = getelementptr inbounds %struct.vector, ptr %9, i64 %idxprom7, !dbg !41
  %y = getelementptr inbounds nuw %struct.vector, ptr %arrayidx8, i32 0, i32 1, !dbg !43
  store double %mul6, ptr %y, align 8, !dbg !44
  %call9 = call double @uniform(), !dbg !45
  %mul10 = fmul double 1.000000e+01, %call9, !dbg !46
  %11 = load ptr, ptr %position, align 8, !dbg !47
  %12 = load i32, ptr %i, align 4, !dbg !48
  %idxprom11 = sext i32 %12 to i64, !dbg !47
  %arrayidx12 = getelementptr inbounds %struct.vector, ptr %11, i64 %idxprom11, !dbg !47
  %z = getelementptr inbounds nuw %struct.vector, ptr %arrayidx12, i32 0, i32 2, !dbg !49
  store double %mul10, ptr %z, align 8, !dbg !50
  %call13 = call double @uniform(), !dbg !51
  %sub = fsub double %call13, 5.000000e-01, !dbg !52
  %13 = load ptr, ptr %velocity, align 8, !dbg !53
  %14 = load i32, ptr %i, align 4, !dbg !54
  %idxprom14 = sext i32 %14 to i64, !dbg !53
  %arrayidx15 = getelementptr inbounds %struct.vector, ptr %13, i64 %idxprom14, !dbg !53
  %x16 = getelementptr inbounds nuw %struct.vector, ptr %arrayidx15, i32 0, i32 0, !dbg !55
  store double %sub, ptr %x16, align 8, !dbg !56
  %call17 = call double @uniform(), !dbg !57
  %sub18 = fsub double %call17, 5.000000e-01, !dbg !58
  %15 = load ptr, ptr %velocity, align 8, !dbg !59
  %16 = load i32, ptr %i, align 4, !dbg !60
  %idxprom19 = sext i32 %16 to i64, !dbg !59
  %arrayidx20 = getelementptr inbounds %struct.vector, ptr %15, i64 %idxprom19, !dbg !59
  %y21 = getelementptr inbounds nuw %struct.vector, ptr %arrayidx20, i32 0, i32 1, !dbg !61
  store double %sub18, ptr %y21, align 8, !dbg !62
  %call22 = call double @uniform(), !dbg !63
  %sub23 = fsub double %call22, 5.000000e-01, !dbg !64
  %17 = load ptr, ptr %velocity, align 8, !dbg !65
  %18 = load i32, ptr %i, align 4, !dbg !66
  %idxprom24 = sext i32 %18 to i64, !dbg !65
  %arrayidx25 = getelementptr inbounds %struct.vector, ptr %17, i64 %idxprom24, !dbg !65
  %z26 = getelementptr inbounds nuw %struct.vector, ptr %arrayidx25, i32 0, i32 2, !dbg !67
  store double %sub23, ptr %z26, align 8, !dbg !68
  br label %for.inc, !dbg !69

for.inc:                                          ; preds = %for.body
  %19 = load i32, ptr %i, align 4, !dbg !70
  %inc = add nsw i32 %19, 1, !dbg !70
  store i32 %inc, ptr %i, align 4, !dbg !70
  br label %for.cond, !dbg !32, !llvm.loop !71

for.end:                                          ; preds = %for.cond
  %20 = load i32, ptr %n, align 4, !dbg !73
  %21 = load ptr, ptr %position, align 8, !dbg !74
  %22 = load ptr, ptr %force, align 8, !dbg !75
  %call27 = call double @compute_forces(i32 noundef %20, ptr noundef %21, ptr noundef %22), !dbg !76
  store double %call27, ptr %potential, align 8, !dbg !77
  %23 = load i32, ptr %n, align 4, !dbg !78
  %call28 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %23), !dbg !79
  %24 = load double, ptr %potential, align 8, !dbg !80
  %25 = load i32, ptr %n, align 4, !dbg !81
  %26 = load ptr, ptr %velocity, align 8, !dbg !82
  %call29 = call double @kinetic_energy(i32 noundef %25, ptr noundef %26), !dbg !83
  %call30 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, double noundef %24, double noundef %call29), !dbg !84
  store i32 0, ptr %step, align 4, !dbg !85
  br label %for.cond31, !dbg !86

for.cond31:                                       ; preds = %for.inc61, %for.end
  %27 = load i32, ptr %step, align 4, !dbg !87
  %cmp32 = icmp slt i32 %27, 1, !dbg !88
  br i1 %cmp32, label %for.body33, label %for.end63, !dbg !89

for.body33:                                       ; preds = %for.cond31
  store i32 0, ptr %i34, align 4, !dbg !90
  br label %for.cond35, !dbg !91

for.cond35:                                       ; preds = %for.inc46, %for.body33
  %28 = load i32, ptr %i34, align 4, !dbg !92
  %29 = load i32, ptr %n, align 4, !dbg !93
  %cmp36 = icmp slt i32 %28, %29, !dbg !94
  br i1 %cmp36, label %for.body37, label %for.end48, !dbg !95

for.body37:                                       ; preds = %for.cond35
  %30 = load ptr, ptr %velocity, align 8, !dbg !96
  %31 = load i32, ptr %i34, align 4, !dbg !97
  %idxprom38 = sext i32 %31 to i64, !dbg !96
  %arrayidx39 = getelementptr inbounds %struct.vector, ptr %30, i64 %idxprom38, !dbg !96
  %32 = load ptr, ptr %force, align 8, !dbg !98
  %33 = load i32, ptr %i34, align 4, !dbg !99
  %idxprom40 = sext i32 %33 to i64, !dbg !98
  %arrayidx41 = getelementptr inbounds %struct.vector, ptr %32, i64 %idxprom40, !dbg !98
  call void @add_scaled(ptr noundef %arrayidx39, double noundef 5.000000e-03, ptr noundef %arrayidx41), !dbg !100
  %34 = load ptr, ptr %position, align 8, !dbg !101
  %35 = load i32, ptr %i34, align 4, !dbg !102
  %idxprom42 = sext i32 %35 to i64, !dbg !101
  %arrayidx43 = getelementptr inbounds %struct.vector, ptr %34, i64 %idxprom42, !dbg !101
  %36 = load ptr, ptr %velocity, align 8, !dbg !103
  %37 = load i32, ptr %i34, align 4, !dbg !104
  %idxprom44 = sext i32 %37 to i64, !dbg !103
  %arrayidx45 = getelementptr inbounds %struct.vector, ptr %36, i64 %idxprom44, !dbg !103
  call void @add_scaled(ptr noundef %arrayidx43, double noundef 1.000000e-02, ptr noundef %arrayidx45), !dbg !105
  br label %for.inc46, !dbg !106

for.inc46:                                        ; preds = %for.body37
  %38 = load i32, ptr %i34, align 4, !dbg !107
  %inc47 = add nsw i32 %38, 1, !dbg !107
  store i32 %inc47, ptr %i34, align 4, !dbg !107
  br label %for.cond35, !dbg !95, !llvm.loop !108

for.end48:                                        ; preds = %for.cond35
  %39 = load i32, ptr %n, align 4, !dbg !109
  %40 = load ptr, ptr %position, align 8, !dbg !110
  %41 = load ptr, ptr %force, align 8, !dbg !111
  %call49 = call double @compute_forces(i32 noundef %39, ptr noundef %40, ptr noundef %41), !dbg !112
  store double %call49, ptr %potential, align 8, !dbg !113
  store i32 0, ptr %i50, align 4, !dbg !114
  br label %for.cond51, !dbg !115

for.cond51:                                       ; preds = %for.inc58, %for.end48
  %42 = load i32, ptr %i50, align 4, !dbg !116
  %43 = load i32, ptr %n, align 4, !dbg !117
  %cmp52 = icmp slt i32 %42, %43, !dbg !118
  br i1 %cmp52, label %for.body53, label %for.end60, !dbg !119

for.body53:                                       ; preds = %for.cond51
  %44 = load ptr, ptr %velocity, align 8, !dbg !120
  %45 = load i32, ptr %i50, align 4, !dbg !121
  %idxprom54 = sext i32 %45 to i64, !dbg !120
  %arrayidx55 = getelementptr inbounds %struct.vector, ptr %44, i64 %idxprom54, !dbg !120
  %46 = load ptr, ptr %force, align 8, !dbg !122
  %47 = load i32, ptr %i50, align 4, !dbg !123
  %idxprom56 = sext i32 %47 to i64, !dbg !122
  %arrayidx57 = getelementptr inbounds %struct.vector, ptr %46, i64 %idxprom56, !dbg !122
  call void @add_scaled(ptr noundef %arrayidx55, double noundef 5.000000e-03, ptr noundef %arrayidx57), !dbg !124
  br label %for.inc58, !dbg !124

for.inc58:                                        ; preds = %for.body53
  %48 = load i32, ptr %i50, align 4, !dbg !125
  %inc59 = add nsw i32 %48, 1, !dbg !125
  store i32 %inc59, ptr %i50, align 4, !dbg !125
  br label %for.cond51, !dbg !119, !llvm.loop !126

for.end60:                                        ; preds = %for.cond51
  br label %for.inc61, !dbg !128

for.inc61:                                        ; preds = %for.end60
  %49 = load i32, ptr %step, align 4, !dbg !129
  %inc62 = add nsw i32 %49, 1, !dbg !129
  store i32 %inc62, ptr %step, align 4, !dbg !129
  br label %for.cond31, !dbg !89, !llvm.loop !130

for.end63:                                        ; preds = %for.cond31
  store i32 0, ptr %i64, align 4, !dbg !131
  br label %for.cond65, !dbg !132

for.cond65:                                       ; preds = %for.inc72, %for.end63
  %50 = load i32, ptr %i64, align 4, !dbg !133
  %51 = load i32, ptr %n, align 4, !dbg !134
  %cmp66 = icmp slt i32 %50, %51, !dbg !135
  br i1 %cmp66, label %for.body67, label %for.end74, !dbg !136

for.body67:                                       ; preds = %for.cond65
  %52 = load ptr, ptr %velocity, align 8, !dbg !137
  %53 = load i32, ptr %i64, align 4, !dbg !138
  %idxprom68 = sext i32 %53 to i64, !dbg !137
  %arrayidx69 = getelementptr inbounds %struct.vector, ptr %52, i64 %idxprom68, !dbg !137
  call void @add_scaled(ptr noundef %momentum, double noundef 1.000000e+00, ptr noundef %arrayidx69), !dbg !139
  %54 = load i32, ptr %i64, align 4, !dbg !140
  %add = add nsw i32 %54, 1, !dbg !141
  %conv = sitofp i32 %add to double, !dbg !140
  %55 = load ptr, ptr %position, align 8, !dbg !142
  %56 = load i32, ptr %i64, align 4, !dbg !143
  %idxprom70 = sext i32 %56 to i64, !dbg !142
  %arrayidx71 = getelementptr inbounds %struct.vector, ptr %55, i64 %idxprom70, !dbg !142
  call void @add_scaled(ptr noundef %checksum, double noundef %conv, ptr noundef %arrayidx71), !dbg !144
  br label %for.inc72, !dbg !145

for.inc72:                                        ; preds = %for.body67
  %57 = load i32, ptr %i64, align 4, !dbg !146
  %inc73 = add nsw i32 %57, 1, !dbg !146
  store i32 %inc73, ptr %i64, align 4, !dbg !146
  br label %for.cond65, !dbg !136, !llvm.loop !147

for.end74:                                        ; preds = %for.cond65
  %58 = load double, ptr %potential, align 8, !dbg !148
  %59 = load i32, ptr %n, align 4, !dbg !149
  %60 = load ptr, ptr %velocity, align 8, !dbg !150
  %call75 = call double @kinetic_energy(i32 noundef %59, ptr noundef %60), !dbg !151
  %call76 = call i32 (ptr, ...) @printf(ptr noundef @.str.2, double noundef %58, double noundef %call75), !dbg !152
  %x77 = getelementptr inbounds nuw %struct.vector, ptr %momentum, i32 0, i32 0, !dbg !153
  %61 = load double, ptr %x77, align 8, !dbg !153
  %y78 = getelementptr inbounds nuw %struct.vector, ptr %momentum, i32 0, i32 1, !dbg !154
  %62 = load double, ptr %y78, align 8, !dbg !154
  %z79 = getelementptr inbounds nuw %struct.vector, ptr %momentum, i32 0, i32 2, !dbg !155
  %63 = load double, ptr %z79, align 8, !dbg !155
  %call80 = call i32 (ptr, ...) @printf(ptr noundef @.str.3, double noundef %61, double noundef %62, double noundef %63), !dbg !156
  %x81 = getelementptr inbounds nuw %struct.vector, ptr %checksum, i32 0, i32 0, !dbg !157
  %64 = load double, ptr %x81, align 8, !dbg !157
  %y82 = getelementptr inbounds nuw %struct.vector, ptr %checksum, i32 0, i32 1, !dbg !158
  %65 = load double, ptr %y82, align 8, !dbg !158
  %z83 = getelementptr inbounds nuw %struct.vector, ptr %checksum, i32 0, i32 2, !dbg !159
  %66 = load double, ptr %z83, align 8, !dbg !159
  %call84 = call i32 (ptr, ...) @printf(ptr noundef @.str.4, double noundef %64, double noundef %65, double noundef %66), !dbg !160
  %67 = load ptr, ptr %force, align 8, !dbg !161
  call void @free(ptr noundef %67) #8, !dbg !162
  %68 = load ptr, ptr %velocity, align 8, !dbg !163
  call void @free(ptr noundef %68) #8, !dbg !164
  %69 = load ptr, ptr %position, align 8, !dbg !165
  call void @free(ptr noundef %69) #8, !dbg !166
  ret i32 0, !dbg !167
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !168 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !169
  %cmp = icmp eq i32 %0, 1, !dbg !170
  br i1 %cmp, label %if.then, label %if.end, !dbg !170

if.then:                                          ; preds = %entry
  store i32 512, ptr %retval, align 4, !dbg !171
  br label %return, !dbg !171

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !172
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !172
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !172
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #8, !dbg !173
  store i64 %call, ptr %size, align 8, !dbg !174
  %3 = load i32, ptr %argc.addr, align 4, !dbg !175
  %cmp1 = icmp sgt i32 %3, 2, !dbg !176
  br i1 %cmp1, label %if.then13, label %lor.lhs.false, !dbg !177

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !178
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !179
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !179
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !179
  %cmp3 = icmp eq ptr %4, %6, !dbg !180
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4, !dbg !181

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !182
  %8 = load i8, ptr %7, align 1, !dbg !183
  %conv = sext i8 %8 to i32, !dbg !183
  %cmp5 = icmp ne i32 %conv, 0, !dbg !184
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7, !dbg !185

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !186
  %cmp8 = icmp slt i64 %9, 1, !dbg !187
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10, !dbg !188

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !189
  %cmp11 = icmp sgt i64 %10, 20000, !dbg !190
  br i1 %cmp11, label %if.then13, label %if.end15, !dbg !188

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !191
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.5, i32 noundef 20000, i32 noundef 512) #8, !dbg !192
  call void @exit(i32 noundef 2) #9, !dbg !193
  unreachable, !dbg !193

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !194
  %conv16 = trunc i64 %12 to i32, !dbg !195
  store i32 %conv16, ptr %retval, align 4, !dbg !196
  br label %return, !dbg !196

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !197
  ret i32 %13, !dbg !197
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i32 noundef %count) #0 !dbg !198 {
entry:
  %count.addr = alloca i32, align 4
  %block = alloca ptr, align 8
  store i32 %count, ptr %count.addr, align 4
  %0 = load i32, ptr %count.addr, align 4, !dbg !199
  %conv = sext i32 %0 to i64, !dbg !200
  %call = call noalias ptr @calloc(i64 noundef %conv, i64 noundef 24) #10, !dbg !201
  store ptr %call, ptr %block, align 8, !dbg !202
  %1 = load ptr, ptr %block, align 8, !dbg !203
  %cmp = icmp eq ptr %1, null, !dbg !204
  br i1 %cmp, label %if.then, label %if.end, !dbg !204

if.then:                                          ; preds = %entry
  %2 = load ptr, ptr @stderr, align 8, !dbg !205
  %call2 = call i32 @fputs(ptr noundef @.str.6, ptr noundef %2), !dbg !206
  call void @exit(i32 noundef 1) #9, !dbg !207
  unreachable, !dbg !207

if.end:                                           ; preds = %entry
  %3 = load ptr, ptr %block, align 8, !dbg !208
  ret ptr %3, !dbg !209
}

; Function Attrs: nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr writeonly captures(none), i8, i64, i1 immarg) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal double @uniform() #0 !dbg !210 {
entry:
  %0 = load i64, ptr @random_state, align 8, !dbg !211
  %mul = mul i64 %0, 6364136223846793005, !dbg !212
  %add = add i64 %mul, 1442695040888963407, !dbg !213
  store i64 %add, ptr @random_state, align 8, !dbg !214
  %1 = load i64, ptr @random_state, align 8, !dbg !215
  %shr = lshr i64 %1, 11, !dbg !216
  %conv = uitofp i64 %shr to double, !dbg !217
  %mul1 = fmul double %conv, 0x3CA0000000000000, !dbg !218
  ret double %mul1, !dbg !219
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @compute_forces(i32 noundef %n, ptr noundef %position, ptr noundef %force) #0 !dbg !220 {
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
  store double 0.000000e+00, ptr %potential, align 8, !dbg !221
  store i32 0, ptr %i, align 4, !dbg !222
  br label %for.cond, !dbg !223

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !224
  %1 = load i32, ptr %n.addr, align 4, !dbg !225
  %cmp = icmp slt i32 %0, %1, !dbg !226
  br i1 %cmp, label %for.body, label %for.end, !dbg !227

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %force.addr, align 8, !dbg !228
  %3 = load i32, ptr %i, align 4, !dbg !229
  %idxprom = sext i32 %3 to i64, !dbg !228
  %arrayidx = getelementptr inbounds %struct.vector, ptr %2, i64 %idxprom, !dbg !228
  call void @llvm.memset.p0.i64(ptr align 8 %.compoundliteral, i8 0, i64 24, i1 false), !dbg !230
  %x = getelementptr inbounds nuw %struct.vector, ptr %.compoundliteral, i32 0, i32 0, !dbg !231
  %y = getelementptr inbounds nuw %struct.vector, ptr %.compoundliteral, i32 0, i32 1, !dbg !231
  %z = getelementptr inbounds nuw %struct.vector, ptr %.compoundliteral, i32 0, i32 2, !dbg !231
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %arrayidx, ptr align 8 %.compoundliteral, i64 24, i1 false), !dbg !230
  br label %for.inc, !dbg !228

for.inc:                                          ; preds = %for.body
  %4 = load i32, ptr %i, align 4, !dbg !232
  %inc = add nsw i32 %4, 1, !dbg !232
  store i32 %inc, ptr %i, align 4, !dbg !232
  br label %for.cond, !dbg !227, !llvm.loop !233

for.end:                                          ; preds = %for.cond
  store i32 0, ptr %i1, align 4, !dbg !235
  br label %for.cond2, !dbg !236

for.cond2:                                        ; preds = %for.inc36, %for.end
  %5 = load i32, ptr %i1, align 4, !dbg !237
  %6 = load i32, ptr %n.addr, align 4, !dbg !238
  %cmp3 = icmp slt i32 %5, %6, !dbg !239
  br i1 %cmp3, label %for.body4, label %for.end38, !dbg !240

for.body4:                                        ; preds = %for.cond2
  %7 = load ptr, ptr %position.addr, align 8, !dbg !241
  %8 = load i32, ptr %i1, align 4, !dbg !242
  %idxprom5 = sext i32 %8 to i64, !dbg !241
  %arrayidx6 = getelementptr inbounds %struct.vector, ptr %7, i64 %idxprom5, !dbg !241
  store ptr %arrayidx6, ptr %a, align 8, !dbg !243
  %9 = load i32, ptr %i1, align 4, !dbg !244
  %add = add nsw i32 %9, 1, !dbg !245
  store i32 %add, ptr %j, align 4, !dbg !246
  br label %for.cond7, !dbg !247

for.cond7:                                        ; preds = %for.inc33, %for.body4
  %10 = load i32, ptr %j, align 4, !dbg !248
  %11 = load i32, ptr %n.addr, align 4, !dbg !249
  %cmp8 = icmp slt i32 %10, %11, !dbg !250
  br i1 %cmp8, label %for.body9, label %for.end35, !dbg !251

for.body9:                                        ; preds = %for.cond7
  %12 = load ptr, ptr %position.addr, align 8, !dbg !252
  %13 = load i32, ptr %j, align 4, !dbg !253
  %idxprom10 = sext i32 %13 to i64, !dbg !252
  %arrayidx11 = getelementptr inbounds %struct.vector, ptr %12, i64 %idxprom10, !dbg !252
  store ptr %arrayidx11, ptr %b, align 8, !dbg !254
  %14 = load ptr, ptr %a, align 8, !dbg !255
  %x12 = getelementptr inbounds nuw %struct.vector, ptr %14, i32 0, i32 0, !dbg !256
  %15 = load double, ptr %x12, align 8, !dbg !256
  %16 = load ptr, ptr %b, align 8, !dbg !257
  %x13 = getelementptr inbounds nuw %struct.vector, ptr %16, i32 0, i32 0, !dbg !258
  %17 = load double, ptr %x13, align 8, !dbg !258
  %sub = fsub double %15, %17, !dbg !259
  store double %sub, ptr %dx, align 8, !dbg !260
  %18 = load ptr, ptr %a, align 8, !dbg !261
  %y14 = getelementptr inbounds nuw %struct.vector, ptr %18, i32 0, i32 1, !dbg !262
  %19 = load double, ptr %y14, align 8, !dbg !262
  %20 = load ptr, ptr %b, align 8, !dbg !263
  %y15 = getelementptr inbounds nuw %struct.vector, ptr %20, i32 0, i32 1, !dbg !264
  %21 = load double, ptr %y15, align 8, !dbg !264
  %sub16 = fsub double %19, %21, !dbg !265
  store double %sub16, ptr %dy, align 8, !dbg !266
  %22 = load ptr, ptr %a, align 8, !dbg !267
  %z17 = getelementptr inbounds nuw %struct.vector, ptr %22, i32 0, i32 2, !dbg !268
  %23 = load double, ptr %z17, align 8, !dbg !268
  %24 = load ptr, ptr %b, align 8, !dbg !269
  %z18 = getelementptr inbounds nuw %struct.vector, ptr %24, i32 0, i32 2, !dbg !270
  %25 = load double, ptr %z18, align 8, !dbg !270
  %sub19 = fsub double %23, %25, !dbg !271
  store double %sub19, ptr %dz, align 8, !dbg !272
  %26 = load double, ptr %dx, align 8, !dbg !273
  %27 = load double, ptr %dx, align 8, !dbg !274
  %28 = load double, ptr %dy, align 8, !dbg !275
  %29 = load double, ptr %dy, align 8, !dbg !276
  %mul20 = fmul double %28, %29, !dbg !277
  %30 = call double @llvm.fmuladd.f64(double %26, double %27, double %mul20), !dbg !278
  %31 = load double, ptr %dz, align 8, !dbg !279
  %32 = load double, ptr %dz, align 8, !dbg !280
  %33 = call double @llvm.fmuladd.f64(double %31, double %32, double %30), !dbg !281
  store double %33, ptr %r2, align 8, !dbg !282
  %34 = load double, ptr %r2, align 8, !dbg !283
  %cmp21 = fcmp olt double %34, 0x4003BD3CC9BE45DE, !dbg !284
  br i1 %cmp21, label %if.then, label %if.end, !dbg !284

if.then:                                          ; preds = %for.body9
  %x22 = getelementptr inbounds nuw %struct.vector, ptr %d, i32 0, i32 0, !dbg !285
  %35 = load double, ptr %dx, align 8, !dbg !286
  store double %35, ptr %x22, align 8, !dbg !285
  %y23 = getelementptr inbounds nuw %struct.vector, ptr %d, i32 0, i32 1, !dbg !285
  %36 = load double, ptr %dy, align 8, !dbg !287
  store double %36, ptr %y23, align 8, !dbg !285
  %z24 = getelementptr inbounds nuw %struct.vector, ptr %d, i32 0, i32 2, !dbg !285
  %37 = load double, ptr %dz, align 8, !dbg !288
  store double %37, ptr %z24, align 8, !dbg !285
  %38 = load double, ptr %r2, align 8, !dbg !289
  %call = call double @sqrt(double noundef %38) #8, !dbg !290
  store double %call, ptr %r, align 8, !dbg !291
  %39 = load double, ptr %r, align 8, !dbg !292
  %mul = fmul double 2.000000e+00, %39, !dbg !293
  %call25 = call double @sin(double noundef %mul) #8, !dbg !294
  %40 = load double, ptr %r, align 8, !dbg !295
  %div = fdiv double %call25, %40, !dbg !296
  store double %div, ptr %pull, align 8, !dbg !297
  %41 = load double, ptr %r, align 8, !dbg !298
  %call26 = call double @cos(double noundef %41) #8, !dbg !299
  %42 = load double, ptr %r, align 8, !dbg !300
  %call27 = call double @cos(double noundef %42) #8, !dbg !301
  %43 = load double, ptr %potential, align 8, !dbg !302
  %neg = fneg double %call26, !dbg !302
  %44 = call double @llvm.fmuladd.f64(double %neg, double %call27, double %43), !dbg !302
  store double %44, ptr %potential, align 8, !dbg !302
  %45 = load ptr, ptr %force.addr, align 8, !dbg !303
  %46 = load i32, ptr %i1, align 4, !dbg !304
  %idxprom29 = sext i32 %46 to i64, !dbg !303
  %arrayidx30 = getelementptr inbounds %struct.vector, ptr %45, i64 %idxprom29, !dbg !303
  %47 = load double, ptr %pull, align 8, !dbg !305
  %fneg = fneg double %47, !dbg !306
  call void @add_scaled(ptr noundef %arrayidx30, double noundef %fneg, ptr noundef %d), !dbg !307
  %48 = load ptr, ptr %force.addr, align 8, !dbg !308
  %49 = load i32, ptr %j, align 4, !dbg !309
  %idxprom31 = sext i32 %49 to i64, !dbg !308
  %arrayidx32 = getelementptr inbounds %struct.vector, ptr %48, i64 %idxprom31, !dbg !308
  %50 = load double, ptr %pull, align 8, !dbg !310
  call void @add_scaled(ptr noundef %arrayidx32, double noundef %50, ptr noundef %d), !dbg !311
  br label %if.end, !dbg !312

if.end:                                           ; preds = %if.then, %for.body9
  br label %for.inc33, !dbg !313

for.inc33:                                        ; preds = %if.end
  %51 = load i32, ptr %j, align 4, !dbg !314
  %inc34 = add nsw i32 %51, 1, !dbg !314
  store i32 %inc34, ptr %j, align 4, !dbg !314
  br label %for.cond7, !dbg !251, !llvm.loop !315

for.end35:                                        ; preds = %for.cond7
  br label %for.inc36, !dbg !316

for.inc36:                                        ; preds = %for.end35
  %52 = load i32, ptr %i1, align 4, !dbg !317
  %inc37 = add nsw i32 %52, 1, !dbg !317
  store i32 %inc37, ptr %i1, align 4, !dbg !317
  br label %for.cond2, !dbg !240, !llvm.loop !318

for.end38:                                        ; preds = %for.cond2
  %53 = load double, ptr %potential, align 8, !dbg !319
  ret double %53, !dbg !320
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: noinline nounwind optnone uwtable
define internal double @kinetic_energy(i32 noundef %n, ptr noundef %velocity) #0 !dbg !321 {
entry:
  %n.addr = alloca i32, align 4
  %velocity.addr = alloca ptr, align 8
  %sum = alloca double, align 8
  %i = alloca i32, align 4
  %v = alloca ptr, align 8
  store i32 %n, ptr %n.addr, align 4
  store ptr %velocity, ptr %velocity.addr, align 8
  store double 0.000000e+00, ptr %sum, align 8, !dbg !322
  store i32 0, ptr %i, align 4, !dbg !323
  br label %for.cond, !dbg !324

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %i, align 4, !dbg !325
  %1 = load i32, ptr %n.addr, align 4, !dbg !326
  %cmp = icmp slt i32 %0, %1, !dbg !327
  br i1 %cmp, label %for.body, label %for.end, !dbg !328

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %velocity.addr, align 8, !dbg !329
  %3 = load i32, ptr %i, align 4, !dbg !330
  %idxprom = sext i32 %3 to i64, !dbg !329
  %arrayidx = getelementptr inbounds %struct.vector, ptr %2, i64 %idxprom, !dbg !329
  store ptr %arrayidx, ptr %v, align 8, !dbg !331
  %4 = load ptr, ptr %v, align 8, !dbg !332
  %x = getelementptr inbounds nuw %struct.vector, ptr %4, i32 0, i32 0, !dbg !333
  %5 = load double, ptr %x, align 8, !dbg !333
  %6 = load ptr, ptr %v, align 8, !dbg !334
  %x1 = getelementptr inbounds nuw %struct.vector, ptr %6, i32 0, i32 0, !dbg !335
  %7 = load double, ptr %x1, align 8, !dbg !335
  %8 = load ptr, ptr %v, align 8, !dbg !336
  %y = getelementptr inbounds nuw %struct.vector, ptr %8, i32 0, i32 1, !dbg !337
  %9 = load double, ptr %y, align 8, !dbg !337
  %10 = load ptr, ptr %v, align 8, !dbg !338
  %y2 = getelementptr inbounds nuw %struct.vector, ptr %10, i32 0, i32 1, !dbg !339
  %11 = load double, ptr %y2, align 8, !dbg !339
  %mul3 = fmul double %9, %11, !dbg !340
  %12 = call double @llvm.fmuladd.f64(double %5, double %7, double %mul3), !dbg !341
  %13 = load ptr, ptr %v, align 8, !dbg !342
  %z = getelementptr inbounds nuw %struct.vector, ptr %13, i32 0, i32 2, !dbg !343
  %14 = load double, ptr %z, align 8, !dbg !343
  %15 = load ptr, ptr %v, align 8, !dbg !344
  %z4 = getelementptr inbounds nuw %struct.vector, ptr %15, i32 0, i32 2, !dbg !345
  %16 = load double, ptr %z4, align 8, !dbg !345
  %17 = call double @llvm.fmuladd.f64(double %14, double %16, double %12), !dbg !346
  %18 = load double, ptr %sum, align 8, !dbg !347
  %add = fadd double %18, %17, !dbg !347
  store double %add, ptr %sum, align 8, !dbg !347
  br label %for.inc, !dbg !348

for.inc:                                          ; preds = %for.body
  %19 = load i32, ptr %i, align 4, !dbg !349
  %inc = add nsw i32 %19, 1, !dbg !349
  store i32 %inc, ptr %i, align 4, !dbg !349
  br label %for.cond, !dbg !328, !llvm.loop !350

for.end:                                          ; preds = %for.cond
  %20 = load double, ptr %sum, align 8, !dbg !351
  %mul = fmul double 5.000000e-01, %20, !dbg !352
  ret double %mul, !dbg !353
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @add_scaled(ptr noundef %a, double noundef %factor, ptr noundef %b) #0 !dbg !354 {
entry:
  %a.addr = alloca ptr, align 8
  %factor.addr = alloca double, align 8
  %b.addr = alloca ptr, align 8
  store ptr %a, ptr %a.addr, align 8
  store double %factor, ptr %factor.addr, align 8
  store ptr %b, ptr %b.addr, align 8
  %0 = load double, ptr %factor.addr, align 8, !dbg !355
  %1 = load ptr, ptr %b.addr, align 8, !dbg !356
  %x = getelementptr inbounds nuw %struct.vector, ptr %1, i32 0, i32 0, !dbg !357
  %2 = load double, ptr %x, align 8, !dbg !357
  %3 = load ptr, ptr %a.addr, align 8, !dbg !358
  %x1 = getelementptr inbounds nuw %struct.vector, ptr %3, i32 0, i32 0, !dbg !359
  %4 = load double, ptr %x1, align 8, !dbg !360
  %5 = call double @llvm.fmuladd.f64(double %0, double %2, double %4), !dbg !360
  store double %5, ptr %x1, align 8, !dbg !360
  %6 = load double, ptr %factor.addr, align 8, !dbg !361
  %7 = load ptr, ptr %b.addr, align 8, !dbg !362
  %y = getelementptr inbounds nuw %struct.vector, ptr %7, i32 0, i32 1, !dbg !363
  %8 = load double, ptr %y, align 8, !dbg !363
  %9 = load ptr, ptr %a.addr, align 8, !dbg !364
  %y2 = getelementptr inbounds nuw %struct.vector, ptr %9, i32 0, i32 1, !dbg !365
  %10 = load double, ptr %y2, align 8, !dbg !366
  %11 = call double @llvm.fmuladd.f64(double %6, double %8, double %10), !dbg !366
  store double %11, ptr %y2, align 8, !dbg !366
  %12 = load double, ptr %factor.addr, align 8, !dbg !367
  %13 = load ptr, ptr %b.addr, align 8, !dbg !368
  %z = getelementptr inbounds nuw %struct.vector, ptr %13, i32 0, i32 2, !dbg !369
  %14 = load double, ptr %z, align 8, !dbg !369
  %15 = load ptr, ptr %a.addr, align 8, !dbg !370
  %z3 = getelementptr inbounds nuw %struct.vector, ptr %15, i32 0, i32 2, !dbg !371
  %16 = load double, ptr %z3, align 8, !dbg !372
  %17 = call double @llvm.fmuladd.f64(double %12, double %14, double %16), !dbg !372
  store double %17, ptr %z3, align 8, !dbg !372
  ret void, !dbg !373
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

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "md.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 106, type: !10, scopeLine: 107, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 108, column: 23, scope: !9)
!13 = !DILocation(line: 108, column: 29, scope: !9)
!14 = !DILocation(line: 108, column: 13, scope: !9)
!15 = !DILocation(line: 108, column: 9, scope: !9)
!16 = !DILocation(line: 109, column: 40, scope: !9)
!17 = !DILocation(line: 109, column: 31, scope: !9)
!18 = !DILocation(line: 109, column: 20, scope: !9)
!19 = !DILocation(line: 109, column: 65, scope: !9)
!20 = !DILocation(line: 109, column: 56, scope: !9)
!21 = !DILocation(line: 109, column: 45, scope: !9)
!22 = !DILocation(line: 109, column: 87, scope: !9)
!23 = !DILocation(line: 109, column: 78, scope: !9)
!24 = !DILocation(line: 109, column: 70, scope: !9)
!25 = !DILocation(line: 110, column: 19, scope: !9)
!26 = !DILocation(line: 110, column: 47, scope: !9)
!27 = !DILocation(line: 113, column: 14, scope: !9)
!28 = !DILocation(line: 113, column: 10, scope: !9)
!29 = !DILocation(line: 113, column: 21, scope: !9)
!30 = !DILocation(line: 113, column: 25, scope: !9)
!31 = !DILocation(line: 113, column: 23, scope: !9)
!32 = !DILocation(line: 113, column: 5, scope: !9)
!33 = !DILocation(line: 114, column: 31, scope: !9)
!34 = !DILocation(line: 114, column: 29, scope: !9)
!35 = !DILocation(line: 114, column: 9, scope: !9)
!36 = !DILocation(line: 114, column: 18, scope: !9)
!37 = !DILocation(line: 114, column: 21, scope: !9)
!38 = !DILocation(line: 114, column: 23, scope: !9)
!39 = !DILocation(line: 115, column: 31, scope: !9)
!40 = !DILocation(line: 115, column: 29, scope: !9)
!41 = !DILocation(line: 115, column: 9, scope: !9)
!42 = !DILocation(line: 115, column: 18, scope: !9)
!43 = !DILocation(line: 115, column: 21, scope: !9)
!44 = !DILocation(line: 115, column: 23, scope: !9)
!45 = !DILocation(line: 116, column: 31, scope: !9)
!46 = !DILocation(line: 116, column: 29, scope: !9)
!47 = !DILocation(line: 116, column: 9, scope: !9)
!48 = !DILocation(line: 116, column: 18, scope: !9)
!49 = !DILocation(line: 116, column: 21, scope: !9)
!50 = !DILocation(line: 116, column: 23, scope: !9)
!51 = !DILocation(line: 117, column: 25, scope: !9)
!52 = !DILocation(line: 117, column: 35, scope: !9)
!53 = !DILocation(line: 117, column: 9, scope: !9)
!54 = !DILocation(line: 117, column: 18, scope: !9)
!55 = !DILocation(line: 117, column: 21, scope: !9)
!56 = !DILocation(line: 117, column: 23, scope: !9)
!57 = !DILocation(line: 118, column: 25, scope: !9)
!58 = !DILocation(line: 118, column: 35, scope: !9)
!59 = !DILocation(line: 118, column: 9, scope: !9)
!60 = !DILocation(line: 118, column: 18, scope: !9)
!61 = !DILocation(line: 118, column: 21, scope: !9)
!62 = !DILocation(line: 118, column: 23, scope: !9)
!63 = !DILocation(line: 119, column: 25, scope: !9)
!64 = !DILocation(line: 119, column: 35, scope: !9)
!65 = !DILocation(line: 119, column: 9, scope: !9)
!66 = !DILocation(line: 119, column: 18, scope: !9)
!67 = !DILocation(line: 119, column: 21, scope: !9)
!68 = !DILocation(line: 119, column: 23, scope: !9)
!69 = !DILocation(line: 120, column: 5, scope: !9)
!70 = !DILocation(line: 113, column: 29, scope: !9)
!71 = distinct !{!71, !32, !69, !72}
!72 = !{!"llvm.loop.mustprogress"}
!73 = !DILocation(line: 121, column: 32, scope: !9)
!74 = !DILocation(line: 121, column: 35, scope: !9)
!75 = !DILocation(line: 121, column: 45, scope: !9)
!76 = !DILocation(line: 121, column: 17, scope: !9)
!77 = !DILocation(line: 121, column: 15, scope: !9)
!78 = !DILocation(line: 122, column: 30, scope: !9)
!79 = !DILocation(line: 122, column: 5, scope: !9)
!80 = !DILocation(line: 123, column: 36, scope: !9)
!81 = !DILocation(line: 123, column: 62, scope: !9)
!82 = !DILocation(line: 123, column: 65, scope: !9)
!83 = !DILocation(line: 123, column: 47, scope: !9)
!84 = !DILocation(line: 123, column: 5, scope: !9)
!85 = !DILocation(line: 124, column: 14, scope: !9)
!86 = !DILocation(line: 124, column: 10, scope: !9)
!87 = !DILocation(line: 124, column: 24, scope: !9)
!88 = !DILocation(line: 124, column: 29, scope: !9)
!89 = !DILocation(line: 124, column: 5, scope: !9)
!90 = !DILocation(line: 125, column: 18, scope: !9)
!91 = !DILocation(line: 125, column: 14, scope: !9)
!92 = !DILocation(line: 125, column: 25, scope: !9)
!93 = !DILocation(line: 125, column: 29, scope: !9)
!94 = !DILocation(line: 125, column: 27, scope: !9)
!95 = !DILocation(line: 125, column: 9, scope: !9)
!96 = !DILocation(line: 126, column: 25, scope: !9)
!97 = !DILocation(line: 126, column: 34, scope: !9)
!98 = !DILocation(line: 126, column: 56, scope: !9)
!99 = !DILocation(line: 126, column: 62, scope: !9)
!100 = !DILocation(line: 126, column: 13, scope: !9)
!101 = !DILocation(line: 127, column: 25, scope: !9)
!102 = !DILocation(line: 127, column: 34, scope: !9)
!103 = !DILocation(line: 127, column: 50, scope: !9)
!104 = !DILocation(line: 127, column: 59, scope: !9)
!105 = !DILocation(line: 127, column: 13, scope: !9)
!106 = !DILocation(line: 128, column: 9, scope: !9)
!107 = !DILocation(line: 125, column: 33, scope: !9)
!108 = distinct !{!108, !95, !106, !72}
!109 = !DILocation(line: 129, column: 36, scope: !9)
!110 = !DILocation(line: 129, column: 39, scope: !9)
!111 = !DILocation(line: 129, column: 49, scope: !9)
!112 = !DILocation(line: 129, column: 21, scope: !9)
!113 = !DILocation(line: 129, column: 19, scope: !9)
!114 = !DILocation(line: 130, column: 18, scope: !9)
!115 = !DILocation(line: 130, column: 14, scope: !9)
!116 = !DILocation(line: 130, column: 25, scope: !9)
!117 = !DILocation(line: 130, column: 29, scope: !9)
!118 = !DILocation(line: 130, column: 27, scope: !9)
!119 = !DILocation(line: 130, column: 9, scope: !9)
!120 = !DILocation(line: 131, column: 25, scope: !9)
!121 = !DILocation(line: 131, column: 34, scope: !9)
!122 = !DILocation(line: 131, column: 56, scope: !9)
!123 = !DILocation(line: 131, column: 62, scope: !9)
!124 = !DILocation(line: 131, column: 13, scope: !9)
!125 = !DILocation(line: 130, column: 33, scope: !9)
!126 = distinct !{!126, !119, !127, !72}
!127 = !DILocation(line: 131, column: 64, scope: !9)
!128 = !DILocation(line: 132, column: 5, scope: !9)
!129 = !DILocation(line: 124, column: 42, scope: !9)
!130 = distinct !{!130, !89, !128, !72}
!131 = !DILocation(line: 133, column: 14, scope: !9)
!132 = !DILocation(line: 133, column: 10, scope: !9)
!133 = !DILocation(line: 133, column: 21, scope: !9)
!134 = !DILocation(line: 133, column: 25, scope: !9)
!135 = !DILocation(line: 133, column: 23, scope: !9)
!136 = !DILocation(line: 133, column: 5, scope: !9)
!137 = !DILocation(line: 134, column: 37, scope: !9)
!138 = !DILocation(line: 134, column: 46, scope: !9)
!139 = !DILocation(line: 134, column: 9, scope: !9)
!140 = !DILocation(line: 135, column: 31, scope: !9)
!141 = !DILocation(line: 135, column: 33, scope: !9)
!142 = !DILocation(line: 135, column: 39, scope: !9)
!143 = !DILocation(line: 135, column: 48, scope: !9)
!144 = !DILocation(line: 135, column: 9, scope: !9)
!145 = !DILocation(line: 136, column: 5, scope: !9)
!146 = !DILocation(line: 133, column: 29, scope: !9)
!147 = distinct !{!147, !136, !145, !72}
!148 = !DILocation(line: 137, column: 35, scope: !9)
!149 = !DILocation(line: 137, column: 61, scope: !9)
!150 = !DILocation(line: 137, column: 64, scope: !9)
!151 = !DILocation(line: 137, column: 46, scope: !9)
!152 = !DILocation(line: 137, column: 5, scope: !9)
!153 = !DILocation(line: 138, column: 53, scope: !9)
!154 = !DILocation(line: 138, column: 65, scope: !9)
!155 = !DILocation(line: 138, column: 77, scope: !9)
!156 = !DILocation(line: 138, column: 5, scope: !9)
!157 = !DILocation(line: 139, column: 53, scope: !9)
!158 = !DILocation(line: 139, column: 65, scope: !9)
!159 = !DILocation(line: 139, column: 77, scope: !9)
!160 = !DILocation(line: 139, column: 5, scope: !9)
!161 = !DILocation(line: 140, column: 10, scope: !9)
!162 = !DILocation(line: 140, column: 5, scope: !9)
!163 = !DILocation(line: 141, column: 10, scope: !9)
!164 = !DILocation(line: 141, column: 5, scope: !9)
!165 = !DILocation(line: 142, column: 10, scope: !9)
!166 = !DILocation(line: 142, column: 5, scope: !9)
!167 = !DILocation(line: 143, column: 5, scope: !9)
!168 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 38, type: !10, scopeLine: 39, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!169 = !DILocation(line: 42, column: 9, scope: !168)
!170 = !DILocation(line: 42, column: 14, scope: !168)
!171 = !DILocation(line: 43, column: 9, scope: !168)
!172 = !DILocation(line: 44, column: 19, scope: !168)
!173 = !DILocation(line: 44, column: 12, scope: !168)
!174 = !DILocation(line: 44, column: 10, scope: !168)
!175 = !DILocation(line: 45, column: 9, scope: !168)
!176 = !DILocation(line: 45, column: 14, scope: !168)
!177 = !DILocation(line: 45, column: 18, scope: !168)
!178 = !DILocation(line: 45, column: 21, scope: !168)
!179 = !DILocation(line: 45, column: 28, scope: !168)
!180 = !DILocation(line: 45, column: 25, scope: !168)
!181 = !DILocation(line: 45, column: 36, scope: !168)
!182 = !DILocation(line: 45, column: 40, scope: !168)
!183 = !DILocation(line: 45, column: 39, scope: !168)
!184 = !DILocation(line: 45, column: 44, scope: !168)
!185 = !DILocation(line: 45, column: 52, scope: !168)
!186 = !DILocation(line: 45, column: 55, scope: !168)
!187 = !DILocation(line: 45, column: 60, scope: !168)
!188 = !DILocation(line: 45, column: 64, scope: !168)
!189 = !DILocation(line: 45, column: 67, scope: !168)
!190 = !DILocation(line: 45, column: 72, scope: !168)
!191 = !DILocation(line: 46, column: 17, scope: !168)
!192 = !DILocation(line: 46, column: 9, scope: !168)
!193 = !DILocation(line: 48, column: 9, scope: !168)
!194 = !DILocation(line: 50, column: 17, scope: !168)
!195 = !DILocation(line: 50, column: 12, scope: !168)
!196 = !DILocation(line: 50, column: 5, scope: !168)
!197 = !DILocation(line: 51, column: 1, scope: !168)
!198 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 53, type: !10, scopeLine: 54, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!199 = !DILocation(line: 55, column: 43, scope: !198)
!200 = !DILocation(line: 55, column: 35, scope: !198)
!201 = !DILocation(line: 55, column: 28, scope: !198)
!202 = !DILocation(line: 55, column: 20, scope: !198)
!203 = !DILocation(line: 56, column: 9, scope: !198)
!204 = !DILocation(line: 56, column: 15, scope: !198)
!205 = !DILocation(line: 57, column: 38, scope: !198)
!206 = !DILocation(line: 57, column: 9, scope: !198)
!207 = !DILocation(line: 58, column: 9, scope: !198)
!208 = !DILocation(line: 60, column: 12, scope: !198)
!209 = !DILocation(line: 60, column: 5, scope: !198)
!210 = distinct !DISubprogram(name: "uniform", scope: !1, file: !1, line: 32, type: !10, scopeLine: 33, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!211 = !DILocation(line: 34, column: 20, scope: !210)
!212 = !DILocation(line: 34, column: 33, scope: !210)
!213 = !DILocation(line: 34, column: 65, scope: !210)
!214 = !DILocation(line: 34, column: 18, scope: !210)
!215 = !DILocation(line: 35, column: 21, scope: !210)
!216 = !DILocation(line: 35, column: 34, scope: !210)
!217 = !DILocation(line: 35, column: 12, scope: !210)
!218 = !DILocation(line: 35, column: 41, scope: !210)
!219 = !DILocation(line: 35, column: 5, scope: !210)
!220 = distinct !DISubprogram(name: "compute_forces", scope: !1, file: !1, line: 73, type: !10, scopeLine: 74, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!221 = !DILocation(line: 75, column: 12, scope: !220)
!222 = !DILocation(line: 76, column: 14, scope: !220)
!223 = !DILocation(line: 76, column: 10, scope: !220)
!224 = !DILocation(line: 76, column: 21, scope: !220)
!225 = !DILocation(line: 76, column: 25, scope: !220)
!226 = !DILocation(line: 76, column: 23, scope: !220)
!227 = !DILocation(line: 76, column: 5, scope: !220)
!228 = !DILocation(line: 77, column: 9, scope: !220)
!229 = !DILocation(line: 77, column: 15, scope: !220)
!230 = !DILocation(line: 77, column: 20, scope: !220)
!231 = !DILocation(line: 77, column: 35, scope: !220)
!232 = !DILocation(line: 76, column: 29, scope: !220)
!233 = distinct !{!233, !227, !234, !72}
!234 = !DILocation(line: 77, column: 49, scope: !220)
!235 = !DILocation(line: 78, column: 14, scope: !220)
!236 = !DILocation(line: 78, column: 10, scope: !220)
!237 = !DILocation(line: 78, column: 21, scope: !220)
!238 = !DILocation(line: 78, column: 25, scope: !220)
!239 = !DILocation(line: 78, column: 23, scope: !220)
!240 = !DILocation(line: 78, column: 5, scope: !220)
!241 = !DILocation(line: 79, column: 35, scope: !220)
!242 = !DILocation(line: 79, column: 44, scope: !220)
!243 = !DILocation(line: 79, column: 30, scope: !220)
!244 = !DILocation(line: 80, column: 22, scope: !220)
!245 = !DILocation(line: 80, column: 24, scope: !220)
!246 = !DILocation(line: 80, column: 18, scope: !220)
!247 = !DILocation(line: 80, column: 14, scope: !220)
!248 = !DILocation(line: 80, column: 29, scope: !220)
!249 = !DILocation(line: 80, column: 33, scope: !220)
!250 = !DILocation(line: 80, column: 31, scope: !220)
!251 = !DILocation(line: 80, column: 9, scope: !220)
!252 = !DILocation(line: 81, column: 39, scope: !220)
!253 = !DILocation(line: 81, column: 48, scope: !220)
!254 = !DILocation(line: 81, column: 34, scope: !220)
!255 = !DILocation(line: 82, column: 25, scope: !220)
!256 = !DILocation(line: 82, column: 28, scope: !220)
!257 = !DILocation(line: 82, column: 32, scope: !220)
!258 = !DILocation(line: 82, column: 35, scope: !220)
!259 = !DILocation(line: 82, column: 30, scope: !220)
!260 = !DILocation(line: 82, column: 20, scope: !220)
!261 = !DILocation(line: 82, column: 43, scope: !220)
!262 = !DILocation(line: 82, column: 46, scope: !220)
!263 = !DILocation(line: 82, column: 50, scope: !220)
!264 = !DILocation(line: 82, column: 53, scope: !220)
!265 = !DILocation(line: 82, column: 48, scope: !220)
!266 = !DILocation(line: 82, column: 38, scope: !220)
!267 = !DILocation(line: 82, column: 61, scope: !220)
!268 = !DILocation(line: 82, column: 64, scope: !220)
!269 = !DILocation(line: 82, column: 68, scope: !220)
!270 = !DILocation(line: 82, column: 71, scope: !220)
!271 = !DILocation(line: 82, column: 66, scope: !220)
!272 = !DILocation(line: 82, column: 56, scope: !220)
!273 = !DILocation(line: 83, column: 25, scope: !220)
!274 = !DILocation(line: 83, column: 30, scope: !220)
!275 = !DILocation(line: 83, column: 35, scope: !220)
!276 = !DILocation(line: 83, column: 40, scope: !220)
!277 = !DILocation(line: 83, column: 38, scope: !220)
!278 = !DILocation(line: 83, column: 33, scope: !220)
!279 = !DILocation(line: 83, column: 45, scope: !220)
!280 = !DILocation(line: 83, column: 50, scope: !220)
!281 = !DILocation(line: 83, column: 43, scope: !220)
!282 = !DILocation(line: 83, column: 20, scope: !220)
!283 = !DILocation(line: 84, column: 17, scope: !220)
!284 = !DILocation(line: 84, column: 20, scope: !220)
!285 = !DILocation(line: 85, column: 35, scope: !220)
!286 = !DILocation(line: 85, column: 36, scope: !220)
!287 = !DILocation(line: 85, column: 40, scope: !220)
!288 = !DILocation(line: 85, column: 44, scope: !220)
!289 = !DILocation(line: 86, column: 33, scope: !220)
!290 = !DILocation(line: 86, column: 28, scope: !220)
!291 = !DILocation(line: 86, column: 24, scope: !220)
!292 = !DILocation(line: 86, column: 55, scope: !220)
!293 = !DILocation(line: 86, column: 53, scope: !220)
!294 = !DILocation(line: 86, column: 45, scope: !220)
!295 = !DILocation(line: 86, column: 60, scope: !220)
!296 = !DILocation(line: 86, column: 58, scope: !220)
!297 = !DILocation(line: 86, column: 38, scope: !220)
!298 = !DILocation(line: 87, column: 34, scope: !220)
!299 = !DILocation(line: 87, column: 30, scope: !220)
!300 = !DILocation(line: 87, column: 43, scope: !220)
!301 = !DILocation(line: 87, column: 39, scope: !220)
!302 = !DILocation(line: 87, column: 27, scope: !220)
!303 = !DILocation(line: 88, column: 29, scope: !220)
!304 = !DILocation(line: 88, column: 35, scope: !220)
!305 = !DILocation(line: 88, column: 40, scope: !220)
!306 = !DILocation(line: 88, column: 39, scope: !220)
!307 = !DILocation(line: 88, column: 17, scope: !220)
!308 = !DILocation(line: 89, column: 29, scope: !220)
!309 = !DILocation(line: 89, column: 35, scope: !220)
!310 = !DILocation(line: 89, column: 39, scope: !220)
!311 = !DILocation(line: 89, column: 17, scope: !220)
!312 = !DILocation(line: 90, column: 13, scope: !220)
!313 = !DILocation(line: 91, column: 9, scope: !220)
!314 = !DILocation(line: 80, column: 37, scope: !220)
!315 = distinct !{!315, !251, !313, !72}
!316 = !DILocation(line: 92, column: 5, scope: !220)
!317 = !DILocation(line: 78, column: 29, scope: !220)
!318 = distinct !{!318, !240, !316, !72}
!319 = !DILocation(line: 93, column: 12, scope: !220)
!320 = !DILocation(line: 93, column: 5, scope: !220)
!321 = distinct !DISubprogram(name: "kinetic_energy", scope: !1, file: !1, line: 96, type: !10, scopeLine: 97, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!322 = !DILocation(line: 98, column: 12, scope: !321)
!323 = !DILocation(line: 99, column: 14, scope: !321)
!324 = !DILocation(line: 99, column: 10, scope: !321)
!325 = !DILocation(line: 99, column: 21, scope: !321)
!326 = !DILocation(line: 99, column: 25, scope: !321)
!327 = !DILocation(line: 99, column: 23, scope: !321)
!328 = !DILocation(line: 99, column: 5, scope: !321)
!329 = !DILocation(line: 100, column: 35, scope: !321)
!330 = !DILocation(line: 100, column: 44, scope: !321)
!331 = !DILocation(line: 100, column: 30, scope: !321)
!332 = !DILocation(line: 101, column: 16, scope: !321)
!333 = !DILocation(line: 101, column: 19, scope: !321)
!334 = !DILocation(line: 101, column: 23, scope: !321)
!335 = !DILocation(line: 101, column: 26, scope: !321)
!336 = !DILocation(line: 101, column: 30, scope: !321)
!337 = !DILocation(line: 101, column: 33, scope: !321)
!338 = !DILocation(line: 101, column: 37, scope: !321)
!339 = !DILocation(line: 101, column: 40, scope: !321)
!340 = !DILocation(line: 101, column: 35, scope: !321)
!341 = !DILocation(line: 101, column: 28, scope: !321)
!342 = !DILocation(line: 101, column: 44, scope: !321)
!343 = !DILocation(line: 101, column: 47, scope: !321)
!344 = !DILocation(line: 101, column: 51, scope: !321)
!345 = !DILocation(line: 101, column: 54, scope: !321)
!346 = !DILocation(line: 101, column: 42, scope: !321)
!347 = !DILocation(line: 101, column: 13, scope: !321)
!348 = !DILocation(line: 102, column: 5, scope: !321)
!349 = !DILocation(line: 99, column: 29, scope: !321)
!350 = distinct !{!350, !328, !348, !72}
!351 = !DILocation(line: 103, column: 18, scope: !321)
!352 = !DILocation(line: 103, column: 16, scope: !321)
!353 = !DILocation(line: 103, column: 5, scope: !321)
!354 = distinct !DISubprogram(name: "add_scaled", scope: !1, file: !1, line: 64, type: !10, scopeLine: 65, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!355 = !DILocation(line: 66, column: 13, scope: !354)
!356 = !DILocation(line: 66, column: 22, scope: !354)
!357 = !DILocation(line: 66, column: 25, scope: !354)
!358 = !DILocation(line: 66, column: 5, scope: !354)
!359 = !DILocation(line: 66, column: 8, scope: !354)
!360 = !DILocation(line: 66, column: 10, scope: !354)
!361 = !DILocation(line: 67, column: 13, scope: !354)
!362 = !DILocation(line: 67, column: 22, scope: !354)
!363 = !DILocation(line: 67, column: 25, scope: !354)
!364 = !DILocation(line: 67, column: 5, scope: !354)
!365 = !DILocation(line: 67, column: 8, scope: !354)
!366 = !DILocation(line: 67, column: 10, scope: !354)
!367 = !DILocation(line: 68, column: 13, scope: !354)
!368 = !DILocation(line: 68, column: 22, scope: !354)
!369 = !DILocation(line: 68, column: 25, scope: !354)
!370 = !DILocation(line: 68, column: 5, scope: !354)
!371 = !DILocation(line: 68, column: 8, scope: !354)
!372 = !DILocation(line: 68, column: 10, scope: !354)
!373 = !DILocation(line: 69, column: 1, scope: !354)

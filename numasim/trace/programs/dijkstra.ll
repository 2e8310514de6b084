; ModuleID = 'dijkstra.c'
source_filename = "dijkstra.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

@.str = private unnamed_addr constant [32 x i8] c"nodes %d\0Asources %d\0Alongest %d\0A\00", align 1
@.str.1 = private unnamed_addr constant [26 x i8] c"total %lld\0Achecksum %lld\0A\00", align 1
@stderr = external global ptr, align 8
@.str.2 = private unnamed_addr constant [63 x i8] c"dijkstra: give one size, an integer from 1 to %d (default %d)\0A\00", align 1
@.str.3 = private unnamed_addr constant [25 x i8] c"dijkstra: out of memory\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %n = alloca i32, align 4
  %weight = alloca ptr, align 8
  %distance = alloca ptr, align 8
  %settled = alloca ptr, align 8
  %sources = alloca i32, align 4
  %longest = alloca i32, align 4
  %total = alloca i64, align 8
  %checksum = alloca i64, align 8
  %source = alloca i32, align 4
  %v = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %n, align 4, !dbg !15
  %2 = load i32, ptr %n, align 4, !dbg !16
  %conv = sext i32 %2 to i64, !dbg !17
  %3 = load i32, ptr %n, align 4, !dbg !18
  %conv1 = sext i32 %3 to i64, !dbg !19
  %mul = mul i64 %conv, %conv1, !dbg !20
  %call2 = call ptr @allocate(i64 noundef %mul, i64 noundef 4), !dbg !21
  store ptr %call2, ptr %weight, align 8, !dbg !22
  %4 = load i32, ptr %n, align 4, !dbg !23
  %conv3 = sext i32 %4 to i64, !dbg !24
  %call4 = call ptr @allocate(i64 noundef %conv3, i64 noundef 4), !dbg !25
  store ptr %call4, ptr %distance, align 8, !dbg !26
  %5 = load i32, ptr %n, align 4, !dbg !27
  %conv5 = sext i32 %5 to i64, !dbg !28
  %call6 = call ptr @allocate(i64 noundef %conv5, i64 noundef 1), !dbg !29
  store ptr %call6, ptr %settled, align 8, !dbg !30
  store i32 0, ptr %sources, align 4, !dbg !31
  store i32 0, ptr %longest, align 4, !dbg !32
  store i64 0, ptr %total, align 8, !dbg !33
  store i64 0, ptr %checksum, align 8, !dbg !34
  %6 = load i32, ptr %n, align 4, !dbg !35
  %7 = load ptr, ptr %weight, align 8, !dbg !36
  call void @random_graph(i32 noundef %6, ptr noundef %7), !dbg !37
  store i32 0, ptr %source, align 4, !dbg !38
  br label %for.cond, !dbg !39

for.cond:                                         ; preds = %for.inc29, %entry
  %8 = load i32, ptr %source, align 4, !dbg !40
  %9 = load i32, ptr %n, align 4, !dbg !41
  %cmp = icmp slt i32 %8, %9, !dbg !42
  br i1 %cmp, label %for.body, label %for.end31, !dbg !43

for.body:                                         ; preds = %for.cond
  %10 = load i32, ptr %n, align 4, !dbg !44
  %11 = load ptr, ptr %weight, align 8, !dbg !45
  %12 = load i32, ptr %source, align 4, !dbg !46
  %13 = load ptr, ptr %distance, align 8, !dbg !47
  %14 = load ptr, ptr %settled, align 8, !dbg !48
  call void @shortest_paths(i32 noundef %10, ptr noundef %11, i32 noundef %12, ptr noundef %13, ptr noundef %14), !dbg !49
  %15 = load i32, ptr %sources, align 4, !dbg !50
  %inc = add nsw i32 %15, 1, !dbg !50
  store i32 %inc, ptr %sources, align 4, !dbg !50
  store i32 0, ptr %v, align 4, !dbg !51
  br label %for.cond8, !dbg !52

for.cond8:                                        ; preds = %for.inc, %for.body
  %16 = load i32, ptr %v, align 4, !dbg !53
  %17 = load i32, ptr %n, align 4, !dbg !54
  %cmp9 = icmp slt i32 %16, %17, !dbg !55
  br i1 %cmp9, label %for.body11, label %for.end, !dbg !56

for.body11:                                       ; preds = %for.cond8
  %18 = load ptr, ptr %distance, align 8, !dbg !57
  %19 = load i32, ptr %v, align 4, !dbg !58
  %idxprom = sext i32 %19 to i64, !dbg !57
  %arrayidx = getelementptr inbounds i32, ptr %18, i64 %idxprom, !dbg !57
  %20 = load i32, ptr %arrayidx, align 4, !dbg !57
  %21 = load i32, ptr %longest, align 4, !dbg !59
  %cmp12 = icmp sgt i32 %20, %21, !dbg !60
  br i1 %cmp12, label %if.then, label %if.end, !dbg !60

if.then:                                          ; preds = %for.body11
  %22 = load ptr, ptr %distance, align 8, !dbg !61
  %23 = load i32, ptr %v, align 4, !dbg !62
  %idxprom14 = sext i32 %23 to i64, !dbg !61
  %arrayidx15 = getelementptr inbounds i32, ptr %22, i64 %idxprom14, !dbg !61
  %24 = load i32, ptr %arrayidx15, align 4, !dbg !61
  store i32 %24, ptr %longest, align 4, !dbg !63
  br label %if.end, !dbg !64

if.end:                                           ; preds = %if.then, %for.body11
  %25 = load ptr, ptr %distance, align 8, !dbg !65
  %26 = load i32, ptr %v, align 4, !dbg !66
  %idxprom16 = sext i32 %26 to i64, !dbg !65
  %arrayidx17 = getelementptr inbounds i32, ptr %25, i64 %idxprom16, !dbg !65
  %27 = load i32, ptr %arrayidx17, align 4, !dbg !65
  %conv18 = sext i32 %27 to i64, !dbg !65
  %28 = load i64, ptr %total, align 8, !dbg !67
  %add = add nsw i64 %28, %conv18, !dbg !67
  store i64 %add, ptr %total, align 8, !dbg !67
  %29 = load i32, ptr %sources, align 4, !dbg !68
  %conv19 = sext i32 %29 to i64, !dbg !69
  %30 = load i32, ptr %v, align 4, !dbg !70
  %add20 = add nsw i32 %30, 1, !dbg !71
  %conv21 = sext i32 %add20 to i64, !dbg !72
  %mul22 = mul nsw i64 %conv19, %conv21, !dbg !73
  %31 = load ptr, ptr %distance, align 8, !dbg !74
  %32 = load i32, ptr %v, align 4, !dbg !75
  %idxprom23 = sext i32 %32 to i64, !dbg !74
  %arrayidx24 = getelementptr inbounds i32, ptr %31, i64 %idxprom23, !dbg !74
  %33 = load i32, ptr %arrayidx24, align 4, !dbg !74
  %conv25 = sext i32 %33 to i64, !dbg !74
  %mul26 = mul nsw i64 %mul22, %conv25, !dbg !76
  %34 = load i64, ptr %checksum, align 8, !dbg !77
  %add27 = add nsw i64 %34, %mul26, !dbg !77
  store i64 %add27, ptr %checksum, align 8, !dbg !77
  br label %for.inc, !dbg !78

for.inc:                                          ; preds = %if.end
  %35 = load i32, ptr %v, align 4, !dbg !79
  %inc28 = add nsw i32 %35, 1, !dbg !79
  store i32 %inc28, ptr %v, align 4, !dbg !79
  br label %for.cond8, !dbg !56, !llvm.loop !80

for.end:                                          ; preds = %for.cond8
  br label %for.inc29, !dbg !82

for.inc29:                                        ; preds = %for.end
  %36 = load i32, ptr %source, align 4, !dbg !83
  %add30 = add nsw i32 %36, 10, !dbg !83
  store i32 %add30, ptr %source, align 4, !dbg !83
  br label %for.cond, !dbg !43, !llvm.loop !84

for.end31:                                        ; preds = %for.cond
  %37 = load i32, ptr %n, align 4, !dbg !85
  %38 = load i32, ptr %sources, align 4, !dbg !86
  %39 = load i32, ptr %longest, align 4, !dbg !87
  %call32 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %37, i32 noundef %38, i32 noundef %39), !dbg !88
  %40 = load i64, ptr %total, align 8, !dbg !89
  %41 = load i64, ptr %checksum, align 8, !dbg !90
  %call33 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i64 noundef %40, i64 noundef %41), !dbg !91
  %42 = load ptr, ptr %settled, align 8, !dbg !92
  call void @free(ptr noundef %42) #5, !dbg !93
  %43 = load ptr, ptr %distance, align 8, !dbg !94
  call void @free(ptr noundef %43) #5, !dbg !95
  %44 = load ptr, ptr %weight, align 8, !dbg !96
  call void @free(ptr noundef %44) #5, !dbg !97
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
  store i32 50, ptr %retval, align 4, !dbg !102
  br label %return, !dbg !102

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !103
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !103
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !103
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #5, !dbg !104
  store i64 %call, ptr %size, align 8, !dbg !105
  %3 = load i32, ptr %argc.addr, align 4, !dbg !106
  %cmp1 = icmp sgt i32 %3, 2, !dbg !107
  br i1 %cmp1, label %if.then13, label %lor.lhs.false, !dbg !108

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !109
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !110
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !110
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !110
  %cmp3 = icmp eq ptr %4, %6, !dbg !111
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4, !dbg !112

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !113
  %8 = load i8, ptr %7, align 1, !dbg !114
  %conv = sext i8 %8 to i32, !dbg !114
  %cmp5 = icmp ne i32 %conv, 0, !dbg !115
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7, !dbg !116

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !117
  %cmp8 = icmp slt i64 %9, 1, !dbg !118
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10, !dbg !119

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !120
  %cmp11 = icmp sgt i64 %10, 2000, !dbg !121
  br i1 %cmp11, label %if.then13, label %if.end15, !dbg !119

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !122
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.2, i32 noundef 2000, i32 noundef 50) #5, !dbg !123
  call void @exit(i32 noundef 2) #6, !dbg !124
  unreachable, !dbg !124

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !125
  %conv16 = trunc i64 %12 to i32, !dbg !126
  store i32 %conv16, ptr %retval, align 4, !dbg !127
  br label %return, !dbg !127

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !128
  ret i32 %13, !dbg !128
}

; Function Attrs: noinline nounwind optnone uwtable
define internal ptr @allocate(i64 noundef %count, i64 noundef %size) #0 !dbg !129 {
entry:
  %count.addr = alloca i64, align 8
  %size.addr = alloca i64, align 8
  %block = alloca ptr, align 8
  store i64 %count, ptr %count.addr, align 8
  store i64 %size, ptr %size.addr, align 8
  %0 = load i64, ptr %count.addr, align 8, !dbg !130
  %1 = load i64, ptr %size.addr, align 8, !dbg !131
  %call = call noalias ptr @calloc(i64 noundef %0, i64 noundef %1) #7, !dbg !132
  store ptr %call, ptr %block, align 8, !dbg !133
  %2 = load ptr, ptr %block, align 8, !dbg !134
  %cmp = icmp eq ptr %2, null, !dbg !135
  br i1 %cmp, label %if.then, label %if.end, !dbg !135

if.then:                                          ; preds = %entry
  %3 = load ptr, ptr @stderr, align 8, !dbg !136
  %call1 = call i32 @fputs(ptr noundef @.str.3, ptr noundef %3), !dbg !137
  call void @exit(i32 noundef 1) #6, !dbg !138
  unreachable, !dbg !138

if.end:                                           ; preds = %entry
  %4 = load ptr, ptr %block, align 8, !dbg !139
  ret ptr %4, !dbg !140
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @random_graph(i32 noundef %n, ptr noundef %weight) #0 !dbg !141 {
entry:
  %n.addr = alloca i32, align 4
  %weight.addr = alloca ptr, align 8
  %u = alloca i32, align 4
  %v = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %weight, ptr %weight.addr, align 8
  store i32 0, ptr %u, align 4, !dbg !142
  br label %for.cond, !dbg !143

for.cond:                                         ; preds = %for.inc6, %entry
  %0 = load i32, ptr %u, align 4, !dbg !144
  %1 = load i32, ptr %n.addr, align 4, !dbg !145
  %cmp = icmp slt i32 %0, %1, !dbg !146
  br i1 %cmp, label %for.body, label %for.end8, !dbg !147

for.body:                                         ; preds = %for.cond
  store i32 0, ptr %v, align 4, !dbg !148
  br label %for.cond1, !dbg !149

for.cond1:                                        ; preds = %for.inc, %for.body
  %2 = load i32, ptr %v, align 4, !dbg !150
  %3 = load i32, ptr %n.addr, align 4, !dbg !151
  %cmp2 = icmp slt i32 %2, %3, !dbg !152
  br i1 %cmp2, label %for.body3, label %for.end, !dbg !153

for.body3:                                        ; preds = %for.cond1
  %4 = load i32, ptr %u, align 4, !dbg !154
  %5 = load i32, ptr %v, align 4, !dbg !155
  %cmp4 = icmp eq i32 %4, %5, !dbg !156
  br i1 %cmp4, label %cond.true, label %cond.false, !dbg !154

cond.true:                                        ; preds = %for.body3
  br label %cond.end, !dbg !154

cond.false:                                       ; preds = %for.body3
  %call = call i32 @random_below(i32 noundef 100), !dbg !157
  %add = add nsw i32 1, %call, !dbg !158
  br label %cond.end, !dbg !154

cond.end:                                         ; preds = %cond.false, %cond.true
  %cond = phi i32 [ 0, %cond.true ], [ %add, %cond.false ], !dbg !154
  %6 = load ptr, ptr %weight.addr, align 8, !dbg !159
  %7 = load i32, ptr %u, align 4, !dbg !160
  %8 = load i32, ptr %n.addr, align 4, !dbg !161
  %mul = mul nsw i32 %7, %8, !dbg !162
  %9 = load i32, ptr %v, align 4, !dbg !163
  %add5 = add nsw i32 %mul, %9, !dbg !164
  %idxprom = sext i32 %add5 to i64, !dbg !159
  %arrayidx = getelementptr inbounds i32, ptr %6, i64 %idxprom, !dbg !159
  store i32 %cond, ptr %arrayidx, align 4, !dbg !165
  br label %for.inc, !dbg !159

for.inc:                                          ; preds = %cond.end
  %10 = load i32, ptr %v, align 4, !dbg !166
  %inc = add nsw i32 %10, 1, !dbg !166
  store i32 %inc, ptr %v, align 4, !dbg !166
  br label %for.cond1, !dbg !153, !llvm.loop !167

for.end:                                          ; preds = %for.cond1
  br label %for.inc6, !dbg !168

for.inc6:                                         ; preds = %for.end
  %11 = load i32, ptr %u, align 4, !dbg !169
  %inc7 = add nsw i32 %11, 1, !dbg !169
  store i32 %inc7, ptr %u, align 4, !dbg !169
  br label %for.cond, !dbg !147, !llvm.loop !170

for.end8:                                         ; preds = %for.cond
  ret void, !dbg !171
}

; Function Attrs: noinline nounwind optnone uwtable
define internal void @shortest_paths(i32 noundef %n, ptr noundef %weight, i32 noundef %source, ptr noundef %distance, ptr noundef %settled) #0 !dbg !172 {
entry:
  %n.addr = alloca i32, align 4
  %weight.addr = alloca ptr, align 8
  %source.addr = alloca i32, align 4
  %distance.addr = alloca ptr, align 8
  %settled.addr = alloca ptr, align 8
  %v = alloca i32, align 4
  %round = alloca i32, align 4
  %u = alloca i32, align 4
  %edge = alloca ptr, align 8
  %v10 = alloca i32, align 4
  %through_u = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %weight, ptr %weight.addr, align 8
  store i32 %source, ptr %source.addr, align 4
  store ptr %distance, ptr %distance.addr, align 8
  store ptr %settled, ptr %settled.addr, align 8
  store i32 0, ptr %v, align 4, !dbg !173
  br label %for.cond, !dbg !174

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %v, align 4, !dbg !175
  %1 = load i32, ptr %n.addr, align 4, !dbg !176
  %cmp = icmp slt i32 %0, %1, !dbg !177
  br i1 %cmp, label %for.body, label %for.end, !dbg !178

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %distance.addr, align 8, !dbg !179
  %3 = load i32, ptr %v, align 4, !dbg !180
  %idxprom = sext i32 %3 to i64, !dbg !179
  %arrayidx = getelementptr inbounds i32, ptr %2, i64 %idxprom, !dbg !179
  store i32 2147483647, ptr %arrayidx, align 4, !dbg !181
  %4 = load ptr, ptr %settled.addr, align 8, !dbg !182
  %5 = load i32, ptr %v, align 4, !dbg !183
  %idxprom1 = sext i32 %5 to i64, !dbg !182
  %arrayidx2 = getelementptr inbounds i8, ptr %4, i64 %idxprom1, !dbg !182
  store i8 0, ptr %arrayidx2, align 1, !dbg !184
  br label %for.inc, !dbg !185

for.inc:                                          ; preds = %for.body
  %6 = load i32, ptr %v, align 4, !dbg !186
  %inc = add nsw i32 %6, 1, !dbg !186
  store i32 %inc, ptr %v, align 4, !dbg !186
  br label %for.cond, !dbg !178, !llvm.loop !187

for.end:                                          ; preds = %for.cond
  %7 = load ptr, ptr %distance.addr, align 8, !dbg !188
  %8 = load i32, ptr %source.addr, align 4, !dbg !189
  %idxprom3 = sext i32 %8 to i64, !dbg !188
  %arrayidx4 = getelementptr inbounds i32, ptr %7, i64 %idxprom3, !dbg !188
  store i32 0, ptr %arrayidx4, align 4, !dbg !190
  store i32 0, ptr %round, align 4, !dbg !191
  br label %for.cond5, !dbg !192

for.cond5:                                        ; preds = %for.inc26, %for.end
  %9 = load i32, ptr %round, align 4, !dbg !193
  %10 = load i32, ptr %n.addr, align 4, !dbg !194
  %cmp6 = icmp slt i32 %9, %10, !dbg !195
  br i1 %cmp6, label %for.body7, label %for.end28, !dbg !196

for.body7:                                        ; preds = %for.cond5
  %11 = load i32, ptr %n.addr, align 4, !dbg !197
  %12 = load ptr, ptr %distance.addr, align 8, !dbg !198
  %13 = load ptr, ptr %settled.addr, align 8, !dbg !199
  %call = call i32 @nearest_unsettled(i32 noundef %11, ptr noundef %12, ptr noundef %13), !dbg !200
  store i32 %call, ptr %u, align 4, !dbg !201
  %14 = load ptr, ptr %weight.addr, align 8, !dbg !202
  %15 = load i32, ptr %u, align 4, !dbg !203
  %16 = load i32, ptr %n.addr, align 4, !dbg !204
  %mul = mul nsw i32 %15, %16, !dbg !205
  %idx.ext = sext i32 %mul to i64, !dbg !206
  %add.ptr = getelementptr inbounds i32, ptr %14, i64 %idx.ext, !dbg !206
  store ptr %add.ptr, ptr %edge, align 8, !dbg !207
  %17 = load ptr, ptr %settled.addr, align 8, !dbg !208
  %18 = load i32, ptr %u, align 4, !dbg !209
  %idxprom8 = sext i32 %18 to i64, !dbg !208
  %arrayidx9 = getelementptr inbounds i8, ptr %17, i64 %idxprom8, !dbg !208
  store i8 1, ptr %arrayidx9, align 1, !dbg !210
  store i32 0, ptr %v10, align 4, !dbg !211
  br label %for.cond11, !dbg !212

for.cond11:                                       ; preds = %for.inc23, %for.body7
  %19 = load i32, ptr %v10, align 4, !dbg !213
  %20 = load i32, ptr %n.addr, align 4, !dbg !214
  %cmp12 = icmp slt i32 %19, %20, !dbg !215
  br i1 %cmp12, label %for.body13, label %for.end25, !dbg !216

for.body13:                                       ; preds = %for.cond11
  %21 = load ptr, ptr %distance.addr, align 8, !dbg !217
  %22 = load i32, ptr %u, align 4, !dbg !218
  %idxprom14 = sext i32 %22 to i64, !dbg !217
  %arrayidx15 = getelementptr inbounds i32, ptr %21, i64 %idxprom14, !dbg !217
  %23 = load i32, ptr %arrayidx15, align 4, !dbg !217
  %24 = load ptr, ptr %edge, align 8, !dbg !219
  %25 = load i32, ptr %v10, align 4, !dbg !220
  %idxprom16 = sext i32 %25 to i64, !dbg !219
  %arrayidx17 = getelementptr inbounds i32, ptr %24, i64 %idxprom16, !dbg !219
  %26 = load i32, ptr %arrayidx17, align 4, !dbg !219
  %add = add nsw i32 %23, %26, !dbg !221
  store i32 %add, ptr %through_u, align 4, !dbg !222
  %27 = load i32, ptr %through_u, align 4, !dbg !223
  %28 = load ptr, ptr %distance.addr, align 8, !dbg !224
  %29 = load i32, ptr %v10, align 4, !dbg !225
  %idxprom18 = sext i32 %29 to i64, !dbg !224
  %arrayidx19 = getelementptr inbounds i32, ptr %28, i64 %idxprom18, !dbg !224
  %30 = load i32, ptr %arrayidx19, align 4, !dbg !224
  %cmp20 = icmp slt i32 %27, %30, !dbg !226
  br i1 %cmp20, label %if.then, label %if.end, !dbg !226

if.then:                                          ; preds = %for.body13
  %31 = load i32, ptr %through_u, align 4, !dbg !227
  %32 = load ptr, ptr %distance.addr, align 8, !dbg !228
  %33 = load i32, ptr %v10, align 4, !dbg !229
  %idxprom21 = sext i32 %33 to i64, !dbg !228
  %arrayidx22 = getelementptr inbounds i32, ptr %32, i64 %idxprom21, !dbg !228
  store i32 %31, ptr %arrayidx22, align 4, !dbg !230
  br label %if.end, !dbg !228

if.end:                                           ; preds = %if.then, %for.body13
  br label %for.inc23, !dbg !231

for.inc23:                                        ; preds = %if.end
  %34 = load i32, ptr %v10, align 4, !dbg !232
  %inc24 = add nsw i32 %34, 1, !dbg !232
  store i32 %inc24, ptr %v10, align 4, !dbg !232
  br label %for.cond11, !dbg !216, !llvm.loop !233

for.end25:                                        ; preds = %for.cond11
  br label %for.inc26, !dbg !234

for.inc26:                                        ; preds = %for.end25
  %35 = load i32, ptr %round, align 4, !dbg !235
  %inc27 = add nsw i32 %35, 1, !dbg !235
  store i32 %inc27, ptr %round, align 4, !dbg !235
  br label %for.cond5, !dbg !196, !llvm.loop !236

for.end28:                                        ; preds = %for.cond5
  ret void, !dbg !237
}

declare i32 @printf(ptr noundef, ...) #1

; Function Attrs: nounwind
declare void @free(ptr noundef) #2

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #2

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #2

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #3

; Function Attrs: nounwind allocsize(0,1)
declare noalias ptr @calloc(i64 noundef, i64 noundef) #4

declare i32 @fputs(ptr noundef, ptr noundef) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @random_below(i32 noundef %bound) #0 !dbg !238 {
entry:
  %bound.addr = alloca i32, align 4
  store i32 %bound, ptr %bound.addr, align 4
  %0 = load i64, ptr @random_state, align 8, !dbg !239
  %mul = mul i64 %0, 6364136223846793005, !dbg !240
  %add = add i64 %mul, 1442695040888963407, !dbg !241
  store i64 %add, ptr @random_state, align 8, !dbg !242
  %1 = load i64, ptr @random_state, align 8, !dbg !243
  %shr = lshr i64 %1, 33, !dbg !244
  %2 = load i32, ptr %bound.addr, align 4, !dbg !245
  %conv = sext i32 %2 to i64, !dbg !246
  %rem = urem i64 %shr, %conv, !dbg !247
  %conv1 = trunc i64 %rem to i32, !dbg !248
  ret i32 %conv1, !dbg !249
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @nearest_unsettled(i32 noundef %n, ptr noundef %distance, ptr noundef %settled) #0 !dbg !250 {
entry:
  %n.addr = alloca i32, align 4
  %distance.addr = alloca ptr, align 8
  %settled.addr = alloca ptr, align 8
  %nearest = alloca i32, align 4
  %v = alloca i32, align 4
  store i32 %n, ptr %n.addr, align 4
  store ptr %distance, ptr %distance.addr, align 8
  store ptr %settled, ptr %settled.addr, align 8
  store i32 -1, ptr %nearest, align 4, !dbg !251
  store i32 0, ptr %v, align 4, !dbg !252
  br label %for.cond, !dbg !253

for.cond:                                         ; preds = %for.inc, %entry
  %0 = load i32, ptr %v, align 4, !dbg !254
  %1 = load i32, ptr %n.addr, align 4, !dbg !255
  %cmp = icmp slt i32 %0, %1, !dbg !256
  br i1 %cmp, label %for.body, label %for.end, !dbg !257

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %settled.addr, align 8, !dbg !258
  %3 = load i32, ptr %v, align 4, !dbg !259
  %idxprom = sext i32 %3 to i64, !dbg !258
  %arrayidx = getelementptr inbounds i8, ptr %2, i64 %idxprom, !dbg !258
  %4 = load i8, ptr %arrayidx, align 1, !dbg !258
  %loadedv = trunc i8 %4 to i1, !dbg !258
  br i1 %loadedv, label %if.end, label %land.lhs.true, !dbg !260

land.lhs.true:                                    ; preds = %for.body
  %5 = load i32, ptr %nearest, align 4, !dbg !261
  %cmp1 = icmp slt i32 %5, 0, !dbg !262
  br i1 %cmp1, label %if.then, label %lor.lhs.false, !dbg !263

lor.lhs.false:                                    ; preds = %land.lhs.true
  %6 = load ptr, ptr %distance.addr, align 8, !dbg !264
  %7 = load i32, ptr %v, align 4, !dbg !265
  %idxprom2 = sext i32 %7 to i64, !dbg !264
  %arrayidx3 = getelementptr inbounds i32, ptr %6, i64 %idxprom2, !dbg !264
  %8 = load i32, ptr %arrayidx3, align 4, !dbg !264
  %9 = load ptr, ptr %distance.addr, align 8, !dbg !266
  %10 = load i32, ptr %nearest, align 4, !dbg !267
  %idxprom4 = sext i32 %10 to i64, !dbg !266
  %arrayidx5 = getelementptr inbounds i32, ptr %9, i64 %idxprom4, !dbg !266
  %11 = load i32, ptr %arrayidx5, align 4, !dbg !266
  %cmp6 = icmp slt i32 %8, %11, !dbg !268
  br i1 %cmp6, label %if.then, label %if.end, !dbg !260

if.then:                                          ; preds = %lor.lhs.false, %land.lhs.true
  %12 = load i32, ptr %v, align 4, !dbg !269
  store i32 %12, ptr %nearest, align 4, !dbg !270
  br label %if.end, !dbg !271

if.end:                                           ; preds = %if.then, %lor.lhs.false, %for.body
  br label %for.inc, !dbg !272

for.inc:                                          ; preds = %if.end
  %13 = load i32, ptr %v, align 4, !dbg !273
  %inc = add nsw i32 %13, 1, !dbg !273
  store i32 %inc, ptr %v, align 4, !dbg !273
  br label %for.cond, !dbg !257, !llvm.loop !274

for.end:                                          ; preds = %for.cond
  %14 = load i32, ptr %nearest, align 4, !dbg !275
  ret i32 %14, !dbg !276
}

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #2 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #3 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { nounwind allocsize(0,1) "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }
attributes #7 = { nounwind allocsize(0,1) }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "dijkstra.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 88, type: !10, scopeLine: 89, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 90, column: 23, scope: !9)
!13 = !DILocation(line: 90, column: 29, scope: !9)
!14 = !DILocation(line: 90, column: 13, scope: !9)
!15 = !DILocation(line: 90, column: 9, scope: !9)
!16 = !DILocation(line: 91, column: 36, scope: !9)
!17 = !DILocation(line: 91, column: 28, scope: !9)
!18 = !DILocation(line: 91, column: 48, scope: !9)
!19 = !DILocation(line: 91, column: 40, scope: !9)
!20 = !DILocation(line: 91, column: 38, scope: !9)
!21 = !DILocation(line: 91, column: 19, scope: !9)
!22 = !DILocation(line: 91, column: 10, scope: !9)
!23 = !DILocation(line: 92, column: 38, scope: !9)
!24 = !DILocation(line: 92, column: 30, scope: !9)
!25 = !DILocation(line: 92, column: 21, scope: !9)
!26 = !DILocation(line: 92, column: 10, scope: !9)
!27 = !DILocation(line: 93, column: 38, scope: !9)
!28 = !DILocation(line: 93, column: 30, scope: !9)
!29 = !DILocation(line: 93, column: 21, scope: !9)
!30 = !DILocation(line: 93, column: 11, scope: !9)
!31 = !DILocation(line: 94, column: 9, scope: !9)
!32 = !DILocation(line: 94, column: 22, scope: !9)
!33 = !DILocation(line: 95, column: 13, scope: !9)
!34 = !DILocation(line: 95, column: 24, scope: !9)
!35 = !DILocation(line: 97, column: 18, scope: !9)
!36 = !DILocation(line: 97, column: 21, scope: !9)
!37 = !DILocation(line: 97, column: 5, scope: !9)
!38 = !DILocation(line: 98, column: 14, scope: !9)
!39 = !DILocation(line: 98, column: 10, scope: !9)
!40 = !DILocation(line: 98, column: 26, scope: !9)
!41 = !DILocation(line: 98, column: 35, scope: !9)
!42 = !DILocation(line: 98, column: 33, scope: !9)
!43 = !DILocation(line: 98, column: 5, scope: !9)
!44 = !DILocation(line: 99, column: 24, scope: !9)
!45 = !DILocation(line: 99, column: 27, scope: !9)
!46 = !DILocation(line: 99, column: 35, scope: !9)
!47 = !DILocation(line: 99, column: 43, scope: !9)
!48 = !DILocation(line: 99, column: 53, scope: !9)
!49 = !DILocation(line: 99, column: 9, scope: !9)
!50 = !DILocation(line: 100, column: 16, scope: !9)
!51 = !DILocation(line: 101, column: 18, scope: !9)
!52 = !DILocation(line: 101, column: 14, scope: !9)
!53 = !DILocation(line: 101, column: 25, scope: !9)
!54 = !DILocation(line: 101, column: 29, scope: !9)
!55 = !DILocation(line: 101, column: 27, scope: !9)
!56 = !DILocation(line: 101, column: 9, scope: !9)
!57 = !DILocation(line: 102, column: 17, scope: !9)
!58 = !DILocation(line: 102, column: 26, scope: !9)
!59 = !DILocation(line: 102, column: 31, scope: !9)
!60 = !DILocation(line: 102, column: 29, scope: !9)
!61 = !DILocation(line: 103, column: 27, scope: !9)
!62 = !DILocation(line: 103, column: 36, scope: !9)
!63 = !DILocation(line: 103, column: 25, scope: !9)
!64 = !DILocation(line: 103, column: 17, scope: !9)
!65 = !DILocation(line: 104, column: 22, scope: !9)
!66 = !DILocation(line: 104, column: 31, scope: !9)
!67 = !DILocation(line: 104, column: 19, scope: !9)
!68 = !DILocation(line: 105, column: 34, scope: !9)
!69 = !DILocation(line: 105, column: 25, scope: !9)
!70 = !DILocation(line: 105, column: 45, scope: !9)
!71 = !DILocation(line: 105, column: 47, scope: !9)
!72 = !DILocation(line: 105, column: 44, scope: !9)
!73 = !DILocation(line: 105, column: 42, scope: !9)
!74 = !DILocation(line: 105, column: 54, scope: !9)
!75 = !DILocation(line: 105, column: 63, scope: !9)
!76 = !DILocation(line: 105, column: 52, scope: !9)
!77 = !DILocation(line: 105, column: 22, scope: !9)
!78 = !DILocation(line: 106, column: 9, scope: !9)
!79 = !DILocation(line: 101, column: 33, scope: !9)
!80 = distinct !{!80, !56, !78, !81}
!81 = !{!"llvm.loop.mustprogress"}
!82 = !DILocation(line: 107, column: 5, scope: !9)
!83 = !DILocation(line: 98, column: 45, scope: !9)
!84 = distinct !{!84, !43, !82, !81}
!85 = !DILocation(line: 108, column: 50, scope: !9)
!86 = !DILocation(line: 108, column: 53, scope: !9)
!87 = !DILocation(line: 108, column: 62, scope: !9)
!88 = !DILocation(line: 108, column: 5, scope: !9)
!89 = !DILocation(line: 109, column: 54, scope: !9)
!90 = !DILocation(line: 109, column: 72, scope: !9)
!91 = !DILocation(line: 109, column: 5, scope: !9)
!92 = !DILocation(line: 110, column: 10, scope: !9)
!93 = !DILocation(line: 110, column: 5, scope: !9)
!94 = !DILocation(line: 111, column: 10, scope: !9)
!95 = !DILocation(line: 111, column: 5, scope: !9)
!96 = !DILocation(line: 112, column: 10, scope: !9)
!97 = !DILocation(line: 112, column: 5, scope: !9)
!98 = !DILocation(line: 113, column: 5, scope: !9)
!99 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 26, type: !10, scopeLine: 27, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!100 = !DILocation(line: 30, column: 9, scope: !99)
!101 = !DILocation(line: 30, column: 14, scope: !99)
!102 = !DILocation(line: 31, column: 9, scope: !99)
!103 = !DILocation(line: 32, column: 19, scope: !99)
!104 = !DILocation(line: 32, column: 12, scope: !99)
!105 = !DILocation(line: 32, column: 10, scope: !99)
!106 = !DILocation(line: 33, column: 9, scope: !99)
!107 = !DILocation(line: 33, column: 14, scope: !99)
!108 = !DILocation(line: 33, column: 18, scope: !99)
!109 = !DILocation(line: 33, column: 21, scope: !99)
!110 = !DILocation(line: 33, column: 28, scope: !99)
!111 = !DILocation(line: 33, column: 25, scope: !99)
!112 = !DILocation(line: 33, column: 36, scope: !99)
!113 = !DILocation(line: 33, column: 40, scope: !99)
!114 = !DILocation(line: 33, column: 39, scope: !99)
!115 = !DILocation(line: 33, column: 44, scope: !99)
!116 = !DILocation(line: 33, column: 52, scope: !99)
!117 = !DILocation(line: 33, column: 55, scope: !99)
!118 = !DILocation(line: 33, column: 60, scope: !99)
!119 = !DILocation(line: 33, column: 64, scope: !99)
!120 = !DILocation(line: 33, column: 67, scope: !99)
!121 = !DILocation(line: 33, column: 72, scope: !99)
!122 = !DILocation(line: 34, column: 17, scope: !99)
!123 = !DILocation(line: 34, column: 9, scope: !99)
!124 = !DILocation(line: 36, column: 9, scope: !99)
!125 = !DILocation(line: 38, column: 17, scope: !99)
!126 = !DILocation(line: 38, column: 12, scope: !99)
!127 = !DILocation(line: 38, column: 5, scope: !99)
!128 = !DILocation(line: 39, column: 1, scope: !99)
!129 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 41, type: !10, scopeLine: 42, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!130 = !DILocation(line: 43, column: 26, scope: !129)
!131 = !DILocation(line: 43, column: 33, scope: !129)
!132 = !DILocation(line: 43, column: 19, scope: !129)
!133 = !DILocation(line: 43, column: 11, scope: !129)
!134 = !DILocation(line: 44, column: 9, scope: !129)
!135 = !DILocation(line: 44, column: 15, scope: !129)
!136 = !DILocation(line: 45, column: 44, scope: !129)
!137 = !DILocation(line: 45, column: 9, scope: !129)
!138 = !DILocation(line: 46, column: 9, scope: !129)
!139 = !DILocation(line: 48, column: 12, scope: !129)
!140 = !DILocation(line: 48, column: 5, scope: !129)
!141 = distinct !DISubprogram(name: "random_graph", scope: !1, file: !1, line: 52, type: !10, scopeLine: 53, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!142 = !DILocation(line: 54, column: 14, scope: !141)
!143 = !DILocation(line: 54, column: 10, scope: !141)
!144 = !DILocation(line: 54, column: 21, scope: !141)
!145 = !DILocation(line: 54, column: 25, scope: !141)
!146 = !DILocation(line: 54, column: 23, scope: !141)
!147 = !DILocation(line: 54, column: 5, scope: !141)
!148 = !DILocation(line: 55, column: 18, scope: !141)
!149 = !DILocation(line: 55, column: 14, scope: !141)
!150 = !DILocation(line: 55, column: 25, scope: !141)
!151 = !DILocation(line: 55, column: 29, scope: !141)
!152 = !DILocation(line: 55, column: 27, scope: !141)
!153 = !DILocation(line: 55, column: 9, scope: !141)
!154 = !DILocation(line: 56, column: 33, scope: !141)
!155 = !DILocation(line: 56, column: 38, scope: !141)
!156 = !DILocation(line: 56, column: 35, scope: !141)
!157 = !DILocation(line: 56, column: 50, scope: !141)
!158 = !DILocation(line: 56, column: 48, scope: !141)
!159 = !DILocation(line: 56, column: 13, scope: !141)
!160 = !DILocation(line: 56, column: 20, scope: !141)
!161 = !DILocation(line: 56, column: 24, scope: !141)
!162 = !DILocation(line: 56, column: 22, scope: !141)
!163 = !DILocation(line: 56, column: 28, scope: !141)
!164 = !DILocation(line: 56, column: 26, scope: !141)
!165 = !DILocation(line: 56, column: 31, scope: !141)
!166 = !DILocation(line: 55, column: 33, scope: !141)
!167 = distinct !{!167, !153, !168, !81}
!168 = !DILocation(line: 56, column: 75, scope: !141)
!169 = !DILocation(line: 54, column: 29, scope: !141)
!170 = distinct !{!170, !147, !168, !81}
!171 = !DILocation(line: 57, column: 1, scope: !141)
!172 = distinct !DISubprogram(name: "shortest_paths", scope: !1, file: !1, line: 69, type: !10, scopeLine: 70, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!173 = !DILocation(line: 71, column: 14, scope: !172)
!174 = !DILocation(line: 71, column: 10, scope: !172)
!175 = !DILocation(line: 71, column: 21, scope: !172)
!176 = !DILocation(line: 71, column: 25, scope: !172)
!177 = !DILocation(line: 71, column: 23, scope: !172)
!178 = !DILocation(line: 71, column: 5, scope: !172)
!179 = !DILocation(line: 72, column: 9, scope: !172)
!180 = !DILocation(line: 72, column: 18, scope: !172)
!181 = !DILocation(line: 72, column: 21, scope: !172)
!182 = !DILocation(line: 73, column: 9, scope: !172)
!183 = !DILocation(line: 73, column: 17, scope: !172)
!184 = !DILocation(line: 73, column: 20, scope: !172)
!185 = !DILocation(line: 74, column: 5, scope: !172)
!186 = !DILocation(line: 71, column: 29, scope: !172)
!187 = distinct !{!187, !178, !185, !81}
!188 = !DILocation(line: 75, column: 5, scope: !172)
!189 = !DILocation(line: 75, column: 14, scope: !172)
!190 = !DILocation(line: 75, column: 22, scope: !172)
!191 = !DILocation(line: 76, column: 14, scope: !172)
!192 = !DILocation(line: 76, column: 10, scope: !172)
!193 = !DILocation(line: 76, column: 25, scope: !172)
!194 = !DILocation(line: 76, column: 33, scope: !172)
!195 = !DILocation(line: 76, column: 31, scope: !172)
!196 = !DILocation(line: 76, column: 5, scope: !172)
!197 = !DILocation(line: 77, column: 35, scope: !172)
!198 = !DILocation(line: 77, column: 38, scope: !172)
!199 = !DILocation(line: 77, column: 48, scope: !172)
!200 = !DILocation(line: 77, column: 17, scope: !172)
!201 = !DILocation(line: 77, column: 13, scope: !172)
!202 = !DILocation(line: 78, column: 27, scope: !172)
!203 = !DILocation(line: 78, column: 36, scope: !172)
!204 = !DILocation(line: 78, column: 40, scope: !172)
!205 = !DILocation(line: 78, column: 38, scope: !172)
!206 = !DILocation(line: 78, column: 34, scope: !172)
!207 = !DILocation(line: 78, column: 20, scope: !172)
!208 = !DILocation(line: 79, column: 9, scope: !172)
!209 = !DILocation(line: 79, column: 17, scope: !172)
!210 = !DILocation(line: 79, column: 20, scope: !172)
!211 = !DILocation(line: 80, column: 18, scope: !172)
!212 = !DILocation(line: 80, column: 14, scope: !172)
!213 = !DILocation(line: 80, column: 25, scope: !172)
!214 = !DILocation(line: 80, column: 29, scope: !172)
!215 = !DILocation(line: 80, column: 27, scope: !172)
!216 = !DILocation(line: 80, column: 9, scope: !172)
!217 = !DILocation(line: 81, column: 29, scope: !172)
!218 = !DILocation(line: 81, column: 38, scope: !172)
!219 = !DILocation(line: 81, column: 43, scope: !172)
!220 = !DILocation(line: 81, column: 48, scope: !172)
!221 = !DILocation(line: 81, column: 41, scope: !172)
!222 = !DILocation(line: 81, column: 17, scope: !172)
!223 = !DILocation(line: 82, column: 17, scope: !172)
!224 = !DILocation(line: 82, column: 29, scope: !172)
!225 = !DILocation(line: 82, column: 38, scope: !172)
!226 = !DILocation(line: 82, column: 27, scope: !172)
!227 = !DILocation(line: 83, column: 31, scope: !172)
!228 = !DILocation(line: 83, column: 17, scope: !172)
!229 = !DILocation(line: 83, column: 26, scope: !172)
!230 = !DILocation(line: 83, column: 29, scope: !172)
!231 = !DILocation(line: 84, column: 9, scope: !172)
!232 = !DILocation(line: 80, column: 33, scope: !172)
!233 = distinct !{!233, !216, !231, !81}
!234 = !DILocation(line: 85, column: 5, scope: !172)
!235 = !DILocation(line: 76, column: 41, scope: !172)
!236 = distinct !{!236, !196, !234, !81}
!237 = !DILocation(line: 86, column: 1, scope: !172)
!238 = distinct !DISubprogram(name: "random_below", scope: !1, file: !1, line: 20, type: !10, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!239 = !DILocation(line: 22, column: 20, scope: !238)
!240 = !DILocation(line: 22, column: 33, scope: !238)
!241 = !DILocation(line: 22, column: 65, scope: !238)
!242 = !DILocation(line: 22, column: 18, scope: !238)
!243 = !DILocation(line: 23, column: 19, scope: !238)
!244 = !DILocation(line: 23, column: 32, scope: !238)
!245 = !DILocation(line: 23, column: 51, scope: !238)
!246 = !DILocation(line: 23, column: 41, scope: !238)
!247 = !DILocation(line: 23, column: 39, scope: !238)
!248 = !DILocation(line: 23, column: 12, scope: !238)
!249 = !DILocation(line: 23, column: 5, scope: !238)
!250 = distinct !DISubprogram(name: "nearest_unsettled", scope: !1, file: !1, line: 59, type: !10, scopeLine: 60, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!251 = !DILocation(line: 61, column: 9, scope: !250)
!252 = !DILocation(line: 62, column: 14, scope: !250)
!253 = !DILocation(line: 62, column: 10, scope: !250)
!254 = !DILocation(line: 62, column: 21, scope: !250)
!255 = !DILocation(line: 62, column: 25, scope: !250)
!256 = !DILocation(line: 62, column: 23, scope: !250)
!257 = !DILocation(line: 62, column: 5, scope: !250)
!258 = !DILocation(line: 63, column: 14, scope: !250)
!259 = !DILocation(line: 63, column: 22, scope: !250)
!260 = !DILocation(line: 63, column: 25, scope: !250)
!261 = !DILocation(line: 63, column: 29, scope: !250)
!262 = !DILocation(line: 63, column: 37, scope: !250)
!263 = !DILocation(line: 63, column: 41, scope: !250)
!264 = !DILocation(line: 63, column: 44, scope: !250)
!265 = !DILocation(line: 63, column: 53, scope: !250)
!266 = !DILocation(line: 63, column: 58, scope: !250)
!267 = !DILocation(line: 63, column: 67, scope: !250)
!268 = !DILocation(line: 63, column: 56, scope: !250)
!269 = !DILocation(line: 64, column: 23, scope: !250)
!270 = !DILocation(line: 64, column: 21, scope: !250)
!271 = !DILocation(line: 64, column: 13, scope: !250)
!272 = !DILocation(line: 63, column: 75, scope: !250)
!273 = !DILocation(line: 62, column: 29, scope: !250)
!274 = distinct !{!274, !257, !269, !81}
!275 = !DILocation(line: 65, column: 12, scope: !250)
!276 = !DILocation(line: 65, column: 5, scope: !250)

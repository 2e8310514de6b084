; ModuleID = 'mandel.c'
source_filename = "mandel.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux5.10.0-gnu2.31.0"

@.str = private unnamed_addr constant [32 x i8] c"points %d\0Ainside %d\0Aarea %.17g\0A\00", align 1
@.str.1 = private unnamed_addr constant [31 x i8] c"iterations %lld\0Achecksum %lld\0A\00", align 1
@stderr = external global ptr, align 8
@.str.2 = private unnamed_addr constant [61 x i8] c"mandel: give one size, an integer from 1 to %d (default %d)\0A\00", align 1
@random_state = internal global i64 1, align 8

; Function Attrs: noinline nounwind optnone uwtable
define i32 @main(i32 noundef %argc, ptr noundef %argv) #0 !dbg !9 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %points = alloca i32, align 4
  %inside = alloca i32, align 4
  %iterations = alloca i64, align 8
  %checksum = alloca i64, align 8
  %i = alloca i32, align 4
  %re = alloca double, align 8
  %im = alloca double, align 8
  %time = alloca i32, align 4
  store i32 0, ptr %retval, align 4
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !12
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !13
  %call = call i32 @size_from(i32 noundef %0, ptr noundef %1), !dbg !14
  store i32 %call, ptr %points, align 4, !dbg !15
  store i32 0, ptr %inside, align 4, !dbg !16
  store i64 0, ptr %iterations, align 8, !dbg !17
  store i64 0, ptr %checksum, align 8, !dbg !18
  store i32 0, ptr %i, align 4, !dbg !19
  br label %for.cond, !dbg !20

for.cond:                                         ; preds = %for.inc, %entry
  %2 = load i32, ptr %i, align 4, !dbg !21
  %3 = load i32, ptr %points, align 4, !dbg !22
  %cmp = icmp slt i32 %2, %3, !dbg !23
  br i1 %cmp, label %for.body, label %for.end, !dbg !24

for.body:                                         ; preds = %for.cond
  %call1 = call double @uniform(), !dbg !25
  %4 = call double @llvm.fmuladd.f64(double 2.500000e+00, double %call1, double -2.000000e+00), !dbg !26
  store double %4, ptr %re, align 8, !dbg !27
  %call2 = call double @uniform(), !dbg !28
  %mul = fmul double 1.125000e+00, %call2, !dbg !29
  store double %mul, ptr %im, align 8, !dbg !30
  %5 = load double, ptr %re, align 8, !dbg !31
  %6 = load double, ptr %im, align 8, !dbg !32
  %call3 = call i32 @escape_time(double noundef %5, double noundef %6), !dbg !33
  store i32 %call3, ptr %time, align 4, !dbg !34
  %7 = load i32, ptr %time, align 4, !dbg !35
  %cmp4 = icmp eq i32 %7, 20, !dbg !36
  br i1 %cmp4, label %if.then, label %if.end, !dbg !36

if.then:                                          ; preds = %for.body
  %8 = load i32, ptr %inside, align 4, !dbg !37
  %inc = add nsw i32 %8, 1, !dbg !37
  store i32 %inc, ptr %inside, align 4, !dbg !37
  br label %if.end, !dbg !38

if.end:                                           ; preds = %if.then, %for.body
  %9 = load i32, ptr %time, align 4, !dbg !39
  %conv = sext i32 %9 to i64, !dbg !39
  %10 = load i64, ptr %iterations, align 8, !dbg !40
  %add = add nsw i64 %10, %conv, !dbg !40
  store i64 %add, ptr %iterations, align 8, !dbg !40
  %11 = load i32, ptr %i, align 4, !dbg !41
  %add5 = add nsw i32 %11, 1, !dbg !42
  %conv6 = sext i32 %add5 to i64, !dbg !43
  %12 = load i32, ptr %time, align 4, !dbg !44
  %conv7 = sext i32 %12 to i64, !dbg !44
  %mul8 = mul nsw i64 %conv6, %conv7, !dbg !45
  %13 = load i64, ptr %checksum, align 8, !dbg !46
  %add9 = add nsw i64 %13, %mul8, !dbg !46
  store i64 %add9, ptr %checksum, align 8, !dbg !46
  br label %for.inc, !dbg !47

for.inc:                                          ; preds = %if.end
  %14 = load i32, ptr %i, align 4, !dbg !48
  %inc10 = add nsw i32 %14, 1, !dbg !48
  store i32 %inc10, ptr %i, align 4, !dbg !48
  br label %for.cond, !dbg !24, !llvm.loop !49

for.end:                                          ; preds = %for.cond
  %15 = load i32, ptr %points, align 4, !dbg !51
  %16 = load i32, ptr %inside, align 4, !dbg !52
  %17 = load i32, ptr %inside, align 4, !dbg !53
  %conv11 = sitofp i32 %17 to double, !dbg !53
  %mul12 = fmul double 5.625000e+00, %conv11, !dbg !54
  %18 = load i32, ptr %points, align 4, !dbg !55
  %conv13 = sitofp i32 %18 to double, !dbg !55
  %div = fdiv double %mul12, %conv13, !dbg !56
  %call14 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %15, i32 noundef %16, double noundef %div), !dbg !57
  %19 = load i64, ptr %iterations, align 8, !dbg !58
  %20 = load i64, ptr %checksum, align 8, !dbg !59
  %call15 = call i32 (ptr, ...) @printf(ptr noundef @.str.1, i64 noundef %19, i64 noundef %20), !dbg !60
  ret i32 0, !dbg !61
}

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @size_from(i32 noundef %argc, ptr noundef %argv) #0 !dbg !62 {
entry:
  %retval = alloca i32, align 4
  %argc.addr = alloca i32, align 4
  %argv.addr = alloca ptr, align 8
  %end = alloca ptr, align 8
  %size = alloca i64, align 8
  store i32 %argc, ptr %argc.addr, align 4
  store ptr %argv, ptr %argv.addr, align 8
  %0 = load i32, ptr %argc.addr, align 4, !dbg !63
  %cmp = icmp eq i32 %0, 1, !dbg !64
  br i1 %cmp, label %if.then, label %if.end, !dbg !64

if.then:                                          ; preds = %entry
  store i32 4092, ptr %retval, align 4, !dbg !65
  br label %return, !dbg !65

if.end:                                           ; preds = %entry
  %1 = load ptr, ptr %argv.addr, align 8, !dbg !66
  %arrayidx = getelementptr inbounds ptr, ptr %1, i64 1, !dbg !66
  %2 = load ptr, ptr %arrayidx, align 8, !dbg !66
  %call = call i64 @strtol(ptr noundef %2, ptr noundef %end, i32 noundef 10) #5, !dbg !67
  store i64 %call, ptr %size, align 8, !dbg !68
  %3 = load i32, ptr %argc.addr, align 4, !dbg !69
  %cmp1 = icmp sgt i32 %3, 2, !dbg !70
  br i1 %cmp1, label %if.then13, label %lor.lhs.false, !dbg !71

lor.lhs.false:                                    ; preds = %if.end
  %4 = load ptr, ptr %end, align 8, !dbg !72
  %5 = load ptr, ptr %argv.addr, align 8, !dbg !73
  %arrayidx2 = getelementptr inbounds ptr, ptr %5, i64 1, !dbg !73
  %6 = load ptr, ptr %arrayidx2, align 8, !dbg !73
  %cmp3 = icmp eq ptr %4, %6, !dbg !74
  br i1 %cmp3, label %if.then13, label %lor.lhs.false4, !dbg !75

lor.lhs.false4:                                   ; preds = %lor.lhs.false
  %7 = load ptr, ptr %end, align 8, !dbg !76
  %8 = load i8, ptr %7, align 1, !dbg !77
  %conv = sext i8 %8 to i32, !dbg !77
  %cmp5 = icmp ne i32 %conv, 0, !dbg !78
  br i1 %cmp5, label %if.then13, label %lor.lhs.false7, !dbg !79

lor.lhs.false7:                                   ; preds = %lor.lhs.false4
  %9 = load i64, ptr %size, align 8, !dbg !80
  %cmp8 = icmp slt i64 %9, 1, !dbg !81
  br i1 %cmp8, label %if.then13, label %lor.lhs.false10, !dbg !82

lor.lhs.false10:                                  ; preds = %lor.lhs.false7
  %10 = load i64, ptr %size, align 8, !dbg !83
  %cmp11 = icmp sgt i64 %10, 100000000, !dbg !84
  br i1 %cmp11, label %if.then13, label %if.end15, !dbg !82

if.then13:                                        ; preds = %lor.lhs.false10, %lor.lhs.false7, %lor.lhs.false4, %lor.lhs.false, %if.end
  %11 = load ptr, ptr @stderr, align 8, !dbg !85
  %call14 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %11, ptr noundef @.str.2, i32 noundef 100000000, i32 noundef 4092) #5, !dbg !86
  call void @exit(i32 noundef 2) #6, !dbg !87
  unreachable, !dbg !87

if.end15:                                         ; preds = %lor.lhs.false10
  %12 = load i64, ptr %size, align 8, !dbg !88
  %conv16 = trunc i64 %12 to i32, !dbg !89
  store i32 %conv16, ptr %retval, align 4, !dbg !90
  br label %return, !dbg !90

return:                                           ; preds = %if.end15, %if.then
  %13 = load i32, ptr %retval, align 4, !dbg !91
  ret i32 %13, !dbg !91
}

; Function Attrs: noinline nounwind optnone uwtable
define internal double @uniform() #0 !dbg !92 {
entry:
  %0 = load i64, ptr @random_state, align 8, !dbg !93
  %mul = mul i64 %0, 6364136223846793005, !dbg !94
  %add = add i64 %mul, 1442695040888963407, !dbg !95
  store i64 %add, ptr @random_state, align 8, !dbg !96
  %1 = load i64, ptr @random_state, align 8, !dbg !97
  %shr = lshr i64 %1, 11, !dbg !98
  %conv = uitofp i64 %shr to double, !dbg !99
  %mul1 = fmul double %conv, 0x3CA0000000000000, !dbg !100
  ret double %mul1, !dbg !101
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #1

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @escape_time(double noundef %c_re, double noundef %c_im) #0 !dbg !102 {
entry:
  %c_re.addr = alloca double, align 8
  %c_im.addr = alloca double, align 8
  %re = alloca double, align 8
  %im = alloca double, align 8
  %re2 = alloca double, align 8
  %im2 = alloca double, align 8
  %iterations = alloca i32, align 4
  store double %c_re, ptr %c_re.addr, align 8
  store double %c_im, ptr %c_im.addr, align 8
  store double 0.000000e+00, ptr %re, align 8, !dbg !103
  store double 0.000000e+00, ptr %im, align 8, !dbg !104
  store double 0.000000e+00, ptr %re2, align 8, !dbg !105
  store double 0.000000e+00, ptr %im2, align 8, !dbg !106
  store i32 0, ptr %iterations, align 4, !dbg !107
  br label %while.cond, !dbg !108

while.cond:                                       ; preds = %while.body, %entry
  %0 = load i32, ptr %iterations, align 4, !dbg !109
  %cmp = icmp slt i32 %0, 20, !dbg !110
  br i1 %cmp, label %land.rhs, label %land.end, !dbg !111

land.rhs:                                         ; preds = %while.cond
  %1 = load double, ptr %re2, align 8, !dbg !112
  %2 = load double, ptr %im2, align 8, !dbg !113
  %add = fadd double %1, %2, !dbg !114
  %cmp1 = fcmp ole double %add, 4.000000e+00, !dbg !115
  br label %land.end

land.end:                                         ; preds = %land.rhs, %while.cond
  %3 = phi i1 [ false, %while.cond ], [ %cmp1, %land.rhs ], !dbg !116
  br i1 %3, label %while.body, label %while.end, !dbg !108

while.body:                                       ; preds = %land.end
  %4 = load double, ptr %re, align 8, !dbg !117
  %mul = fmul double 2.000000e+00, %4, !dbg !118
  %5 = load double, ptr %im, align 8, !dbg !119
  %6 = load double, ptr %c_im.addr, align 8, !dbg !120
  %7 = call double @llvm.fmuladd.f64(double %mul, double %5, double %6), !dbg !121
  store double %7, ptr %im, align 8, !dbg !122
  %8 = load double, ptr %re2, align 8, !dbg !123
  %9 = load double, ptr %im2, align 8, !dbg !124
  %sub = fsub double %8, %9, !dbg !125
  %10 = load double, ptr %c_re.addr, align 8, !dbg !126
  %add3 = fadd double %sub, %10, !dbg !127
  store double %add3, ptr %re, align 8, !dbg !128
  %11 = load double, ptr %re, align 8, !dbg !129
  %12 = load double, ptr %re, align 8, !dbg !130
  %mul4 = fmul double %11, %12, !dbg !131
  store double %mul4, ptr %re2, align 8, !dbg !132
  %13 = load double, ptr %im, align 8, !dbg !133
  %14 = load double, ptr %im, align 8, !dbg !134
  %mul5 = fmul double %13, %14, !dbg !135
  store double %mul5, ptr %im2, align 8, !dbg !136
  %15 = load i32, ptr %iterations, align 4, !dbg !137
  %inc = add nsw i32 %15, 1, !dbg !137
  store i32 %inc, ptr %iterations, align 4, !dbg !137
  br label %while.cond, !dbg !108, !llvm.loop !138

while.end:                                        ; preds = %land.end
  %16 = load i32, ptr %iterations, align 4, !dbg !140
  ret i32 %16, !dbg !141
}

declare i32 @printf(ptr noundef, ...) #2

; Function Attrs: nounwind
declare i64 @strtol(ptr noundef, ptr noundef, i32 noundef) #3

; Function Attrs: nounwind
declare i32 @fprintf(ptr noundef, ptr noundef, ...) #3

; Function Attrs: noreturn nounwind
declare void @exit(i32 noundef) #4

attributes #0 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #1 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #2 = { "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #3 = { nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #4 = { noreturn nounwind "frame-pointer"="all" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+64bit,+cmov,+cx8,+fxsr,+idivq-to-divl,+macrofusion,+mmx,+nopl,+slow-3ops-lea,+slow-incdec,+sse,+sse2,+vzeroupper,+x87,-16bit-mode,-32bit-mode,-adx,-aes,-allow-light-256-bit,-amx-avx512,-amx-bf16,-amx-complex,-amx-fp16,-amx-fp8,-amx-int8,-amx-movrs,-amx-tf32,-amx-tile,-avx,-avx10.1,-avx10.2,-avx2,-avx512bf16,-avx512bitalg,-avx512bw,-avx512cd,-avx512dq,-avx512f,-avx512fp16,-avx512ifma,-avx512vbmi,-avx512vbmi2,-avx512vl,-avx512vnni,-avx512vp2intersect,-avx512vpopcntdq,-avxifma,-avxneconvert,-avxvnni,-avxvnniint16,-avxvnniint8,-bmi,-bmi2,-branch-hint,-branchfusion,-ccmp,-cf,-cldemote,-clflushopt,-clwb,-clzero,-cmpccxadd,-crc32,-cx16,-egpr,-enqcmd,-ermsb,-f16c,-false-deps-getmant,-false-deps-lzcnt-tzcnt,-false-deps-mulc,-false-deps-mullq,-false-deps-perm,-false-deps-popcnt,-false-deps-range,-fast-11bytenop,-fast-15bytenop,-fast-7bytenop,-fast-bextr,-fast-dpwssd,-fast-gather,-fast-hops,-fast-imm16,-fast-lzcnt,-fast-movbe,-fast-scalar-fsqrt,-fast-scalar-shift-masks,-fast-shld-rotate,-fast-variable-crosslane-shuffle,-fast-variable-perlane-shuffle,-fast-vector-fsqrt,-fast-vector-shift-masks,-faster-shift-than-shuffle,-fma,-fma4,-fsgsbase,-fsrm,-gfni,-harden-sls-ijmp,-harden-sls-ret,-hreset,-idivl-to-divb,-inline-asm-use-gpr32,-invpcid,-kl,-lea-sp,-lea-uses-ag,-lvi-cfi,-lvi-load-hardening,-lwp,-lzcnt,-movbe,-movdir64b,-movdiri,-movrs,-mwaitx,-ndd,-nf,-no-bypass-delay,-no-bypass-delay-blend,-no-bypass-delay-mov,-no-bypass-delay-shuffle,-pad-short-functions,-pclmul,-pconfig,-pku,-popcnt,-ppx,-prefer-128-bit,-prefer-256-bit,-prefer-legacy-setcc,-prefer-mask-registers,-prefer-movmsk-over-vtest,-prefer-no-gather,-prefer-no-scatter,-prefetchi,-prfchw,-ptwrite,-push2pop2,-raoint,-rdpid,-rdpru,-rdrnd,-rdseed,-retpoline,-retpoline-external-thunk,-retpoline-indirect-branches,-retpoline-indirect-calls,-rtm,-sahf,-sbb-dep-breaking,-serialize,-seses,-sgx,-sha,-sha512,-shstk,-slow-lea,-slow-pmaddwd,-slow-pmulld,-slow-pmullq,-slow-shld,-slow-two-mem-ops,-slow-unaligned-mem-16,-slow-unaligned-mem-32,-sm3,-sm4,-sse-unaligned-mem,-sse3,-sse4.1,-sse4.2,-sse4a,-ssse3,-tagged-globals,-tbm,-tsxldtrk,-tuning-fast-imm-vector-shift,-uintr,-use-glm-div-sqrt-costs,-use-slm-arith-costs,-usermsr,-vaes,-vpclmulqdq,-waitpkg,-wbnoinvd,-widekl,-xop,-xsave,-xsavec,-xsaveopt,-xsaves,-zu" "tune-cpu"="generic" }
attributes #5 = { nounwind }
attributes #6 = { noreturn nounwind }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7}
!llvm.ident = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang version 22.1.8", isOptimized: false, runtimeVersion: 0, emissionKind: LineTablesOnly, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "mandel.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 4}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"uwtable", i32 2}
!7 = !{i32 7, !"frame-pointer", i32 2}
!8 = !{!"clang version 22.1.8"}
!9 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 60, type: !10, scopeLine: 61, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!10 = !DISubroutineType(types: !11)
!11 = !{}
!12 = !DILocation(line: 62, column: 28, scope: !9)
!13 = !DILocation(line: 62, column: 34, scope: !9)
!14 = !DILocation(line: 62, column: 18, scope: !9)
!15 = !DILocation(line: 62, column: 9, scope: !9)
!16 = !DILocation(line: 63, column: 9, scope: !9)
!17 = !DILocation(line: 64, column: 13, scope: !9)
!18 = !DILocation(line: 64, column: 29, scope: !9)
!19 = !DILocation(line: 66, column: 14, scope: !9)
!20 = !DILocation(line: 66, column: 10, scope: !9)
!21 = !DILocation(line: 66, column: 21, scope: !9)
!22 = !DILocation(line: 66, column: 25, scope: !9)
!23 = !DILocation(line: 66, column: 23, scope: !9)
!24 = !DILocation(line: 66, column: 5, scope: !9)
!25 = !DILocation(line: 67, column: 36, scope: !9)
!26 = !DILocation(line: 67, column: 26, scope: !9)
!27 = !DILocation(line: 67, column: 16, scope: !9)
!28 = !DILocation(line: 68, column: 30, scope: !9)
!29 = !DILocation(line: 68, column: 28, scope: !9)
!30 = !DILocation(line: 68, column: 16, scope: !9)
!31 = !DILocation(line: 69, column: 32, scope: !9)
!32 = !DILocation(line: 69, column: 36, scope: !9)
!33 = !DILocation(line: 69, column: 20, scope: !9)
!34 = !DILocation(line: 69, column: 13, scope: !9)
!35 = !DILocation(line: 70, column: 13, scope: !9)
!36 = !DILocation(line: 70, column: 18, scope: !9)
!37 = !DILocation(line: 71, column: 19, scope: !9)
!38 = !DILocation(line: 71, column: 13, scope: !9)
!39 = !DILocation(line: 72, column: 23, scope: !9)
!40 = !DILocation(line: 72, column: 20, scope: !9)
!41 = !DILocation(line: 73, column: 31, scope: !9)
!42 = !DILocation(line: 73, column: 33, scope: !9)
!43 = !DILocation(line: 73, column: 21, scope: !9)
!44 = !DILocation(line: 73, column: 40, scope: !9)
!45 = !DILocation(line: 73, column: 38, scope: !9)
!46 = !DILocation(line: 73, column: 18, scope: !9)
!47 = !DILocation(line: 74, column: 5, scope: !9)
!48 = !DILocation(line: 66, column: 34, scope: !9)
!49 = distinct !{!49, !24, !47, !50}
!50 = !{!"llvm.loop.mustprogress"}
!51 = !DILocation(line: 75, column: 50, scope: !9)
!52 = !DILocation(line: 75, column: 58, scope: !9)
!53 = !DILocation(line: 75, column: 89, scope: !9)
!54 = !DILocation(line: 75, column: 87, scope: !9)
!55 = !DILocation(line: 75, column: 98, scope: !9)
!56 = !DILocation(line: 75, column: 96, scope: !9)
!57 = !DILocation(line: 75, column: 5, scope: !9)
!58 = !DILocation(line: 76, column: 59, scope: !9)
!59 = !DILocation(line: 76, column: 82, scope: !9)
!60 = !DILocation(line: 76, column: 5, scope: !9)
!61 = !DILocation(line: 77, column: 5, scope: !9)
!62 = distinct !DISubprogram(name: "size_from", scope: !1, file: !1, line: 30, type: !10, scopeLine: 31, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!63 = !DILocation(line: 34, column: 9, scope: !62)
!64 = !DILocation(line: 34, column: 14, scope: !62)
!65 = !DILocation(line: 35, column: 9, scope: !62)
!66 = !DILocation(line: 36, column: 19, scope: !62)
!67 = !DILocation(line: 36, column: 12, scope: !62)
!68 = !DILocation(line: 36, column: 10, scope: !62)
!69 = !DILocation(line: 37, column: 9, scope: !62)
!70 = !DILocation(line: 37, column: 14, scope: !62)
!71 = !DILocation(line: 37, column: 18, scope: !62)
!72 = !DILocation(line: 37, column: 21, scope: !62)
!73 = !DILocation(line: 37, column: 28, scope: !62)
!74 = !DILocation(line: 37, column: 25, scope: !62)
!75 = !DILocation(line: 37, column: 36, scope: !62)
!76 = !DILocation(line: 37, column: 40, scope: !62)
!77 = !DILocation(line: 37, column: 39, scope: !62)
!78 = !DILocation(line: 37, column: 44, scope: !62)
!79 = !DILocation(line: 37, column: 52, scope: !62)
!80 = !DILocation(line: 37, column: 55, scope: !62)
!81 = !DILocation(line: 37, column: 60, scope: !62)
!82 = !DILocation(line: 37, column: 64, scope: !62)
!83 = !DILocation(line: 37, column: 67, scope: !62)
!84 = !DILocation(line: 37, column: 72, scope: !62)
!85 = !DILocation(line: 38, column: 17, scope: !62)
!86 = !DILocation(line: 38, column: 9, scope: !62)
!87 = !DILocation(line: 40, column: 9, scope: !62)
!88 = !DILocation(line: 42, column: 17, scope: !62)
!89 = !DILocation(line: 42, column: 12, scope: !62)
!90 = !DILocation(line: 42, column: 5, scope: !62)
!91 = !DILocation(line: 43, column: 1, scope: !62)
!92 = distinct !DISubprogram(name: "uniform", scope: !1, file: !1, line: 24, type: !10, scopeLine: 25, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!93 = !DILocation(line: 26, column: 20, scope: !92)
!94 = !DILocation(line: 26, column: 33, scope: !92)
!95 = !DILocation(line: 26, column: 65, scope: !92)
!96 = !DILocation(line: 26, column: 18, scope: !92)
!97 = !DILocation(line: 27, column: 21, scope: !92)
!98 = !DILocation(line: 27, column: 34, scope: !92)
!99 = !DILocation(line: 27, column: 12, scope: !92)
!100 = !DILocation(line: 27, column: 41, scope: !92)
!101 = !DILocation(line: 27, column: 5, scope: !92)
!102 = distinct !DISubprogram(name: "escape_time", scope: !1, file: !1, line: 46, type: !10, scopeLine: 47, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0)
!103 = !DILocation(line: 48, column: 12, scope: !102)
!104 = !DILocation(line: 48, column: 22, scope: !102)
!105 = !DILocation(line: 48, column: 32, scope: !102)
!106 = !DILocation(line: 48, column: 43, scope: !102)
!107 = !DILocation(line: 49, column: 9, scope: !102)
!108 = !DILocation(line: 50, column: 5, scope: !102)
!109 = !DILocation(line: 50, column: 12, scope: !102)
!110 = !DILocation(line: 50, column: 23, scope: !102)
!111 = !DILocation(line: 50, column: 41, scope: !102)
!112 = !DILocation(line: 50, column: 44, scope: !102)
!113 = !DILocation(line: 50, column: 50, scope: !102)
!114 = !DILocation(line: 50, column: 48, scope: !102)
!115 = !DILocation(line: 50, column: 54, scope: !102)
!116 = !DILocation(line: 0, scope: !102)
!117 = !DILocation(line: 51, column: 20, scope: !102)
!118 = !DILocation(line: 51, column: 18, scope: !102)
!119 = !DILocation(line: 51, column: 25, scope: !102)
!120 = !DILocation(line: 51, column: 30, scope: !102)
!121 = !DILocation(line: 51, column: 28, scope: !102)
!122 = !DILocation(line: 51, column: 12, scope: !102)
!123 = !DILocation(line: 52, column: 14, scope: !102)
!124 = !DILocation(line: 52, column: 20, scope: !102)
!125 = !DILocation(line: 52, column: 18, scope: !102)
!126 = !DILocation(line: 52, column: 26, scope: !102)
!127 = !DILocation(line: 52, column: 24, scope: !102)
!128 = !DILocation(line: 52, column: 12, scope: !102)
!129 = !DILocation(line: 53, column: 15, scope: !102)
!130 = !DILocation(line: 53, column: 20, scope: !102)
!131 = !DILocation(line: 53, column: 18, scope: !102)
!132 = !DILocation(line: 53, column: 13, scope: !102)
!133 = !DILocation(line: 54, column: 15, scope: !102)
!134 = !DILocation(line: 54, column: 20, scope: !102)
!135 = !DILocation(line: 54, column: 18, scope: !102)
!136 = !DILocation(line: 54, column: 13, scope: !102)
!137 = !DILocation(line: 55, column: 19, scope: !102)
!138 = distinct !{!138, !108, !139, !50}
!139 = !DILocation(line: 56, column: 5, scope: !102)
!140 = !DILocation(line: 57, column: 12, scope: !102)
!141 = !DILocation(line: 57, column: 5, scope: !102)

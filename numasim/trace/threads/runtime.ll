; The calls of an instrumented program of threads. They are inlined into it.

; The next record, the instructions executed, those at the next tick, and the bias of the numbers of operations.
@numasim_log = external hidden global { ptr, i64, i64, i64 }
@numasim_callee = external hidden global ptr
@numasim_result = external hidden global i64
@numasim_arguments = external hidden global [8 x i64]
@numasim_line = external hidden global i32

declare void @numasim_tick()
declare i64 @numasim_computes(i64)
declare i64 @llvm.umin.i64(i64, i64)

; A piece of straight code begins. The result is the instructions executed at its end.
define hidden i32 @numasim_segment(i64 %count) alwaysinline {
  %before = load i64, ptr getelementptr ({ ptr, i64, i64, i64 }, ptr @numasim_log, i64 0, i32 1)
  %deadline = load i64, ptr getelementptr ({ ptr, i64, i64, i64 }, ptr @numasim_log, i64 0, i32 2)
  %over = icmp uge i64 %before, %deadline
  br i1 %over, label %tick, label %go, !prof !0
tick:
  call void @numasim_tick()
  br label %go
go:
  %now = load i64, ptr getelementptr ({ ptr, i64, i64, i64 }, ptr @numasim_log, i64 0, i32 1)
  %after = add i64 %now, %count
  store i64 %after, ptr getelementptr ({ ptr, i64, i64, i64 }, ptr @numasim_log, i64 0, i32 1)
  %executed = trunc i64 %after to i32
  ret i32 %executed
}

; The number of the next operation.
define hidden i32 @numasim_number(ptr %cursor) alwaysinline {
  %bias = load i64, ptr getelementptr ({ ptr, i64, i64, i64 }, ptr @numasim_log, i64 0, i32 3)
  %place = ptrtoint ptr %cursor to i64
  %sixteenth = lshr i64 %place, 4
  %number = add i64 %sixteenth, %bias
  %result = trunc i64 %number to i32
  ret i32 %result
}

; A chain with many cycles becomes operations. The result is the chain behind them.
define hidden i64 @numasim_chain(i64 %chain) alwaysinline {
entry:
  %cycles = trunc i64 %chain to i32
  %many = icmp uge i32 %cycles, 64
  br i1 %many, label %write, label %go, !prof !0
write:
  %rest = call i64 @numasim_computes(i64 %chain)
  br label %go
go:
  %result = phi i64 [ %chain, %entry ], [ %rest, %write ]
  ret i64 %result
}

; One memory operation, `behind` instructions before the end of the segment. The record has the number of its
; producer, 16 bits of the instructions before it, and the cycles of the chain from the producer.
define hidden void @numasim_access(ptr %cursor, i64 %offset, ptr %address, i64 %marks, i64 %producer, i32 %executed, i32 %behind) alwaysinline {
  %record = getelementptr i8, ptr %cursor, i64 %offset
  %place = ptrtoint ptr %address to i64
  %access = or i64 %place, %marks
  store i64 %access, ptr %record
  %second = getelementptr i8, ptr %record, i64 8
  %number = lshr i64 %producer, 32
  %all = and i64 %producer, 4294967295
  %most = call i64 @llvm.umin.i64(i64 %all, i64 255)
  %chain = shl i64 %most, 48
  %when = sub i32 %executed, %behind
  %low = and i32 %when, 65535
  %wide = zext i32 %low to i64
  %middle = shl i64 %wide, 32
  %both = or i64 %middle, %chain
  %rest = or i64 %both, %number
  store i64 %rest, ptr %second
  ret void
}

; A record of an atomic operation that left memory as it was gets the kind of such operations.
define hidden void @numasim_unchanged(ptr %cursor, i64 %offset, i1 %same) alwaysinline {
  %record = getelementptr i8, ptr %cursor, i64 %offset
  %access = load i64, ptr %record
  %mark = select i1 %same, i64 288230376151711744, i64 0 ; 1 << 58
  %marked = or i64 %access, %mark
  store i64 %marked, ptr %record
  ret void
}

define hidden ptr @numasim_cursor() alwaysinline {
  %cursor = load ptr, ptr @numasim_log
  ret ptr %cursor
}

define hidden void @numasim_advance(ptr %cursor, i64 %bytes) alwaysinline {
  %next = getelementptr i8, ptr %cursor, i64 %bytes
  store ptr %next, ptr @numasim_log
  ret void
}

define hidden void @numasim_at_line(i32 %line) alwaysinline {
  store i32 %line, ptr @numasim_line
  ret void
}

; What an argument and a result depend on, given beside the program's own.
define hidden void @numasim_give(i32 %position, i64 %producer) alwaysinline {
  %place = getelementptr [8 x i64], ptr @numasim_arguments, i64 0, i32 %position
  store i64 %producer, ptr %place
  ret void
}

define hidden void @numasim_call(ptr %function) alwaysinline {
  store ptr %function, ptr @numasim_callee
  store i64 0, ptr @numasim_result
  ret void
}

; Whether the function was called by code that gives the producers of arguments.
define hidden i1 @numasim_called(ptr %function) alwaysinline {
  %callee = load ptr, ptr @numasim_callee
  store ptr null, ptr @numasim_callee
  %same = icmp eq ptr %callee, %function
  ret i1 %same
}

define hidden i64 @numasim_given(i1 %given, i32 %position) alwaysinline {
  %place = getelementptr [8 x i64], ptr @numasim_arguments, i64 0, i32 %position
  %value = load i64, ptr %place
  %producer = select i1 %given, i64 %value, i64 0
  ret i64 %producer
}

define hidden void @numasim_return(i64 %producer) alwaysinline {
  store i64 %producer, ptr @numasim_result
  ret void
}

define hidden i64 @numasim_returned() alwaysinline {
  %value = load i64, ptr @numasim_result
  ret i64 %value
}

!0 = !{!"branch_weights", i32 1, i32 100000}

; The calls of an instrumented program. They are inlined into it.

; The next entry and the end of the window of the segments, and the same of the words.
@numasim_log = external hidden global { ptr, ptr, ptr, ptr }

declare void @numasim_turn()
declare void @numasim_region_enter(ptr)
declare void @numasim_region_leave(ptr)
declare void @numasim_region_resume(ptr)
declare i64 @llvm.readcyclecounter()
declare ptr @llvm.frameaddress.p0(i32 immarg)

; A piece of straight code begins.
define hidden void @numasim_segment(i32 %number) alwaysinline {
  %cursor = load ptr, ptr @numasim_log
  store i32 %number, ptr %cursor
  %next = getelementptr i32, ptr %cursor, i64 1
  store ptr %next, ptr @numasim_log
  %end = load ptr, ptr getelementptr (ptr, ptr @numasim_log, i64 1)
  %words = load ptr, ptr getelementptr (ptr, ptr @numasim_log, i64 2)
  %words.end = load ptr, ptr getelementptr (ptr, ptr @numasim_log, i64 3)
  %full = icmp uge ptr %next, %end
  %words.full = icmp uge ptr %words, %words.end
  %any = or i1 %full, %words.full
  br i1 %any, label %turn, label %go, !prof !0
turn:
  call void @numasim_turn()
  br label %go
go:
  ret void
}

define hidden void @numasim_word(i64 %word) alwaysinline {
  %cursor = load ptr, ptr getelementptr (ptr, ptr @numasim_log, i64 2)
  store i64 %word, ptr %cursor
  %next = getelementptr i64, ptr %cursor, i64 1
  store ptr %next, ptr getelementptr (ptr, ptr @numasim_log, i64 2)
  ret void
}

define hidden void @numasim_address(ptr %address) alwaysinline {
  %number = ptrtoint ptr %address to i64
  %word = and i64 %number, 281474976710655
  call void @numasim_word(i64 %word)
  ret void
}

define hidden i64 @numasim_clock() alwaysinline {
  %now = call i64 @llvm.readcyclecounter()
  ret i64 %now
}

; The address, and the cycles since `before` in the upper 16 bits.
define hidden void @numasim_timed_address(ptr %address, i64 %before) alwaysinline {
  %now = call i64 @llvm.readcyclecounter()
  %taken = sub i64 %now, %before
  %long = icmp ugt i64 %taken, 65535
  %cycles = select i1 %long, i64 65535, i64 %taken
  %upper = shl i64 %cycles, 48
  %number = ptrtoint ptr %address to i64
  %lower = and i64 %number, 281474976710655
  %word = or i64 %upper, %lower
  call void @numasim_word(i64 %word)
  ret void
}

define hidden void @numasim_frame() alwaysinline {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  call void @numasim_address(ptr %frame)
  ret void
}

; The three ends of the part of a run that is recorded alone.
define hidden void @numasim_enter() alwaysinline {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  call void @numasim_region_enter(ptr %frame)
  ret void
}

define hidden void @numasim_leave() alwaysinline {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  call void @numasim_region_leave(ptr %frame)
  ret void
}

define hidden void @numasim_resume() alwaysinline {
  %frame = call ptr @llvm.frameaddress.p0(i32 0)
  call void @numasim_region_resume(ptr %frame)
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 100000}

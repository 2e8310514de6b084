; An exception leaves the thrower's frame; the landing pad belongs to the frame that catches it.
;
; Executed, in order, and on whom each depends:
;  0 add
;  1 invoke <- 0
;  2 call
;  3 store <- 0 2
;  4 call <- 2
;  5 landingpad
;  6 extractvalue <- 5
;  7 call <- 6
;  8 load <- 3 7
;  9 call
; 10 sub <- 0 8
; 11 ret <- 10

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
@_ZTIi = external constant ptr
define void @thrower(i32 %value) {
  %box = call ptr @__cxa_allocate_exception(i64 4)
  store i32 %value, ptr %box
  call void @__cxa_throw(ptr %box, ptr @_ZTIi, ptr null)
  unreachable
}
define i32 @main() personality ptr @__gxx_personality_v0 {
  %before = add i32 3, 4
  invoke void @thrower(i32 %before) to label %never unwind label %caught
never:
  ret i32 1
caught:
  %pad = landingpad { ptr, i32 } catch ptr @_ZTIi
  %raised = extractvalue { ptr, i32 } %pad, 0
  %object = call ptr @__cxa_begin_catch(ptr %raised)
  %value = load i32, ptr %object
  call void @__cxa_end_catch()
  %code = sub i32 %value, %before
  ret i32 %code
}

; A select depends on its condition and on both values; a switch on its value, and on nothing that it skips.
;
; Executed, in order, and on whom each depends:
;  0 add
;  1 add
;  2 icmp <- 0 1
;  3 select <- 0 1 2
;  4 switch <- 3
;  5 phi <- 1
;  6 br
;  7 phi <- 5
;  8 sub <- 7
;  9 ret <- 8

define i32 @main() {
  %a = add i32 1, 1
  %b = add i32 2, 2
  %less = icmp slt i32 %a, %b
  %chosen = select i1 %less, i32 %a, i32 %b
  switch i32 %chosen, label %other [
    i32 2, label %two
    i32 3, label %other
  ]
two:
  %from = phi i32 [ %b, %0 ]
  br label %end
other:
  br label %end
end:
  %code = phi i32 [ %chosen, %other ], [ %from, %two ]
  %exit = sub i32 %code, 4
  ret i32 %exit
}

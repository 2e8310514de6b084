; An update reads and writes. What it returns and what it leaves in memory is one vertex's: one edge.
;
; Executed, in order, and on whom each depends:
;  0 alloca
;  1 store <- 0
;  2 atomicrmw <- 0 1
;  3 cmpxchg <- 0 2
;  4 extractvalue <- 3
;  5 load <- 0 3
;  6 sub <- 5
;  7 ret <- 6

define i32 @main() {
  %counter = alloca i32
  store i32 1, ptr %counter
  %old = atomicrmw add ptr %counter, i32 4 seq_cst
  %pair = cmpxchg ptr %counter, i32 5, i32 %old seq_cst seq_cst
  %swapped = extractvalue { i32, i1 } %pair, 1
  %now = load i32, ptr %counter
  %code = sub i32 %now, 1
  ret i32 %code
}

"""Random LLVM IR that runs and ends: registers, memory of every width, blocks, calls, phis, loops."""

BUFFER = 64
"""Bytes of each function's buffer, and of the global one."""

HEAD = f"""
@shared = internal global [{BUFFER} x i8] zeroinitializer
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i64 @strlen(ptr)
declare ptr @calloc(i64, i64)
"""
TYPES = ("i8", "i16", "i32", "i64", "i128")


def random_program(random, functions=3, length=25):
    """The text of a module; ``random`` is a :class:`random.Random`.

    A function calls only those before it, so nothing recurses; main is the last and calls them all.
    """
    bodies = [_Function(random, number, length).text for number in range(functions)]
    calls = "\n".join(
        f"  %r{k} = call i64 @f{k}(i64 %r{k - 1}, ptr %block)" for k in range(functions)
    ).replace("%r-1", "7")
    main = f"""
define i32 @main() {{
  %block = call ptr @calloc(i64 {BUFFER}, i64 1)
{calls}
  %through = load ptr, ptr @chosen
  %last = call i64 %through(i64 %r0, ptr %block)
  ret i32 0
}}
@chosen = internal global ptr @f{random.randrange(functions)}
"""
    return HEAD + "\n".join(bodies) + main


class _Function:
    def __init__(self, random, number, length):
        self.random = random
        self.number = number
        self.values = ["%x", "3"]
        self.lines = []
        self.count = 0
        for _ in range(length):
            random.choice(
                (
                    self.add,
                    self.add,
                    self.load,
                    self.load,
                    self.store,
                    self.store,
                    self.copy,
                    self.fill,
                    self.call,
                )
            )()
        before = self.name()
        start = f"  {before} = add i64 {self.value()}, 1\n  br label %loop"
        seen = list(self.values)
        self.values = [*seen, "%a", "%b", "%i"]
        head, self.lines = self.lines, []
        for _ in range(length // 3):
            random.choice((self.add, self.load, self.store, self.copy))()
        body = "\n".join(self.lines)
        inside = self.values[-1] if self.values[-1] != "%i" else "%a"
        self.text = "\n".join(
            [
                f"define i64 @f{number}(i64 %x, ptr %outer) {{",
                "entry:",
                f"  %buffer = alloca [{BUFFER} x i8], align 8",
                f"  call void @llvm.memset.p0.i64(ptr %buffer, i8 0, i64 {BUFFER}, i1 false)",
                *head,
                start,
                "loop:",
                f"  %a = phi i64 [ {before}, %entry ], [ %b, %loop ]",
                f"  %b = phi i64 [ {random.choice(seen)}, %entry ], [ {inside}, %loop ]",
                "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]",
                body,
                "  %next = add i64 %i, 1",
                f"  %again = icmp ult i64 %next, {random.randrange(1, 5)}",
                "  br i1 %again, label %loop, label %done",
                "done:",
                f"  %made = phi i64 [ {random.choice([inside, '%a', '%b'])}, %loop ]",
                f"  ret i64 {random.choice(['%made', '%x', '5'])}",
                "}",
            ]
        )

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def value(self):
        return self.random.choice(self.values[-8:])

    def new(self, text):
        name = self.name()
        self.lines.append(f"  {name} = {text}")
        return name

    def place(self, size):
        base = self.random.choice(("%buffer", "%outer", "@shared"))
        return self.new(f"getelementptr i8, ptr {base}, i64 {self.random.randrange(BUFFER - size + 1)}")

    def add(self):
        operation = self.random.choice(("add", "xor", "mul", "sub"))
        self.values.append(self.new(f"{operation} i64 {self.value()}, {self.value()}"))

    def load(self):
        type_ = self.random.choice(TYPES)
        got = self.new(f"load {type_}, ptr {self.place(16)}, align 1")
        if type_ == "i128":
            got = self.new(f"trunc i128 {got} to i64")
        elif type_ != "i64":
            got = self.new(f"zext {type_} {got} to i64")
        self.values.append(got)

    def store(self):
        type_ = self.random.choice(TYPES)
        value = self.value()
        if type_ == "i128":
            value = self.new(f"zext i64 {value} to i128")
        elif type_ != "i64":
            value = self.new(f"trunc i64 {value} to {type_}")
        self.lines.append(f"  store {type_} {value}, ptr {self.place(16)}, align 1")

    def copy(self):
        size = self.random.choice((0, 1, 7, 16, 32))
        to, origin = self.place(32), self.place(32)
        self.lines.append(
            f"  call void @llvm.memmove.p0.p0.i64(ptr {to}, ptr {origin}, i64 {size}, i1 false)"
        )

    def fill(self):
        size = self.random.randrange(17)
        self.lines.append(
            f"  call void @llvm.memset.p0.i64(ptr {self.place(16)}, i8 0, i64 {size}, i1 false)"
        )

    def call(self):
        if self.number:
            callee = self.random.randrange(self.number)
            self.values.append(self.new(f"call i64 @f{callee}(i64 {self.value()}, ptr %buffer)"))
        else:
            last = self.new(f"getelementptr i8, ptr %outer, i64 {BUFFER - 1}")
            self.lines.append(f"  store i8 0, ptr {last}")
            self.values.append(self.new("call i64 @strlen(ptr %outer)"))

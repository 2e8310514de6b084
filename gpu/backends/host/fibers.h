// Switching between stacks: a few instructions on x86-64, ucontext elsewhere.
//
// A Context is a suspended flow of control. `prepare` makes one that will call a function (which must never
// return) on a given stack; `switch_context` suspends the running one and resumes another. All that a suspended context
// needs of its stack begins at `stack_pointer`.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__x86_64__) && !defined(NUMASIM_UCONTEXT)

// The registers that the System V ABI lets a function expect unchanged, on the stack that they belong to.
// Kernels change neither the rounding mode nor the exceptions of floating point, so those are left alone. The
// processor predicts the `ret` well, because nearly every fiber was suspended at the same call.
asm(R"(
.text
.type numasim_switch, @function
numasim_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
.size numasim_switch, . - numasim_switch
)");
extern "C" void numasim_switch(char** save, char* resume);

// Begins the definition of a function in which fibers wait, with C linkage. It returns by a jump. A processor predicts
// the target of a `ret` from its latest call, which another fiber made at another place, and that of a jump from the
// jumps before it.
#define NUMASIM_WAITING(type, name)                \
    asm(".text\n"                                  \
        ".globl " #name "\n"                       \
        ".hidden " #name "\n"                      \
        ".type " #name ", @function\n" #name ":\n" \
        "    subq $8, %rsp\n"                      \
        "    call " #name "_body\n"                \
        "    addq $8, %rsp\n"                      \
        "    popq %rcx\n"                          \
        "    jmpq *%rcx\n"                         \
        ".size " #name ", . - " #name "\n");       \
    type name##_body

struct Context {
    char* stack_pointer = nullptr;
};

static inline void prepare(Context& context, char* stack, size_t bytes, void (*function)()) {
    uintptr_t top = (reinterpret_cast<uintptr_t>(stack) + bytes) & ~uintptr_t(15);
    void** slot = reinterpret_cast<void**>(top);
    *--slot = nullptr;  // where a return address would be: the function begins as if it had been called
    *--slot = reinterpret_cast<void*>(function);
    for (int saved = 0; saved < 6; ++saved) *--slot = nullptr;
    context.stack_pointer = reinterpret_cast<char*>(slot);
}

static inline void switch_context(Context& from, Context& to) { numasim_switch(&from.stack_pointer, to.stack_pointer); }

#else
#include <ucontext.h>

#define NUMASIM_WAITING(type, name) type name

struct Context {
    ucontext_t state;
    char* stack_pointer;
};

static inline void prepare(Context& context, char* stack, size_t bytes, void (*function)()) {
    getcontext(&context.state);
    context.state.uc_stack.ss_sp = stack;
    context.state.uc_stack.ss_size = bytes;
    context.state.uc_link = nullptr;
    makecontext(&context.state, function, 0);
}

static __attribute__((noinline)) void switch_context(Context& from, Context& to) {
    from.stack_pointer = static_cast<char*>(__builtin_alloca(1));  // the lower end of the frame
    swapcontext(&from.state, &to.state);
}

#endif

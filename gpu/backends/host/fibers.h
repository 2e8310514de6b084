// Switching between stacks: a few instructions on x86-64, ucontext elsewhere.
//
// A Context is a suspended flow of control. `prepare` makes one that will call a function (which must never
// return) on a given stack; `switch_context` suspends the running one and resumes another.
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
extern "C" void numasim_switch(void** save, void* resume);

struct Context {
    void* stack_pointer = nullptr;
};

static inline void prepare(Context& context, char* stack, size_t bytes, void (*function)()) {
    uintptr_t top = (reinterpret_cast<uintptr_t>(stack) + bytes) & ~uintptr_t(15);
    void** slot = reinterpret_cast<void**>(top);
    *--slot = nullptr;  // where a return address would be: the function begins as if it had been called
    *--slot = reinterpret_cast<void*>(function);
    for (int saved = 0; saved < 6; ++saved) *--slot = nullptr;
    context.stack_pointer = slot;
}

static inline void switch_context(Context& from, Context& to) { numasim_switch(&from.stack_pointer, to.stack_pointer); }

#else
#include <ucontext.h>

struct Context {
    ucontext_t state;
};

static inline void prepare(Context& context, char* stack, size_t bytes, void (*function)()) {
    getcontext(&context.state);
    context.state.uc_stack.ss_sp = stack;
    context.state.uc_stack.ss_size = bytes;
    context.state.uc_link = nullptr;
    makecontext(&context.state, function, 0);
}

static inline void switch_context(Context& from, Context& to) { swapcontext(&from.state, &to.state); }

#endif

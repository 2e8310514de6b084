// Faults of kernels: a store or a load at an address that the process does not have, an integer division by zero, an
// instruction that traps, and assertions that fail. The launch ends with a message, and the process goes on.
//
// A fault is a signal of the operating system. Its handler runs on a stack of its own, since the thread's may be used up,
// and jumps back to where the launch began to run.
#pragma once

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <ucontext.h>

#include "block.h"

namespace {

sigjmp_buf escape;

struct Fault {
    int signal;  // 0 for none
    const char* code;
    uintptr_t stack_pointer;
    uintptr_t address;  // that the code accessed
    const char* verb;
};
Fault fault;

#if defined(__x86_64__)
constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#else
constexpr int kFaults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
#endif
constexpr int kFaultCount = sizeof kFaults / sizeof *kFaults;
struct sigaction before_launch[kFaultCount];
pthread_t of_launch;

// Called where a kernel has done what the processor cannot. Faults of other threads, and of this handler's own report,
// are left to whoever handled them before.
void catch_fault(int signal, siginfo_t* information, void* context) {
    if (!pthread_equal(pthread_self(), of_launch) || fault.signal != 0) {
        for (int i = 0; i < kFaultCount; ++i) sigaction(kFaults[i], &before_launch[i], nullptr);
        return;  // the instruction is repeated
    }
    fault = {signal, nullptr, 0, reinterpret_cast<uintptr_t>(information->si_addr), "loads or stores"};
#if defined(__x86_64__)
    const greg_t* const registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    fault.code = reinterpret_cast<const char*>(registers[REG_RIP]);
    fault.stack_pointer = uintptr_t(registers[REG_RSP]);
    if (information->si_code != SI_KERNEL) fault.verb = registers[REG_ERR] & 2 ? "stores" : "loads";
#elif defined(__aarch64__)
    fault.code = reinterpret_cast<const char*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
    fault.stack_pointer = uintptr_t(static_cast<ucontext_t*>(context)->uc_mcontext.sp);
#endif
    siglongjmp(escape, 1);
}

// Faults are caught while it exists.
struct Faults {
    Faults() {
        static char stack[64 * 1024];
        fault.signal = 0;
        of_launch = pthread_self();
        stack_t own = {};
        own.ss_sp = stack;
        own.ss_size = sizeof stack;
        sigaltstack(&own, &stack_before);
        struct sigaction action = {};
        action.sa_sigaction = catch_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;  // it is left by a jump, which keeps the signal mask
        sigemptyset(&action.sa_mask);
        for (int i = 0; i < kFaultCount; ++i) sigaction(kFaults[i], &action, &before_launch[i]);
    }
    ~Faults() {
        for (int i = 0; i < kFaultCount; ++i) sigaction(kFaults[i], &before_launch[i], nullptr);
        sigaltstack(&stack_before, nullptr);
    }
    Faults(const Faults&) = delete;

   private:
    stack_t stack_before;
};

[[noreturn]] void report_large_locals() {
    fail("%s needs more than %zu KB for its local variables", place(launch.current), kStack / 1024);
}

void report_fault() {
    const uintptr_t stack = reinterpret_cast<uintptr_t>(threads[launch.current].stack);
    if (fault.stack_pointer != 0 && fault.stack_pointer - stack > kStack) report_large_locals();
    const char* const thread = place(launch.current);
    const char* const line = place_in_code(fault.code + 1);  // the place is the instruction itself
    switch (fault.signal) {
        case SIGFPE:
            fail("%s divides an integer by zero, or the least integer by -1, in line %s", thread, line);
        case SIGILL:
        case SIGTRAP:
            fail("%s traps in line %s: by __trap, or by an operation that has no result in C++", thread, line);
        default:
            // The back end knows which array is near the address.
            fail("%s %s in line %s outside its arrays and its shared memory&%zx&", thread, fault.verb, line,
                 size_t(fault.address));
    }
}

}  // namespace

// Called where an assertion of <assert.h> fails.
extern "C" [[noreturn]] void __assert_fail(const char* assertion, const char*, unsigned, const char*) throw() {
    fail("%s: the assertion `%.200s` fails in line %s", place(launch.current), assertion,
         place_in_code(__builtin_return_address(0)));
}

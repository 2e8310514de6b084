/* Names that a reader of IR may stumble over. */
#include <stdio.h>

int real(int x) { return x + 1; }
int other(int x) __attribute__((alias("real")));
__attribute__((weak)) int weak(int x) { return x * 3; }
__attribute__((weak)) int missing(int x);
int variable = 5;
extern int same_variable __attribute__((alias("variable")));
int (*volatile pointer)(int) = other;

int odd(int x) __asm__("odd name$@main(");
int odd(int x) { return x + 1; }
int quoted __asm__("my.variable-\"q\"") = 4;
int accented(int) __asm__("\xc3\xa4\\");
int accented(int x) { return odd(x) * 2; }

int memory(int readonly) { return readonly + 1; }
int readonly(int memory) { return memory * 2; }
int speculatable(int x) { return x - 1; }
int clone(int x) { return x; }
int inrange(int numasim) { return numasim; }

static int resolved(int x) { return x + 6; }
static void *resolve(void) { return resolved; }
int indirect(int) __attribute__((ifunc("resolve")));

__asm__(".globl in_assembly\nin_assembly:\n lea 5(%rdi), %eax\n ret\n");
int in_assembly(int x);

static const char text[] = "define i32 @main() memory(none) {\n  ret i32 inrange i32 0\n}\n";

int main(void)
{
    int (*absent)(int) = missing;
    fputs(text, stdout);
    printf("%d %d %d %d %d %d\n", real(1), other(2), weak(3), absent ? 1 : 0, same_variable, pointer(9));
    printf("%d %d %d\n", odd(1), quoted, accented(4));
    printf("%d %d %d %d %d\n", memory(1), readonly(2), speculatable(3), clone(4), inrange(5));
    printf("%d %d\n", indirect(1), in_assembly(2));
    return 0;
}

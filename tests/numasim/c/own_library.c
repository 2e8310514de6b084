/* A program that defines functions of the C library itself. */
#include <stdio.h>
#include <string.h>

static char pool[1 << 20];
static size_t used;

size_t strlen(const char *text)
{
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

size_t strnlen(const char *text, size_t most)
{
    size_t n = 0;
    while (n < most && text[n])
        n++;
    return n;
}

void *malloc(size_t n)
{
    void *block = pool + used;
    used += (n + 15) / 16 * 16;
    memset(block, 0, n);
    return block;
}
void free(void *block) { (void)block; }
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void *realloc(void *block, size_t n)
{
    void *other = malloc(n);
    return block ? memcpy(other, block, n) : other;
}

int main(void)
{
    char text[50], *copy;
    strcpy(text, "hello");
    strcat(text, " world");
    printf("%s %zu\n", text, strlen(text));
    copy = malloc(100);
    sprintf(copy, "%s-%d", text, 5);
    copy = realloc(copy, 200);
    puts(copy);
    return (int)strlen(copy);
}

// Exceptions, through frames of the program and of the C library. Without headers, for any C++ library.
extern "C" {
int printf(const char *, ...);
int puts(const char *);
int sscanf(const char *, const char *, ...);
void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
}

struct Scope {
    const char *name;
    explicit Scope(const char *name) : name(name) { printf("+%s\n", name); }
    ~Scope() { printf("-%s\n", name); }
};

static Scope global("global");

static int compare(const void *a, const void *b)
{
    if (*static_cast<const int *>(a) == 99)
        throw 7;
    return *static_cast<const int *>(a) - *static_cast<const int *>(b);
}

static int deep(int n)
{
    Scope scope("frame");
    int numbers[] = {n, 5, 1};
    if (n == 0)
        throw 42;
    qsort(numbers, 3, sizeof *numbers, compare);
    return deep(n - 1) + numbers[0];
}

static int parse(const char *text)
{
    Scope scope("parse");
    int number = 0, converted = sscanf(text, "%d", &number);
    if (number > 5)
        converted = sscanf("8", "%d", &number);
    printf("%d\n", converted);
    return number;
}

extern "C" int only_this(int n) { return deep(n); }
extern "C" int not_this()
{
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += i;
    return sum;
}

int main(int count, char **)
{
    int numbers[] = {3, 99, 1, 2, 0};
    try {
        only_this(3);
    } catch (int number) {
        printf("caught %d\n", number + not_this());
    }
    try {
        qsort(numbers, 5, sizeof *numbers, compare);
    } catch (int number) {
        printf("caught %d of a comparison\n", number);
    }
    try {
        try {
            throw 1.5;
        } catch (double number) {
            printf("caught %g\n", number);
            throw;
        }
    } catch (...) {
        puts("caught again");
    }
    if (count > 1)
        only_this(1);
    return parse("4") + parse("9");
}

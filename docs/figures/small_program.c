int table[2];

int square(int x)
{
    return x * x;
}

int main(void)
{
    table[0] = square(3);
    table[1] = table[0] + 1;
    return table[1];
}

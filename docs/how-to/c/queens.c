/* queens.c - eight queens, a sieve, a factorial: recursion, arrays, texts, a table, numbers of 16 and 32 bits. */

int putchar(int c);
int puts(const char *text);

#define SIZE 8
#define LIMIT 8192

static int column[SIZE], solutions;
static char composite[LIMIT];

static void print(unsigned long number)
{
    if (number >= 10)
        print(number / 10);
    putchar('0' + (int)(number % 10));
}

static int is_safe(int row)
{
    int other, distance;
    for (other = 0; other < row; other++) {
        distance = column[other] - column[row];
        if (distance == 0 || distance == row - other || distance == other - row)
            return 0;
    }
    return 1;
}

static void place(int row)
{
    if (row == SIZE) {
        solutions++;
        return;
    }
    for (column[row] = 0; column[row] < SIZE; column[row]++)
        if (is_safe(row))
            place(row + 1);
}

static unsigned long queens(void)
{
    place(0);
    return solutions;
}

static unsigned long primes(void)
{
    int number, multiple, count = 0;
    for (number = 2; number < LIMIT; number++) {
        count += !composite[number];
        for (multiple = number + number; multiple < LIMIT; multiple += number)
            composite[multiple] = 1;
    }
    return count;
}

static unsigned long factorial(void)
{
    unsigned long product = 8, factor;
    for (factor = 2; factor <= 12; factor++)
        product *= factor;
    return product;
}

static const struct { const char *name; unsigned long (*count)(void); } table[] = {
    { " ways to place eight queens", queens }, { " primes below 8192", primes }, { " is 8 times 12!", factorial },
};

int main(void)
{
    int entry;
    for (entry = 0; entry < 3; entry++) {
        print(table[entry].count());
        puts(table[entry].name);
    }
    return 0;
}

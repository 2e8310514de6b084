/* A linked list of neurons with the rectified linear function.

   Every neuron is a node of its own on the heap, with its weights and its bias. The list is walked once for
   each of a few random inputs. The neuron: F. Rosenblatt, "The perceptron", Psychological Review 65, 1958;
   the function: V. Nair and G. E. Hinton, "Rectified linear units improve restricted Boltzmann machines",
   ICML 2010.

   usage: neuron [size]
   size: the number of neurons, default 64. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 64, MOST_NEURONS = 1000000, INPUTS = 16, PATTERNS = 4 };

struct neuron {
    double weight[INPUTS];
    double bias;
    struct neuron *next;
};

static uint64_t random_state = 1;

/* A number in [-1, 1), from Knuth's linear congruential generator MMIX. */
static double symmetric(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(random_state >> 11) * 0x1p-52 - 1.0;
}

static int size_from(int argc, char **argv)
{
    char *end;
    long size;
    if (argc == 1)
        return DEFAULT_SIZE;
    size = strtol(argv[1], &end, 10);
    if (argc > 2 || end == argv[1] || *end != '\0' || size < 1 || size > MOST_NEURONS) {
        fprintf(stderr, "neuron: give one size, an integer from 1 to %d (default %d)\n", MOST_NEURONS,
                DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

/* A neuron in front of the list; returns the longer list. */
static struct neuron *push(struct neuron *list)
{
    struct neuron *neuron = malloc(sizeof *neuron);
    if (neuron == NULL) {
        fputs("neuron: out of memory\n", stderr);
        exit(1);
    }
    for (int i = 0; i < INPUTS; i++)
        neuron->weight[i] = symmetric();
    neuron->bias = symmetric();
    neuron->next = list;
    return neuron;
}

static double rectified(double x)
{
    return x > 0.0 ? x : 0.0;
}

static double activation(const struct neuron *neuron, const double *input)
{
    double sum = neuron->bias;
    for (int i = 0; i < INPUTS; i++)
        sum += neuron->weight[i] * input[i];
    return rectified(sum);
}

static void free_list(struct neuron *list)
{
    while (list != NULL) {
        struct neuron *next = list->next;
        free(list);
        list = next;
    }
}

int main(int argc, char **argv)
{
    int n = size_from(argc, argv);
    struct neuron *list = NULL;
    double input[INPUTS], checksum = 0.0;

    for (int i = 0; i < n; i++)
        list = push(list);
    printf("neurons %d\n", n);
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        int active = 0, place = 0;
        double sum = 0.0;
        for (int i = 0; i < INPUTS; i++)
            input[i] = symmetric();
        for (const struct neuron *neuron = list; neuron != NULL; neuron = neuron->next) {
            double output = activation(neuron, input);
            if (output > 0.0)
                active++;
            sum += output;
            checksum += (double)++place * (pattern + 1) * output;
        }
        printf("pattern%d %d %.17g\n", pattern, active, sum);
    }
    printf("checksum %.17g\n", checksum);
    free_list(list);
    return 0;
}

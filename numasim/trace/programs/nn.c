/* The forward pass of a multilayer perceptron.

   Three fully connected hidden layers of rectified linear units, and an output layer with softmax over ten
   classes, applied to a few random inputs. The network: D. E. Rumelhart, G. E. Hinton and R. J. Williams,
   "Learning representations by back-propagating errors", Nature 323, 1986. The random weights are scaled
   after K. He et al., "Delving deep into rectifiers", ICCV 2015.

   usage: nn [size]
   size: the width of the input and of each hidden layer, default 32. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 32, MOST_WIDTH = 2000, HIDDEN_LAYERS = 3, CLASSES = 10, SAMPLES = 4 };

struct layer {
    int inputs, outputs;
    double *weight; /* outputs x inputs */
    double *bias;
};

static uint64_t random_state = 1;

/* A number in [-bound, bound), from Knuth's linear congruential generator MMIX. */
static double symmetric(double bound)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return bound * ((double)(random_state >> 11) * 0x1p-52 - 1.0);
}

static int size_from(int argc, char **argv)
{
    char *end;
    long size;
    if (argc == 1)
        return DEFAULT_SIZE;
    size = strtol(argv[1], &end, 10);
    if (argc > 2 || end == argv[1] || *end != '\0' || size < 1 || size > MOST_WIDTH) {
        fprintf(stderr, "nn: give one size, an integer from 1 to %d (default %d)\n", MOST_WIDTH,
                DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

static double *allocate(int count)
{
    double *block = calloc((size_t)count, sizeof *block);
    if (block == NULL) {
        fputs("nn: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

static struct layer random_layer(int inputs, int outputs)
{
    struct layer layer = {inputs, outputs, allocate(outputs * inputs), allocate(outputs)};
    double bound = sqrt(6.0 / inputs);
    for (int i = 0; i < outputs * inputs; i++)
        layer.weight[i] = symmetric(bound);
    for (int i = 0; i < outputs; i++)
        layer.bias[i] = symmetric(0.1);
    return layer;
}

/* y = W x + b */
static void affine(const struct layer *layer, const double *x, double *y)
{
    for (int i = 0; i < layer->outputs; i++) {
        const double *row = layer->weight + i * layer->inputs;
        double sum = layer->bias[i];
        for (int j = 0; j < layer->inputs; j++)
            sum += row[j] * x[j];
        y[i] = sum;
    }
}

static void rectify(int n, double *x)
{
    for (int i = 0; i < n; i++)
        if (x[i] < 0.0)
            x[i] = 0.0;
}

static int largest(int n, const double *x)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > x[best])
            best = i;
    return best;
}

/* The largest is subtracted first: no exponential can overflow. */
static void softmax(int n, double *x)
{
    double shift = x[largest(n, x)], sum = 0.0;
    for (int i = 0; i < n; i++) {
        x[i] = exp(x[i] - shift);
        sum += x[i];
    }
    for (int i = 0; i < n; i++)
        x[i] /= sum;
}

int main(int argc, char **argv)
{
    int width = size_from(argc, argv);
    struct layer hidden[HIDDEN_LAYERS], output;
    double *x = allocate(width), *y = allocate(width);
    double probability[CLASSES], checksum = 0.0;

    for (int l = 0; l < HIDDEN_LAYERS; l++)
        hidden[l] = random_layer(width, width);
    output = random_layer(width, CLASSES);

    printf("width %d\n", width);
    for (int sample = 0; sample < SAMPLES; sample++) {
        int class;
        for (int i = 0; i < width; i++)
            x[i] = symmetric(1.0);
        for (int l = 0; l < HIDDEN_LAYERS; l++) {
            double *swap = x;
            affine(&hidden[l], x, y);
            rectify(width, y);
            x = y;
            y = swap;
        }
        affine(&output, x, probability);
        softmax(CLASSES, probability);
        class = largest(CLASSES, probability);
        printf("sample%d %d %.17g\n", sample, class, probability[class]);
        for (int i = 0; i < CLASSES; i++)
            checksum += (sample * CLASSES + i + 1) * probability[i];
    }
    printf("checksum %.17g\n", checksum);

    for (int l = 0; l < HIDDEN_LAYERS; l++) {
        free(hidden[l].bias);
        free(hidden[l].weight);
    }
    free(output.bias);
    free(output.weight);
    free(y);
    free(x);
    return 0;
}

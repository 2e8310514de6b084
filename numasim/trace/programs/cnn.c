/* The forward pass of a small convolutional network on a random grey image.

   Convolution, maximum pooling, convolution, maximum pooling, fully connected: the order of layers of LeNet,
   from Y. LeCun et al., "Gradient-based learning applied to document recognition", Proceedings of the IEEE
   86, 1998. Kernels are 3 x 3, without padding, followed by the rectified linear function; pools are 2 x 2,
   and a last odd row or column is dropped. Arrays are channel x row x column.

   usage: cnn [size]
   size: the width and height of the image, at least 10, default 16. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_SIZE = 16, LEAST_WIDTH = 10, MOST_WIDTH = 1024, KERNEL = 3, POOL = 2 };
enum { FIRST_CHANNELS = 4, SECOND_CHANNELS = 8, CLASSES = 10 };

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
    if (argc > 2 || end == argv[1] || *end != '\0' || size < LEAST_WIDTH || size > MOST_WIDTH) {
        fprintf(stderr, "cnn: give one size, an integer from %d to %d (default %d)\n", LEAST_WIDTH,
                MOST_WIDTH, DEFAULT_SIZE);
        exit(2);
    }
    return (int)size;
}

static double *allocate(int count)
{
    double *block = malloc((size_t)count * sizeof *block);
    if (block == NULL) {
        fputs("cnn: out of memory\n", stderr);
        exit(1);
    }
    return block;
}

static double *random_values(int count, double bound)
{
    double *values = allocate(count);
    for (int i = 0; i < count; i++)
        values[i] = symmetric(bound);
    return values;
}

/* One pixel of one channel of the result, before the rectified linear function. */
static double convolve_at(int channels, int width, const double *input, const double *kernel, int row,
                          int column)
{
    double sum = 0.0;
    for (int c = 0; c < channels; c++)
        for (int i = 0; i < KERNEL; i++) {
            const double *pixel = input + (c * width + row + i) * width + column;
            const double *weight = kernel + (c * KERNEL + i) * KERNEL;
            for (int j = 0; j < KERNEL; j++)
                sum += weight[j] * pixel[j];
        }
    return sum;
}

/* A convolutional layer with random kernels (filter x channel x row x column); returns its result. */
static double *convolve(int channels, int width, const double *input, int filters)
{
    int inputs = channels * KERNEL * KERNEL, out = width - KERNEL + 1;
    double *kernel = random_values(filters * inputs, sqrt(6.0 / inputs));
    double *output = allocate(filters * out * out), *next = output;
    for (int f = 0; f < filters; f++)
        for (int row = 0; row < out; row++)
            for (int column = 0; column < out; column++) {
                double sum = convolve_at(channels, width, input, kernel + f * inputs, row, column);
                *next++ = sum > 0.0 ? sum : 0.0;
            }
    free(kernel);
    return output;
}

static double *max_pool(int channels, int width, const double *input)
{
    int out = width / POOL;
    double *output = allocate(channels * out * out), *next = output;
    for (int c = 0; c < channels; c++)
        for (int row = 0; row < out; row++)
            for (int column = 0; column < out; column++) {
                const double *corner = input + (c * width + row * POOL) * width + column * POOL;
                double most = *corner;
                for (int i = 0; i < POOL; i++)
                    for (int j = 0; j < POOL; j++)
                        if (corner[i * width + j] > most)
                            most = corner[i * width + j];
                *next++ = most;
            }
    return output;
}

/* A fully connected layer with random weights (output x input); returns its result. */
static double *connect(int inputs, const double *input, int outputs)
{
    double *weight = random_values(outputs * inputs, sqrt(6.0 / inputs)), *output = allocate(outputs);
    for (int i = 0; i < outputs; i++) {
        output[i] = 0.0;
        for (int j = 0; j < inputs; j++)
            output[i] += weight[i * inputs + j] * input[j];
    }
    free(weight);
    return output;
}

int main(int argc, char **argv)
{
    int width = size_from(argc, argv);
    int width1 = width - KERNEL + 1, half1 = width1 / POOL;
    int width2 = half1 - KERNEL + 1, half2 = width2 / POOL;
    double *image = random_values(width * width, 1.0);
    double *conv1 = convolve(1, width, image, FIRST_CHANNELS);
    double *pool1 = max_pool(FIRST_CHANNELS, width1, conv1);
    double *conv2 = convolve(FIRST_CHANNELS, half1, pool1, SECOND_CHANNELS);
    double *pool2 = max_pool(SECOND_CHANNELS, width2, conv2);
    double *score = connect(SECOND_CHANNELS * half2 * half2, pool2, CLASSES);
    double checksum = 0.0;
    int class = 0;

    for (int i = 0; i < CLASSES; i++) {
        checksum += (i + 1) * score[i];
        if (score[i] > score[class])
            class = i;
    }
    printf("width %d\nclass %d\nscore %.17g\nchecksum %.17g\n", width, class, score[class], checksum);
    free(score);
    free(pool2);
    free(conv2);
    free(pool1);
    free(conv1);
    free(image);
    return 0;
}

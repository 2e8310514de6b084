/* Strassen's multiplication of two random square matrices: strassen8.c with another default.

   usage: strassen16 [size]
   size: the order of the matrices, a power of two, default 16. */
#define DEFAULT_SIZE 16
#include "strassen8.c"

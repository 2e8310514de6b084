#include <stdio.h>
#include <stdlib.h>
int main(int argc,char**argv){ int n=atoi(argv[1]); double*a=malloc(n*8); double s=0; long hits=0; int m=0;
#pragma omp parallel for schedule(dynamic,4)
for(int i=0;i<n;i++) a[i]=i;
#pragma omp parallel for reduction(+:s) schedule(guided)
for(int i=0;i<n;i++) s+=a[i];
#pragma omp parallel
{
#pragma omp for schedule(static,3) nowait
for(long i=0;i<n;i++) {
#pragma omp atomic
 hits++;}
#pragma omp critical
 m++;
#pragma omp barrier
#pragma omp single
 m++;
#pragma omp master
 m++;
#pragma omp atomic
 s+=1.0;
}
printf("%g %ld %d\n",s,hits,m); return 0;}

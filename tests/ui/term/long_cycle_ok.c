// A counter that begins anew until another one has had enough.
//@ property: termination
//@ verdict: true
//@ verdict[explore]: true(termination)
#include <stdio.h>

int main(void) {
  int hour = 0, day = 0, weeks = 0;
  while (day < 7) {
    hour++;
    if (hour == 24) {
      hour = 0;
      day++;
    }
    if (day == 6 && weeks < 3) {
      day = 1;
      weeks++;
    }
  }
  printf("%d\n", weeks);
  return 0;
}

// Structs of 1 to 16 bytes passed and returned by value, of every register class.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[symex]: true(termination, valid-memsafety, unreach-call)
#include <stdio.h>

struct s1 { char a; };
struct s3 { char a[3]; };
struct s5 { int a; char b; };
struct s8 { int a, b; };
struct s12 { int a, b, c; };
struct s16 { long a, b; };
struct f2 { float x, y; };
struct f3 { float x, y, z; };
struct d2 { double x, y; };
struct mix { int i; float f; double d; };
struct ptr { char *p; int n; };

static struct s1 g1(struct s1 v) { v.a++; return v; }
static struct s3 g3(struct s3 v) { v.a[2]++; return v; }
static struct s5 g5(struct s5 v) { v.b += v.a; return v; }
static struct s8 g8(struct s8 v) { v.a += v.b; return v; }
static struct s12 g12(struct s12 v) { v.c += v.a + v.b; return v; }
static struct s16 g16(struct s16 v) { v.b -= v.a; return v; }
static struct f2 h2(struct f2 v) { v.x += v.y; return v; }
static struct f3 h3(struct f3 v) { v.z += v.x; return v; }
static struct d2 k2(struct d2 v) { v.y *= v.x; return v; }
static struct mix m(struct mix v) { v.d += v.i + v.f; return v; }
static struct ptr q(struct ptr v) { v.p++; v.n--; return v; }

int main(void) {
  struct s1 a = {1};
  struct s3 b = {{1, 2, 3}};
  printf("%d %d\n", g1(a).a, g3(b).a[2]);
  printf("%d %d %d\n", g5((struct s5){4, 5}).b, g8((struct s8){6, 7}).a, g12((struct s12){1, 2, 3}).c);
  printf("%ld\n", g16((struct s16){10, 30}).b);
  printf("%.1f %.1f %.1f\n", h2((struct f2){1, 2}).x, h3((struct f3){1, 2, 3}).z, k2((struct d2){3, 4}).y);
  struct mix r = m((struct mix){1, 2.5f, 4});
  printf("%d %.1f %.1f\n", r.i, r.f, r.d);
  struct ptr s = q((struct ptr){"xyz", 3});
  printf("%s %d\n", s.p, s.n);
  printf("%d %d\n", a.a, b.a[2]);
  return 0;
}

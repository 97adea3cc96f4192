// State machine driven by a two-dimensional table of transitions and actions.
//@ verdict: true
//@ verdict[chc]: true(unreach-call)
//@ verdict[explore]: true(valid-memsafety, unreach-call, no-overflow, termination)
//@ verdict[smg]: true(valid-memsafety, unreach-call)
#include <stdio.h>

enum state { START, WORD, NUMBER, STATES };
enum input { LETTER, DIGIT, OTHER, INPUTS };

static int words, digits;
static void word(char c) { words += c != 0; }
static void digit(char c) { digits = digits * 10 + (c - '0'); }
static void nothing(char c) {}

static const struct {
  enum state next;
  void (*action)(char);
} table[STATES][INPUTS] = {
    [START] = {{WORD, word}, {NUMBER, digit}, {START, nothing}},
    [WORD] = {{WORD, nothing}, {WORD, nothing}, {START, nothing}},
    [NUMBER] = {{WORD, word}, {NUMBER, digit}, {START, nothing}},
};

static enum input classify(char c) {
  return c >= 'a' && c <= 'z' ? LETTER : c >= '0' && c <= '9' ? DIGIT : OTHER;
}

int main(void) {
  enum state s = START;
  for (const char *p = "one 23 four5 7x"; *p; p++) {
    enum input i = classify(*p);
    table[s][i].action(*p);
    s = table[s][i].next;
  }
  printf("%d %d %d\n", words, digits, s);
  return words;
}

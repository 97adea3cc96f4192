#include "check.h"

DECLARE(puts);
DECLARE(fputs);
DECLARE(fwrite);
DECLARE(perror);
DECLARE(fflush);
DECLARE(fgets);
DECLARE(fread);
DECLARE(ungetc);
DECLARE(getline);
int model_putchar(int);
int model_fputc(int, FILE *);
int model_putc(int, FILE *);
int model_getchar(void);
int model_getc(FILE *);
char *model_gets(char *);
int model_feof(FILE *);
int model_ferror(FILE *);
void model_clearerr(FILE *);
int *model___errno_location(void);
extern FILE *model_stdin, *model_stdout, *model_stderr;

static void check_output(void) {
    reset_output();
    CHECK(model_puts("line") == 5);
    CHECK(model_puts("") == 1);
    CHECK(model_fputs("text", model_stdout) >= 0);
    CHECK(model_putchar('a' + 256) == 'a');
    CHECK(model_putc(0xff, model_stdout) == 0xff);
    CHECK(model_fwrite("12345", 2, 2, model_stdout) == 2);
    CHECK(model_fwrite("12345", 0, 2, model_stdout) == 0);
    CHECK(strcmp(written[1].bytes, "line\n\ntexta\xff" "1234") == 0);
    *model___errno_location() = ENOENT;
    model_perror("open");
    model_perror(NULL);
    CHECK(model_fputc('.', model_stderr) == '.');
    CHECK(strcmp(written[2].bytes, "open: No such file or directory\nNo such file or directory\n.") == 0);
    CHECK(model_fflush(model_stdout) == 0 && model_fflush(NULL) == 0);
    CHECK(model_fputs("x", model_stdin) == EOF && model_ferror(model_stdin));
    CHECK(model_getc(model_stdout) == EOF && model_ferror(model_stdout) && !model_feof(model_stdout));
    model_clearerr(model_stdin);
}

static void check_lines(void) {
    char line[6];
    set_input("ab\nlonger line\nend", 18);
    CHECK(model_fgets(line, sizeof line, model_stdin) == line && strcmp(line, "ab\n") == 0);
    CHECK(model_fgets(line, sizeof line, model_stdin) == line && strcmp(line, "longe") == 0);
    CHECK(model_fgets(line, 1, model_stdin) == line && line[0] == '\0');
    CHECK(model_fgets(line, 0, model_stdin) == NULL);
    char rest[20];
    CHECK(model_gets(rest) == rest && strcmp(rest, "r line") == 0);
    CHECK(!model_feof(model_stdin));
    CHECK(model_gets(rest) == rest && strcmp(rest, "end") == 0 && model_feof(model_stdin));
    CHECK(model_gets(rest) == NULL && model_fgets(line, 6, model_stdin) == NULL && strcmp(rest, "end") == 0);
    set_input("more", 4);
    CHECK(model_getchar() == EOF); /* the end stays the end ... */
    model_clearerr(model_stdin);
    CHECK(model_getchar() == 'm'); /* ... until it is cleared */
}

static void check_bytes(void) {
    char to[8] = {0};
    set_input("abcdefg", 7);
    CHECK(model_getchar() == 'a' && model_ungetc('z', model_stdin) == 'z' && model_ungetc(EOF, model_stdin) == EOF);
    CHECK(model_getchar() == 'z' && model_getc(model_stdin) == 'b');
    CHECK(model_fread(to, 2, 3, model_stdin) == 2 && memcmp(to, "cdefg", 5) == 0 && model_feof(model_stdin));
    CHECK(model_fread(to, 0, 3, model_stdin) == 0);
    CHECK(model_ungetc(0x1ff, model_stdin) == 0xff && !model_feof(model_stdin) && model_getchar() == 0xff);
    model_clearerr(model_stdin);
}

static void check_getline(void) {
    char input[302];
    char *line = NULL;
    size_t size = 0;
    memset(input, 'x', 300);
    input[300] = '\n';
    input[301] = 'y';
    set_input(input, 302);
    CHECK(model_getline(&line, &size, model_stdin) == 301 && size >= 302 && line[300] == '\n' && line[301] == '\0');
    CHECK(model_getline(&line, &size, model_stdin) == 1 && strcmp(line, "y") == 0);
    CHECK(model_getline(&line, &size, model_stdin) == -1);
    free(line);
    model_clearerr(model_stdin);
}

void check_streams(void) {
    check_output();
    check_lines();
    check_bytes();
    check_getline();
}

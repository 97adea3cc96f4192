/* wchar.h. */
#include "check.h"
#include <wchar.h>

DECLARE(wcslen);
DECLARE(wcsnlen);
DECLARE(wcscpy);
DECLARE(wcsncpy);
DECLARE(wcscat);
DECLARE(wcsncat);
DECLARE(wcscmp);
DECLARE(wcsncmp);
DECLARE(wcschr);
DECLARE(wcsrchr);
DECLARE(wcsstr);
DECLARE(wcsdup);
DECLARE(wmemcpy);
DECLARE(wmemmove);
DECLARE(wmemset);
DECLARE(wmemcmp);
DECLARE(wmemchr);
DECLARE(mbstowcs);
DECLARE(wcstombs);

static int sign(int x) { return (x > 0) - (x < 0); }

/* The bytes of a word as wide characters, negative ones too, in a block of exactly that size. */
static wchar_t *widened(const char *word) {
    size_t n = strlen(word);
    wchar_t *wide = malloc((n + 1) * sizeof *wide);
    for (size_t i = 0; i <= n; i++)
        wide[i] = word[i];
    return wide;
}

static void check_pair(const wchar_t *a, const wchar_t *b) {
    wchar_t native[16], model[16];
    size_t n = pick(5);
    wmemset(native, L'.', 16);
    model_wmemset(model, L'.', 16);
    wcscpy(native, a);
    model_wcscpy(model, a);
    wcscat(native, b);
    model_wcscat(model, b);
    wcsncat(native, a, n);
    model_wcsncat(model, a, n);
    CHECK(memcmp(native, model, sizeof native) == 0);
    wcsncpy(native, b, n);
    model_wcsncpy(model, b, n);
    CHECK(memcmp(native, model, sizeof native) == 0);
    wmemmove(native + 1, native, n);
    model_wmemmove(model + 1, model, n);
    CHECK(memcmp(native, model, sizeof native) == 0);
    CHECK(sign(wcscmp(a, b)) == model_wcscmp(a, b) && sign(wcsncmp(a, b, n)) == model_wcsncmp(a, b, n));
    CHECK(wcschr(a, b[0]) == model_wcschr(a, b[0]) && wcsrchr(a, b[0]) == model_wcsrchr(a, b[0]));
    CHECK(wcsstr(a, b) == model_wcsstr(a, b));
    n = wcslen(a) < wcslen(b) ? wcslen(a) : wcslen(b);
    CHECK(sign(wmemcmp(a, b, n)) == model_wmemcmp(a, b, n));
    CHECK(wmemchr(a, b[0], wcslen(a)) == model_wmemchr(a, b[0], wcslen(a)));
}

static void check_conversion(const char *word) {
    wchar_t native[8] = {0}, model[8] = {0};
    char back[8] = {0}, model_back[8] = {0};
    size_t n = pick(6);
    size_t count = mbstowcs(native, word, n);
    CHECK(count == model_mbstowcs(model, word, n));
    if (count != (size_t)-1)
        CHECK(memcmp(native, model, sizeof native) == 0);
    CHECK(mbstowcs(NULL, word, 0) == model_mbstowcs(NULL, word, 0));
    wchar_t *wide = widened(word);
    count = wcstombs(back, wide, n);
    CHECK(count == model_wcstombs(model_back, wide, n));
    if (count != (size_t)-1)
        CHECK(memcmp(back, model_back, sizeof back) == 0);
    CHECK(model_wcslen(wide) == strlen(word) && model_wcsnlen(wide, n) == strnlen(word, n));
    wchar_t *copy = model_wcsdup(wide);
    CHECK(wcscmp(copy, wide) == 0);
    wchar_t same[8];
    CHECK(model_wmemcpy(same, wide, wcslen(wide) + 1) == same && wcscmp(same, wide) == 0);
    free(copy);
    free(wide);
}

void check_wide(void) {
    for (size_t i = 0; i < word_count; i++) {
        snprintf(context, sizeof context, "%s", words[i]);
        check_conversion(words[i]);
        wchar_t *a = widened(words[i]);
        for (size_t j = 0; j < word_count; j++) {
            wchar_t *b = widened(words[j]);
            check_pair(a, b);
            free(b);
        }
        free(a);
    }
    context[0] = '\0';
}

#line 2147483647 "far.c"
_Pragma("pack(1)") struct s { char c; int i : 3; } __attribute__((aligned(2)));
%: define CAT(a, b) a %:%: b
#pragma STDC FP_CONTRACT ON
int CAT(gl, obal) = 'ab' + L'\u00e9' + u8"x"[0];
#line 0
int main(void) <% struct s t = <% .i = -1 %>; return t.i + gl\
obal + sizeof(long double _Complex); %>

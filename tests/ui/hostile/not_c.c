// This is not a C program, and clang must say so.
//@ compile: error

Dear reader, what follows the two comment lines above is prose. It has no
declarations; it ends its sentences with full stops, "quotes" a little, and
opens a brace { that nobody closes.

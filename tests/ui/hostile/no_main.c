// Compiles, but there is no entry function.
//@ compile: no-entry
int helper(int v) { return v + 1; }

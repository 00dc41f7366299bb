/** Internal. The registry of functions: each has its declaration beside its body. */
package dev.paceline.core.expr.library;

/** Internal. Kernels that parse numbers and dates of a few decimal digits, many at a time. */
package dev.paceline.core.kernel.digit;

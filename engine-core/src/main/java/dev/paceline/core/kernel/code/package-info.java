/** Internal. Kernels that unpack codes of a fixed number of bits, which follow each other. */
package dev.paceline.core.kernel.code;

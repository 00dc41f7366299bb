/**
 * Internal. Vectors, batches and selections: the rows that flow between operators.
 *
 * <p>All column data is native memory. The width of whole numbers, their offset and their scale are
 * properties of each vector, so that encoded blocks pass through kernels undecoded.
 */
package dev.paceline.core.column;

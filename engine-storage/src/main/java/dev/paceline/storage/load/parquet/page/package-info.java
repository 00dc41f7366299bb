/**
 * Internal. Decodes the pages of Parquet column chunks into native memory.
 *
 * <p>Every encoding but the dictionary is first rewritten as PLAIN, so that only two kinds of
 * values are turned into lanes. NULLs are spread afterwards: values are decoded densely, and moved
 * to their rows from the last one on.
 */
package dev.paceline.storage.load.parquet.page;

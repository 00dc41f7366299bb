/**
 * Internal. The column block: one column of one row group in one native segment, which is the unit
 * of memory, of input and output, and of skipping.
 */
package dev.paceline.storage.block;

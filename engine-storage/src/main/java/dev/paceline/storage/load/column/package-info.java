/**
 * Internal. Columns of chunks of files: values that were decoded into native memory, which scans
 * filter and read in place.
 */
package dev.paceline.storage.load.column;

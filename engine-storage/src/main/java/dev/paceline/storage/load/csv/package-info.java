/**
 * Internal. Delimited text (CSV) as tables: dialects and types are found out from a sample, chunks
 * of text are split and parsed in parallel, also where record ends are inside quotes.
 */
package dev.paceline.storage.load.csv;

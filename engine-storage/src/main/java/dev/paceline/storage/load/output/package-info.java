/**
 * Internal. Writing rows as CSV: values become text column by column, and rows are put together
 * from those texts.
 */
package dev.paceline.storage.load.output;

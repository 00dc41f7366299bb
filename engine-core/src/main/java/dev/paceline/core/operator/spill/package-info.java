/**
 * Internal. Rows in temporary files: how they lie in pages, and how an operator that has too many
 * of them spreads them over partitions, each of which fits into memory later, or writes them as
 * runs, which are read side by side.
 */
package dev.paceline.core.operator.spill;

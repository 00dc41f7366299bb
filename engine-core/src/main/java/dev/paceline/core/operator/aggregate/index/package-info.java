/**
 * Internal. The index from group keys to group numbers. It adapts to the keys that arrive: direct
 * arrays for dense keys, hash tables of words, and a table of strings.
 */
package dev.paceline.core.operator.aggregate.index;

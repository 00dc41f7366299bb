/**
 * Internal. Row groups: the values of one that is being written, its encoded form, the sequence of
 * all row groups of a table version, and selections of them.
 */
package dev.paceline.storage.table.rowgroup;

/**
 * Internal. Writes rows to several files of one directory: one for each value of some columns, for
 * each worker, or for a number of bytes each.
 */
package dev.paceline.storage.load.folder;

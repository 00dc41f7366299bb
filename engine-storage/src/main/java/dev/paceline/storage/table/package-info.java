/**
 * Internal. Databases, tables, their snapshots, and how rows get in.
 *
 * <p>A table is a list of immutable row groups of up to 131,072 rows. A commit publishes a new
 * list; snapshots and scans keep the list that they started with. A row group counts its holders
 * (the table's current version, snapshots, scans, chunks) and gives its memory back when the last
 * one lets go.
 */
package dev.paceline.storage.table;

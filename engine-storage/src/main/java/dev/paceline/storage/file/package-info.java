/**
 * Internal. A database as a directory: segment files, the manifest, the lock; how they are written,
 * checked and recovered.
 *
 * <h2>The directory</h2>
 *
 * <pre>
 *   manifest             the committed state: tables, and which row groups of which files they have;
 *                        a whole state, and the edits that commits have made since
 *   manifest.new         a manifest that is being written; means nothing
 *   00000001.segment     row groups, written once; number from the manifest's counter, never reused
 *   lock                 who has the database open for writing
 * </pre>
 *
 * <p>A file that is no longer wanted is deleted once a manifest without it is durable and nobody in
 * this process reads it. What a crash leaves behind is deleted by the next who opens the database
 * for writing.
 *
 * <h2>Commit</h2>
 *
 * <p>Row groups are written while they are loaded. A commit
 *
 * <ol>
 *   <li>ends each segment file that holds new row groups with footer and trailer, and syncs it;
 *   <li>syncs the directory, so that the names of the files are durable;
 *   <li>writes an edit into the room that {@code manifest} has for them, and syncs it: this is the
 *       moment of the commit;
 *   <li>moves one of the marks there behind the edit, without syncing it.
 * </ol>
 *
 * <p>The room was written, as zeros, when the file was made, so that step 3 needs none on the
 * device. The last 4 KB are for edits that make room (DROP TABLE, TRUNCATE), which therefore work
 * on a full device. If there is too little room, and at the first commit to a manifest of an
 * earlier version, steps 3 and 4 are instead
 *
 * <ol>
 *   <li>write and sync {@code manifest.new}: the state before the commit, its edit, and new room;
 *   <li>rename it to {@code manifest}: the moment of the commit;
 *   <li>sync the directory.
 * </ol>
 *
 * <p>A failure before the moment of the commit changes nothing. After one in it or behind it, it is
 * unknown which state a crash would leave, so nothing is deleted until the next commit has put a
 * whole manifest of the state before in place, which it tries first.
 *
 * <p>A crash can leave an edit that is not whole behind the last one. It is told from a damaged
 * edit by the marks: edits up to there were durable, and one that is not right is an error.
 *
 * <h2>Segment file, version 3</h2>
 *
 * <p>All fixed-width numbers are little-endian; checksums are CRC-32C.
 *
 * <pre>
 *   0           header
 *                 0   8  "PLSEGMNT"
 *                 8   4  format version, 3
 *                12   4  checksum of bytes 0 to 11
 *   n * 4096    column blocks, packed or as they are in memory; each begins at a multiple of
 *               4096, in no particular order;
 *               the bytes between blocks are undefined
 *   f           footer, a record (below), at any position behind the last block
 *   end - 32    trailer
 *                 0   8  position f of the footer
 *                 8   4  length of the footer
 *                12   4  checksum of the footer
 *                16   8  "PLSEGEND"
 *                24   4  format version, 4
 *                28   4  checksum of bytes 0 to 27
 * </pre>
 *
 * <p>The manifest repeats the file's length and its footer's checksum, so that a file that was cut
 * off, replaced, or swapped with another is found out. Every block is checked when it is read, and
 * then, if it became shorter by that, unpacked: {@link dev.paceline.storage.pack} says how.
 *
 * <p>Earlier versions are read but not written; a Paceline refuses versions later than its own. An
 * INTERVAL is the integer that {@link dev.paceline.core.type.IntervalFields} describes. In versions
 * 1 to 3, it is a number of months or one of microseconds, which the kind of the block says, and
 * blocks are converted when they are loaded ({@link dev.paceline.storage.encoding.OldIntervals});
 * intervals inside of nested values are not read. Times are microseconds: TIME, TIMESTAMP and
 * TIMESTAMP WITH LOCAL TIME ZONE, in blocks and in the footer. They, and intervals of microseconds,
 * are milliseconds in versions 1 and 2, whose blocks are converted, too ({@link
 * dev.paceline.storage.block.MillisBlock}). Version 1 has no packed blocks, and its footers do not
 * say how much longer blocks are in memory.
 *
 * <h2>Records</h2>
 *
 * <p>{@link dev.paceline.storage.file.RecordReader} specifies how integers, doubles, text and byte
 * strings are encoded. A footer is
 *
 * <pre>
 *   columns, row groups
 *   for each row group:  rows
 *     for each column:   position / 4096, length in the file
 *                        how much longer it is in memory (0: it is not packed), checksum
 *                        flags: 1 integer bounds, 2 double bounds, 4 sorted, 8 unique
 *                        NULLs, distinct values (-1: unknown)
 *                        [least, largest integer] [least, largest double]
 *                        least, largest byte string (null: unknown)
 *                        sketch
 * </pre>
 *
 * <h2>Manifest, version 9</h2>
 *
 * <pre>
 *    0   8  "PLMANIFE"
 *    8   4  format version, 9
 *   12   4  length of the record
 *   16   4  checksum of the record
 *   20   4  checksum of bytes 0 to 19
 *   24      record:  version of the state, number of the next segment file
 *                    segments;  for each: number, length, checksum of its footer
 *                    tables;    for each: id, schema, name
 *                      columns;    for each: name, type (*), nullable,
 *                                  kind of value ("": none) [expression of the value
 *                                  [sequence of an identity column: schema, name, start, increment,
 *                                  minimum, maximum, whether it cycles]], comment ("": none)
 *                      checks;     for each: name, condition
 *                      comment ("": none)
 *                      row groups; for each: number of the segment, index in its footer
 *                    views;     for each: schema, name, names of its columns, text of its query,
 *                               comment ("": none)
 *                    macros;    for each: name, whether it stands for a query, its text
 *                    schemas;   for each but main: name
 *                    sequences; for each: as above, next value, whether it has ended
 *                    names for types; for each: name, type (*)
 *    m * 4096    two marks, each at the beginning of 4096 bytes, of which the one that reaches
 *                further counts, or the one that is whole
 *                 0   8  position behind the last durable edit
 *                 8   8  length of the file
 *                16   4  checksum of bytes 0 to 15
 *    + 2 * 4096  edits, one behind the other; zeros behind the last one
 *                 0   4  length of the record
 *                 4   4  checksum of the record
 *                 8   4  checksum of bytes 0 to 7
 *                12      record:  version of the state after it, number of the next segment file
 *                                 new segments, as above
 *                                 changes; for each: kind, then
 *                          1, created:      id of the table, schema, name, columns, checks, comment,
 *                                           row groups
 *                          2, replaced:     id, how many row groups stay, row groups behind these
 *                          3, dropped:      id
 *                          4, redefined:    id, schema, name, columns, checks, comment
 *                          5, view created: schema, name, columns, query, comment, as above
 *                          6, view dropped: schema, name
 *                          7, macro created: as above
 *                          8, macro dropped: as above
 *                          9, schema created: name
 *                          10, schema dropped: name
 *                          11, sequence created: as above
 *                          12, sequence moved: schema, name, next value, whether it has ended
 *                          13, sequence dropped: schema, name
 *                          14, name for a type created: as above
 *                          15, name for a type dropped: as above
 * </pre>
 *
 * <p>(*) its kind, precision and scale; then the type of the elements of a LIST, or of the entries
 * of a MAP, and the fields of a STRUCT, for each: name, type. The kind is as {@link
 * dev.paceline.core.type.TypeKind} names it. The kind of an unsigned type is UNSIGNED, a blank and
 * the kind of the signed type that holds its values. The blocks of a column of nested values hold
 * byte strings, of the type VARBINARY, as {@link dev.paceline.core.expr.list.NestedFormat}
 * specifies them.
 *
 * <p>Earlier versions are read but not written. Version 8 has the kinds INTERVAL_MONTHS and
 * INTERVAL_MILLIS instead of INTERVAL, the latter for microseconds. Version 7 has neither columns
 * of nested and unsigned types nor names for types. Version 6 has no comments. Version 5 has no
 * sequences. Version 4 has neither macros nor schemas: all is in main. Version 3 has neither values
 * of columns nor checks. Version 2 has no views, and its edits are single changes of the kinds 1 to
 * 3, without their number. Version 1 has neither ids nor anything behind the record. Magic number,
 * version and the checksum of the header are in all versions where they are here, so that a file of
 * a newer Paceline can be told from a damaged one.
 */
package dev.paceline.storage.file;

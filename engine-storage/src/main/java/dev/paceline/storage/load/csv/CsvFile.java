package dev.paceline.storage.load.csv;

import dev.paceline.storage.load.FileSet;

/**
 * A file of a table of records.
 *
 * @param textStart bytes of its text, in UTF-8, before the first record: a byte order mark, skipped
 *     lines, the header
 */
record CsvFile(FileSet.Entry entry, long textStart) {}

package dev.paceline.storage.load.csv;

import dev.paceline.storage.load.csv.field.RecordTable;
import dev.paceline.storage.load.share.ChunkText;

/**
 * The text of a chunk, split into records.
 *
 * @param records of the right number of fields
 * @param origin position in the file of the text's position 0
 */
record CsvText(RecordTable records, long origin) implements ChunkText {
  /** Returns the same records for another worker, as one worker at a time reads a table. */
  CsvText forWorker() {
    return new CsvText(records.rows(0, records.rowCount()), origin);
  }
}

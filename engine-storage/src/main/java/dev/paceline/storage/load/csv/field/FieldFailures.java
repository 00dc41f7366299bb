package dev.paceline.storage.load.csv.field;

/** The reaction to a field that is not of its column's type. */
@FunctionalInterface
public interface FieldFailures {
  /**
   * @param field of the record, from 0
   * @param reason as the end of a sentence, such as "is not a BIGINT"
   * @return whether to go on with the next row
   */
  boolean failed(int row, int field, String reason);
}

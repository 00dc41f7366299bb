package dev.paceline.storage.load;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A record that a scan left out.
 *
 * @param source the file
 * @param position of the value or the record in the text of the file, in bytes from 0
 * @param kind what is wrong, such as {@code CAST}
 * @param column the number of the column, from 1; 0 if the whole record does not fit
 * @param columnName null if the whole record does not fit
 * @param value the beginning of the value or the record
 * @param message the error that the record would be otherwise
 */
public record RejectedRecord(
    Source source,
    long position,
    String kind,
    int column,
    @Nullable String columnName,
    String value,
    String message) {

  /** A file of which records are left out. Thread-safe. */
  public interface Source {
    Path path();

    /**
     * Returns the lines of some positions in the text, from 1.
     *
     * @param ascending positions
     * @param cancellation called every few milliseconds
     */
    long[] lines(long[] ascending, Runnable cancellation);
  }
}

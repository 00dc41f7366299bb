package dev.paceline.storage.load.csv.field;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * How a file separates and quotes its fields. Immutable.
 *
 * @param delimiter between fields, ASCII
 * @param quote around fields, ASCII; 0 if fields are not quoted
 * @param escape makes a quote a part of a quoted field; equal to {@code quote} if quotes are
 *     doubled
 * @param comment begins a line that is no record; 0 if there are no comments
 * @param nullStrings what is written, without quotes, for NULL
 * @param quotedNulls whether what is written for NULL is NULL in quotes, too
 * @param decimalSeparator a point or a comma
 * @param thousands stands between groups of digits; 0 if nothing does
 */
public record CsvDialect(
    byte delimiter,
    byte quote,
    byte escape,
    byte comment,
    List<String> nullStrings,
    boolean quotedNulls,
    byte decimalSeparator,
    byte thousands) {
  public CsvDialect {
    nullStrings = List.copyOf(nullStrings);
  }

  /** Whether an empty field without quotes is NULL in a column of strings. */
  public boolean isEmptyNull() {
    return nullStrings.contains("");
  }

  /** Returns the UTF-8 bytes of what is written for NULL, but for the empty string. */
  public byte[][] nullBytes() {
    return nullStrings.stream()
        .filter(text -> !text.isEmpty())
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .toArray(byte[][]::new);
  }

  public CsvDialect withSeparators(byte newDelimiter, byte newQuote, byte newEscape) {
    return new CsvDialect(
        newDelimiter,
        newQuote,
        newEscape,
        comment,
        nullStrings,
        quotedNulls,
        decimalSeparator,
        thousands);
  }

  public CsvDialect withDecimalSeparator(byte separator) {
    return new CsvDialect(
        delimiter, quote, escape, comment, nullStrings, quotedNulls, separator, thousands);
  }

  /** Returns the same with lines that begin with a character as comments. */
  public CsvDialect withComment(byte newComment) {
    return new CsvDialect(
        delimiter,
        quote,
        escape,
        newComment,
        nullStrings,
        quotedNulls,
        decimalSeparator,
        thousands);
  }
}

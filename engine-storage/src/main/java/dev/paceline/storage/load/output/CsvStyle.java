package dev.paceline.storage.load.output;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.text.TextCompression;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * How a CSV file is written. Immutable.
 *
 * @param delimiter the character between values, an ASCII one
 * @param quote the character around values that need it, an ASCII one
 * @param escape the character before a quote in a value, an ASCII one
 * @param header whether the first line has the names of the columns
 * @param nullText what stands for NULL
 * @param forced the columns whose values are always in quotes
 * @param compression of the file
 * @param times how dates and timestamps are written
 */
record CsvStyle(
    byte delimiter,
    byte quote,
    byte escape,
    boolean header,
    byte[] nullText,
    BitSet forced,
    TextCompression compression,
    TimeFormats times) {
  static final List<String> OPTIONS =
      Stream.concat(
              Stream.of(
                  "delim",
                  "delimiter",
                  "sep",
                  "quote",
                  "escape",
                  "header",
                  "null",
                  "nullstr",
                  "force_quote",
                  "compression",
                  "encoding"),
              TimeFormats.OPTIONS.stream())
          .toList();

  /**
   * Reads the options of a statement.
   *
   * @param file the name of the file, whose suffix may tell the delimiter and the compression
   * @throws PacelineException INVALID_ARGUMENT for an option that does not fit, NOT_SUPPORTED for a
   *     compression or an encoding that there is not
   */
  static CsvStyle of(FileOptions options, List<ColumnDefinition> columns, String file) {
    options.checkNames("csv", OPTIONS);
    String encoding = options.string("encoding");
    if (encoding != null && !encoding.replace("-", "").equalsIgnoreCase("utf8")) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "writing CSV in the encoding " + encoding + " is not supported; the encoding is UTF-8");
    }
    String name = file.toLowerCase(Locale.ROOT);
    TextCompression compression = OutputCompressor.of(options.string("compression"), name);
    String plain = name.replaceFirst("\\.(gz|zst)$", "");
    byte quote = character(options, '"', "quote");
    CsvStyle style =
        new CsvStyle(
            character(options, plain.endsWith(".tsv") ? '\t' : ',', "delim", "delimiter", "sep"),
            quote,
            character(options, (char) quote, "escape"),
            !Boolean.FALSE.equals(options.bool("header")),
            Objects.requireNonNullElse(options.string(List.of("null", "nullstr")), "")
                .getBytes(StandardCharsets.UTF_8),
            forced(options, columns),
            compression,
            TimeFormats.of(options));
    if (style.delimiter == style.quote) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the delimiter and the quote must be different characters");
    }
    return style;
  }

  /** Returns whether the text of a value that is no string may need quotes. */
  boolean touchesNumbers() {
    return isOfNumbers(delimiter)
        || isOfNumbers(quote)
        || isOfNumbers(escape)
        || nullText.length > 0 && isOfNumbers(nullText[0]);
  }

  /** Whether a character may be in the text of a number, a date, a time or a boolean. */
  private static boolean isOfNumbers(byte c) {
    return c >= '0' && c <= '9'
        || c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || "+-.: \\".indexOf(c) >= 0;
  }

  private static byte character(FileOptions options, char usual, String... names) {
    String text = options.string(List.of(names));
    if (text == null) {
      return (byte) usual;
    }
    String value = text.equals("\\t") ? "\t" : text;
    if (value.length() != 1 || value.charAt(0) > 0x7e || "\r\n\0".contains(value)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the option "
              + names[0]
              + " of a CSV file that is written must be one ASCII character, but is '"
              + text
              + "'");
    }
    return (byte) value.charAt(0);
  }

  private static BitSet forced(FileOptions options, List<ColumnDefinition> columns) {
    BitSet forced = new BitSet();
    List<String> names = options.strings("force_quote");
    if (names == null) {
      return forced;
    }
    for (String name : names) {
      int before = forced.cardinality();
      for (int i = 0; i < columns.size(); i++) {
        if (name.equals("*") || columns.get(i).name().equalsIgnoreCase(name)) {
          forced.set(i);
        }
      }
      if (forced.cardinality() == before) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT, "force_quote names " + name + ", which is no column");
      }
    }
    return forced;
  }
}

package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARBINARY;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.text.SubstringFunction;
import dev.paceline.core.expr.text.TranslateFunction;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.StringKernels;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Functions of strings. */
final class TextLibrary {
  private static final HexFormat UPPER_HEX = HexFormat.of().withUpperCase();

  private static final String SAME = "Does the same with binary strings.";

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "substr",
              List.of(VARCHAR, INT64),
              VARCHAR,
              TOTAL,
              "Returns the characters from a position on, which counts from the end if it is"
                  + " negative.",
              SubstringFunction.factory(SubstringFunction.Kind.SIGNED)),
          new LibraryFunction(
              "substr",
              List.of(VARCHAR, INT64, INT64),
              VARCHAR,
              TOTAL,
              "Returns so many characters from a position on; those before it if the number is"
                  + " negative.",
              SubstringFunction.factory(SubstringFunction.Kind.SIGNED)),
          new LibraryFunction(
              "bit_length",
              List.of(VARCHAR),
              INT64,
              TOTAL,
              "Returns eight times the number of bytes.",
              RowFunctions.longs((a, row) -> 8L * StringView.length(a[0].getView(row)))),
          new LibraryFunction(
              "hex",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the hexadecimal digits of the bytes, in upper case as in DuckDB.",
              RowFunctions.text(
                  (a, row, out) -> out.append(UPPER_HEX.formatHex(bytes(a[0], row))))),
          new LibraryFunction(
              "hex",
              List.of(VARBINARY),
              VARCHAR,
              FAILS,
              SAME,
              RowFunctions.text(
                  (a, row, out) -> out.append(UPPER_HEX.formatHex(bytes(a[0], row))))),
          new LibraryFunction(
              "hex",
              List.of(INT64),
              VARCHAR,
              TOTAL,
              "Returns the hexadecimal digits of the 64 bits without leading zeros, in upper case.",
              RowFunctions.text(
                  (a, row, out) ->
                      out.append(Long.toHexString(a[0].getLong(row)).toUpperCase(Locale.ROOT)))),
          new LibraryFunction("md5", List.of(VARBINARY), VARCHAR, TOTAL, SAME, digest("MD5")),
          new LibraryFunction("sha1", List.of(VARBINARY), VARCHAR, TOTAL, SAME, digest("SHA-1")),
          new LibraryFunction(
              "sha256", List.of(VARBINARY), VARCHAR, TOTAL, SAME, digest("SHA-256")),
          new LibraryFunction(
              "to_base64",
              List.of(VARBINARY),
              VARCHAR,
              FAILS,
              SAME,
              RowFunctions.text(
                  (a, row, out) -> out.append(Base64.getEncoder().encode(bytes(a[0], row))))),
          new LibraryFunction(
              "md5",
              List.of(VARCHAR),
              VARCHAR,
              TOTAL,
              "Returns the hexadecimal digits of the MD5 digest.",
              digest("MD5")),
          new LibraryFunction(
              "quote_literal",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the string as a literal of SQL, in which quotes are doubled.",
              RowFunctions.text(
                  (a, row, out) ->
                      out.append("'" + Utf8.string(a[0], row).replace("'", "''") + "'"))),
          new LibraryFunction(
              "sha1",
              List.of(VARCHAR),
              VARCHAR,
              TOTAL,
              "Returns the hexadecimal digits of the SHA-1 digest.",
              digest("SHA-1")),
          new LibraryFunction(
              "sha256",
              List.of(VARCHAR),
              VARCHAR,
              TOTAL,
              "Returns the hexadecimal digits of the SHA-256 digest.",
              digest("SHA-256")),
          new LibraryFunction(
              "split_part",
              List.of(VARCHAR, VARCHAR, INT64),
              VARCHAR,
              FAILS,
              "Splits at the separator and returns the part of that number from 1, from the end if"
                  + " it is negative; empty if there is none.",
              splitPart()),
          new LibraryFunction(
              "soundex",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns a letter and three digits for the English sound of a string.",
              RowFunctions.text((a, row, out) -> out.append(soundex(Utf8.string(a[0], row))))),
          new LibraryFunction(
              "translate",
              List.of(VARCHAR, VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Replaces each character of the second string by the one at its place in the third;"
                  + " removes it if there is none.",
              TranslateFunction.factory()),
          new LibraryFunction(
              "to_base64",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the bytes in Base64.",
              RowFunctions.text(
                  (a, row, out) -> out.append(Base64.getEncoder().encode(bytes(a[0], row))))));

  private TextLibrary() {}

  private static byte[] bytes(ColumnVector texts, int row) {
    return StringView.bytes(texts.valueHeap(), texts.getView(row));
  }

  /** Source: Russell's index in the form of the National Archives of the United States. */
  private static String soundex(String text) {
    StringBuilder code = new StringBuilder();
    int before = 0;
    for (char c : text.toUpperCase(Locale.ROOT).toCharArray()) {
      if (c < 'A' || c > 'Z') {
        continue;
      }
      int digit = "01230120022455012623010202".charAt(c - 'A') - '0';
      if (code.isEmpty()) {
        code.append(c);
      } else if (digit != 0 && digit != before && code.length() < 4) {
        code.append(digit);
      }
      if (c != 'H' && c != 'W') {
        before = digit;
      }
    }
    while (!code.isEmpty() && code.length() < 4) {
      code.append('0');
    }
    return code.toString();
  }

  private static VectorFunction.Factory digest(String algorithm) {
    return context -> {
      HexDigest digest = new HexDigest(newDigest(algorithm));
      return RowFunctions.text((a, row, out) -> out.append(digest.of(bytes(a[0], row))))
          .newFunction(context);
    };
  }

  private static MessageDigest newDigest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }

  private static VectorFunction.Factory splitPart() {
    return context -> {
      TextCache<byte[]> separators =
          new TextCache<>(separator -> separator.getBytes(StandardCharsets.UTF_8));
      return RowFunctions.views(
              (heap, view, a, row) ->
                  part(heap, view, separators.get(a[1], row), a[2].getLong(row)))
          .newFunction(context);
    };
  }

  /** Returns a part between separators, counted from 1, or from the end if it is below 0. */
  private static long part(MemorySegment heap, long view, byte[] separator, long number) {
    if (number == 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "split_part counts parts from 1 or from -1; there is no 0th");
    }
    long none = StringView.of(StringView.offset(view), 0);
    if (separator.length == 0) { // the parts are the characters, as in DuckDB
      long index = number < 0 ? Utf8.length(heap, view) + number : number - 1;
      return index < 0 ? none : Utf8.slice(heap, view, index, index + 1);
    }
    long wanted = number < 0 ? separators(heap, view, separator) + 2 + number : number;
    if (wanted < 1) {
      return none;
    }
    long start = StringView.offset(view);
    long end = start + StringView.length(view);
    long behind = StringKernels.current().indexOf(heap, start, end, separator);
    for (long passed = 1; passed < wanted; passed++) {
      if (behind < 0) {
        return none;
      }
      start = behind + separator.length;
      behind = StringKernels.current().indexOf(heap, start, end, separator);
    }
    return StringView.of(start, (int) ((behind < 0 ? end : behind) - start));
  }

  private static long separators(MemorySegment heap, long view, byte[] separator) {
    long start = StringView.offset(view);
    long end = start + StringView.length(view);
    long count = 0;
    long found = StringKernels.current().indexOf(heap, start, end, separator);
    while (found >= 0) {
      count++;
      found = StringKernels.current().indexOf(heap, found + separator.length, end, separator);
    }
    return count;
  }
}

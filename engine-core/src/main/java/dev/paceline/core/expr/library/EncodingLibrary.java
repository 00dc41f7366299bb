package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.RANDOM;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARBINARY;
import static dev.paceline.core.type.DataType.VARCHAR;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.UuidText;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Functions that write numbers and strings in other alphabets. */
final class EncodingLibrary {
  private static final Pattern MARKS = Pattern.compile("\\p{Mn}+");
  private static final List<String> DECIMAL_UNITS =
      List.of("bytes", "kB", "MB", "GB", "TB", "PB", "EB");
  private static final List<String> BINARY_UNITS =
      List.of("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB");

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "bin",
              List.of(INT64),
              VARCHAR,
              TOTAL,
              "Returns the binary digits of the 64 bits without leading zeros.",
              RowFunctions.text(
                  (a, row, out) -> out.append(Long.toBinaryString(a[0].getLong(row))))),
          new LibraryFunction(
              "bin",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns the binary digits of the bytes, eight of each.",
              RowFunctions.text(
                  (a, row, out) -> {
                    for (byte value : Utf8.string(a[0], row).getBytes(StandardCharsets.UTF_8)) {
                      out.append(Integer.toBinaryString(0x100 | value & 0xff).substring(1));
                    }
                  })),
          new LibraryFunction(
              "to_base",
              List.of(INT64, INT64),
              VARCHAR,
              FAILS,
              "Returns the digits of a number that is not negative in a base from 2 to 36, in upper"
                  + " case.",
              RowFunctions.text(
                  (a, row, out) -> out.append(toBase(a[0].getLong(row), a[1].getLong(row), 0)))),
          new LibraryFunction(
              "to_base",
              List.of(INT64, INT64, INT64),
              VARCHAR,
              FAILS,
              "Does the same with zeros in front, up to a number of digits.",
              RowFunctions.text(
                  (a, row, out) ->
                      out.append(toBase(a[0].getLong(row), a[1].getLong(row), a[2].getLong(row))))),
          new LibraryFunction(
              "format_bytes",
              List.of(INT64),
              VARCHAR,
              TOTAL,
              "Writes a number of bytes with a unit, such as `1.5 KiB`.",
              RowFunctions.text(
                  (a, row, out) -> out.append(bytes(a[0].getLong(row), 1024, BINARY_UNITS)))),
          new LibraryFunction(
              "formatreadabledecimalsize",
              List.of(INT64),
              VARCHAR,
              TOTAL,
              "Writes a number of bytes with a unit of powers of ten, such as `1.5 kB`.",
              RowFunctions.text(
                  (a, row, out) -> out.append(bytes(a[0].getLong(row), 1000, DECIMAL_UNITS)))),
          new LibraryFunction(
              "hash",
              List.of(VARCHAR),
              INT64,
              TOTAL,
              "Returns a hash of 64 bits, which stays the same in all versions and differs from"
                  + " DuckDB's.",
              RowFunctions.longs((a, row) -> hash(a[0].valueHeap(), a[0].getView(row)))),
          new LibraryFunction(
              "uuid",
              List.of(),
              DataType.UUID,
              RANDOM,
              "Returns a random UUID of version 4.",
              RowFunctions.text((a, row, out) -> out.append(UuidText.bytes(UUID.randomUUID())))),
          bytes(
              "unhex",
              VARCHAR,
              VARBINARY,
              "Returns the bytes of hexadecimal digits.",
              EncodingLibrary::unhex),
          bytes(
              "unbin",
              VARCHAR,
              VARBINARY,
              "Returns the bytes of binary digits.",
              EncodingLibrary::unbin),
          bytes(
              "from_base64",
              VARCHAR,
              VARBINARY,
              "Returns the bytes of a string in Base64.",
              EncodingLibrary::fromBase64),
          new LibraryFunction(
              "encode",
              List.of(VARCHAR),
              VARBINARY,
              TOTAL,
              "Returns the bytes of a string in UTF-8.",
              RowFunctions.views((heap, view, a, row) -> view)),
          bytes(
              "decode",
              VARBINARY,
              VARCHAR,
              "Returns the string of bytes in UTF-8.",
              EncodingLibrary::decode),
          changed(
              "url_encode",
              "Replaces all bytes but those of letters, digits and `-._~` by `%` and two digits.",
              EncodingLibrary::urlEncode),
          changed("url_decode", "Reads what `url_encode` writes.", EncodingLibrary::urlDecode),
          changed(
              "nfc_normalize",
              "Returns the string in the normal form NFC of Unicode.",
              text -> Normalizer.normalize(text, Normalizer.Form.NFC)),
          changed(
              "strip_accents",
              "Removes the accents from letters.",
              text ->
                  MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD)).replaceAll("")));

  private EncodingLibrary() {}

  private static LibraryFunction bytes(
      String name,
      DataType operand,
      DataType result,
      String description,
      UnaryOperator<byte[]> change) {
    return new LibraryFunction(
        name,
        List.of(operand),
        result,
        FAILS,
        description,
        RowFunctions.text(
            (a, row, out) ->
                out.append(change.apply(StringView.bytes(a[0].valueHeap(), a[0].getView(row))))));
  }

  private static byte[] unhex(byte[] digits) {
    String text = new String(digits, StandardCharsets.US_ASCII);
    try {
      return HexFormat.of().parseHex(text.length() % 2 == 0 ? text : "0" + text);
    } catch (IllegalArgumentException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "'" + text + "' has characters that are no digits", e);
    }
  }

  private static byte[] unbin(byte[] digits) {
    byte[] bytes = new byte[(digits.length + Byte.SIZE - 1) / Byte.SIZE];
    for (int i = 0; i < digits.length; i++) {
      int digit = digits[i] - '0';
      if (digit != 0 && digit != 1) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "'"
                + new String(digits, StandardCharsets.UTF_8)
                + "' has characters that are no binary digits");
      }
      int end = digits.length - 1 - i;
      bytes[bytes.length - 1 - end / Byte.SIZE] |= (byte) (digit << end % Byte.SIZE);
    }
    return bytes;
  }

  private static byte[] fromBase64(byte[] text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "'" + new String(text, StandardCharsets.UTF_8) + "' is not Base64",
          e);
    }
  }

  private static byte[] decode(byte[] text) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new PacelineException(ErrorCode.INVALID_ARGUMENT, "the bytes are not UTF-8", e);
    }
    return text;
  }

  private static LibraryFunction changed(
      String name, String description, UnaryOperator<String> change) {
    return new LibraryFunction(
        name,
        List.of(VARCHAR),
        VARCHAR,
        FAILS,
        description,
        RowFunctions.text((a, row, out) -> out.append(change.apply(Utf8.string(a[0], row)))));
  }

  private static String toBase(long number, long base, long digits) {
    if (number < 0 || base < Character.MIN_RADIX || base > Character.MAX_RADIX || digits > 64) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "to_base takes a number from 0 on, a base from 2 to 36 and at most 64 digits, not %d, %d"
                  .formatted(number, base)
              + " and "
              + digits);
    }
    String text = Long.toString(number, (int) base).toUpperCase(Locale.ROOT);
    return digits > text.length() ? "0".repeat((int) digits - text.length()) + text : text;
  }

  private static String bytes(long number, int base, List<String> units) {
    double size = Math.abs((double) number);
    if (size < base) {
      return number + (size == 1 ? " byte" : " bytes");
    }
    int unit = 0;
    while (size >= base && unit + 1 < units.size()) {
      size /= base;
      unit++;
    }
    double tenths = Math.floor(size * 10) / 10;
    return String.format(Locale.ROOT, "%s%.1f %s", number < 0 ? "-" : "", tenths, units.get(unit));
  }

  /** Source: FNV-1a of 64 bits, finished with the mixer of MurmurHash3. */
  private static long hash(MemorySegment heap, long view) {
    long hash = 0xcbf29ce484222325L;
    long end = StringView.offset(view) + StringView.length(view);
    for (long at = StringView.offset(view); at < end; at++) {
      hash = (hash ^ (heap.get(JAVA_BYTE, at) & 0xff)) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }

  private static String urlEncode(String text) {
    StringBuilder out = new StringBuilder();
    for (byte value : text.getBytes(StandardCharsets.UTF_8)) {
      boolean plain =
          value >= 'a' && value <= 'z'
              || value >= 'A' && value <= 'Z'
              || value >= '0' && value <= '9'
              || "-._~".indexOf(value) >= 0;
      if (plain) {
        out.append((char) value);
      } else {
        out.append(String.format(Locale.ROOT, "%%%02X", value));
      }
    }
    return out.toString();
  }

  private static String urlDecode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] source = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < source.length; i++) {
      int high = source[i] == '%' && i + 2 < source.length ? digit(source[i + 1]) : -1;
      int low = high < 0 ? -1 : digit(source[i + 2]);
      if (low < 0) {
        bytes.write(source[i]);
      } else {
        bytes.write(high << 4 | low);
        i += 2;
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static int digit(byte character) {
    return Character.digit(character, 16);
  }
}

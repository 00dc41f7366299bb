package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * Binary strings as DuckDB writes them: ASCII characters as they are, and other bytes as {@code
 * \\x} with two hexadecimal digits.
 */
public final class BlobText {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();
  private static final String ESCAPED = "\\'\"";

  private BlobText() {}

  /** Returns the text of some bytes. */
  public static String of(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte value : bytes) {
      if (value >= ' ' && value <= '~' && ESCAPED.indexOf(value) < 0) {
        text.append((char) value);
      } else {
        text.append("\\x");
        HEX.toHexDigits(text, value);
      }
    }
    return text.toString();
  }

  /**
   * Returns the bytes of a text.
   *
   * @throws PacelineException INVALID_CAST if a backslash does not begin a byte, or if a character
   *     is not in ASCII
   */
  public static byte[] parse(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c >= 0x80) {
        throw invalid(text, "the character '" + c + "' is not in ASCII");
      }
      if (c != '\\') {
        bytes.write(c);
        continue;
      }
      int high = text.startsWith("\\x", at) ? digit(text, at + 2) : -1;
      int low = digit(text, at + 3);
      if (high < 0 || low < 0) {
        throw invalid(text, "a backslash is followed by x and two hexadecimal digits");
      }
      bytes.write(high << 4 | low);
      at += 3;
    }
    return bytes.toByteArray();
  }

  private static int digit(String text, int at) {
    return at < text.length() && HexFormat.isHexDigit(text.charAt(at))
        ? HexFormat.fromHexDigit(text.charAt(at))
        : -1;
  }

  private static PacelineException invalid(String text, String reason) {
    return new PacelineException(
        ErrorCode.INVALID_CAST, "'" + text + "' is no binary string: " + reason);
  }
}

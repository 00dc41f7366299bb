package dev.paceline.core.type;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * UUIDs as text and as the 16 bytes of a UUID column. Bytes that are compared without sign order
 * them as their texts.
 */
public final class UuidText {
  /** The length of a UUID in a column. */
  public static final int BYTES = 16;

  private static final int DIGITS = 32;

  private UuidText() {}

  /** Returns the bytes of a UUID. */
  public static byte[] bytes(UUID uuid) {
    return ByteBuffer.allocate(BYTES)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  /** Returns the UUID of 16 bytes. */
  public static UUID of(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new UUID(buffer.getLong(), buffer.getLong());
  }

  /**
   * Reads 32 hexadecimal digits in any case, with hyphens anywhere between them and perhaps braces
   * around them, as DuckDB does.
   *
   * @throws PacelineException INVALID_CAST if the text is something else
   */
  public static UUID parse(String text) {
    boolean braces = text.startsWith("{");
    if (braces && !text.endsWith("}")) {
      throw invalid(text);
    }
    long high = 0;
    long low = 0;
    int digits = 0;
    int end = text.length() - (braces ? 1 : 0);
    for (int i = braces ? 1 : 0; i < end; i++) {
      char c = text.charAt(i);
      if (c == '-') {
        continue;
      }
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0 || digits == DIGITS) {
        throw invalid(text);
      }
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
      digits++;
    }
    if (digits != DIGITS) {
      throw invalid(text);
    }
    return new UUID(high, low);
  }

  private static PacelineException invalid(String text) {
    return new PacelineException(ErrorCode.INVALID_CAST, "'" + text + "' is no UUID");
  }
}

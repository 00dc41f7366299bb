package dev.paceline.storage.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.paceline.core.error.PacelineException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes records, and turns whatever is no record into CORRUPT_DATA that names file and byte. One
 * thread.
 *
 * <ul>
 *   <li>Integers are stop-bit encoded as Chronicle Bytes does it: seven bits a byte, the lowest
 *       first, bit 7 set in all but the last. A negative number n stands as ~n, with bit 7 set in
 *       all its bytes, and a zero byte behind.
 *   <li>Doubles are their eight raw bytes, the lowest first.
 *   <li>Byte strings are their length + 1 as an integer, 0 for null, then the bytes. Text is UTF-8
 *       and never null.
 *   <li>Booleans are the integers 0 and 1.
 * </ul>
 *
 * <p>Written out here rather than read through Chronicle Bytes, whose start costs more than opening
 * a database may: its classes take 0.2 s to initialise, all of this a few milliseconds.
 */
final class RecordReader {
  private static final VarHandle DOUBLE =
      MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);

  private final String file;
  private final long offset;
  private final byte[] bytes;
  private int position;

  /**
   * @param file what errors call the source
   * @param offset where in the file the bytes begin
   */
  RecordReader(String file, long offset, byte[] bytes) {
    this.file = file;
    this.offset = offset;
    this.bytes = bytes;
  }

  long readLong() {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = readByte();
      if (next < 0 && shift < 63) {
        value |= (next & 0x7FL) << shift;
      } else if (next == 0 && shift > 0) {
        return ~value;
      } else if (next >= 0 && shift < 63) {
        return value | (long) next << shift;
      } else {
        throw corrupt("an integer of more than 63 bits");
      }
    }
  }

  /** An integer from {@code least} to {@code greatest}. */
  long readLong(long least, long greatest, String what) {
    int start = position;
    long value = readLong();
    if (value < least || value > greatest) {
      position = start;
      throw corrupt(
          what + " is " + value + ", which does not lie between " + least + " and " + greatest);
    }
    return value;
  }

  int readInt(int least, int greatest, String what) {
    return (int) readLong(least, greatest, what);
  }

  /** How many elements follow, each of at least one byte. */
  int readCount(String what) {
    return readInt(0, bytes.length - position, what);
  }

  double readDouble() {
    require(Double.BYTES);
    double value = (double) DOUBLE.get(bytes, position);
    position += Double.BYTES;
    return value;
  }

  boolean readBoolean(String what) {
    return readLong(0, 1, what) == 1;
  }

  String readText(String what) {
    byte[] text = readBytes(what);
    if (text == null) {
      throw corrupt(what + " is missing");
    }
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      throw corrupt(what + " is not valid UTF-8");
    }
  }

  byte @Nullable [] readBytes(String what) {
    long length = readLong(0, bytes.length + 1L, "the length of " + what) - 1;
    if (length < 0) {
      return null;
    }
    require((int) length);
    byte[] value = Arrays.copyOfRange(bytes, position, position + (int) length);
    position += (int) length;
    return value;
  }

  /** Refuses bytes that are left over. */
  void expectEnd() {
    if (position != bytes.length) {
      throw corrupt((bytes.length - position) + " bytes too many");
    }
  }

  /** The error for a record that contradicts itself, at the byte read next. */
  PacelineException corrupt(String what) {
    return FileFailure.corrupt(file, offset + position, what);
  }

  private byte readByte() {
    require(1);
    return bytes[position++];
  }

  private void require(int count) {
    if (bytes.length - position < count) {
      throw corrupt("the record ends here, in the middle of a value");
    }
  }
}

package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.ValueEncoding;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites values of other encodings as PLAIN, in a buffer that the next page reuses. Throws
 * unchecked exceptions where a page is damaged. Not thread-safe.
 */
final class PlainRewriter {
  private static final int CANCELLATION_VALUES = 1 << 14;

  private final PhysicalType type;
  private final int width;
  private final MemoryScope memory;
  private final Runnable cancellation;
  private MemorySegment buffer = MemorySegment.NULL;

  /**
   * @param width bytes of a value; 0 if it varies, or of BOOLEAN
   */
  PlainRewriter(PhysicalType type, int width, MemoryScope memory, Runnable cancellation) {
    this.type = type;
    this.width = width;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  /**
   * Rewrites the values of a page.
   *
   * @param encoding not of a dictionary
   * @throws PacelineException NOT_SUPPORTED if the type has no such encoding
   */
  PlainValues rewrite(PlainValues page, ValueEncoding encoding) {
    return switch (encoding) {
      case PLAIN -> page;
      case RLE -> bits(page);
      case DELTA_BINARY_PACKED -> differences(page);
      case DELTA_LENGTH_BYTE_ARRAY -> lengths(page);
      case DELTA_BYTE_ARRAY -> prefixes(page);
      case BYTE_STREAM_SPLIT -> streams(page);
      case RESERVED, BIT_PACKED, PLAIN_DICTIONARY, RLE_DICTIONARY -> throw unsupported(encoding);
    };
  }

  private PlainValues bits(PlainValues page) {
    if (type != PhysicalType.BOOLEAN) {
      throw unsupported(ValueEncoding.RLE);
    }
    page.checkFixed(Integer.BYTES, 1);
    long from = page.from() + Integer.BYTES;
    long length = page.bytes().get(JAVA_INT_UNALIGNED, page.from());
    if (length < 0 || length > page.to() - from) {
      throw new IndexOutOfBoundsException("values end too early");
    }
    long bytes = RunDecoder.bitmapBytes(page.count());
    ensure(bytes, 0);
    buffer.asSlice(0, bytes).fill((byte) 0);
    new RunDecoder(page.bytes(), from, from + length, 1).readBits(buffer, 0, page.count());
    return new PlainValues(buffer, 0, bytes, page.count());
  }

  private PlainValues differences(PlainValues page) {
    if (type != PhysicalType.INT32 && type != PhysicalType.INT64) {
      throw unsupported(ValueEncoding.DELTA_BINARY_PACKED);
    }
    DeltaDecoder decoder = new DeltaDecoder(page.bytes(), page.from(), page.to());
    int count = page.count();
    ensure((long) count * width, 0);
    for (int i = 0; i < count; i++) {
      check(i);
      if (width == Integer.BYTES) {
        buffer.set(JAVA_INT_UNALIGNED, (long) i * width, (int) decoder.next());
      } else {
        buffer.set(JAVA_LONG_UNALIGNED, (long) i * width, decoder.next());
      }
    }
    return new PlainValues(buffer, 0, (long) count * width, count);
  }

  private PlainValues lengths(PlainValues page) {
    if (type != PhysicalType.BYTE_ARRAY) {
      throw unsupported(ValueEncoding.DELTA_LENGTH_BYTE_ARRAY);
    }
    int count = page.count();
    MemorySegment lengths = memory.allocate((long) count * Integer.BYTES);
    long from = readLengths(page, page.from(), lengths);
    long to = append(page, from, lengths, null);
    memory.release(lengths);
    return new PlainValues(buffer, 0, to, count);
  }

  private PlainValues prefixes(PlainValues page) {
    if (type != PhysicalType.BYTE_ARRAY && type != PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      throw unsupported(ValueEncoding.DELTA_BYTE_ARRAY);
    }
    int count = page.count();
    MemorySegment shared = memory.allocate((long) count * Integer.BYTES);
    MemorySegment lengths = memory.allocate((long) count * Integer.BYTES);
    long suffixes = readLengths(page, page.from(), shared);
    long from = readLengths(page, suffixes, lengths);
    long to = append(page, from, lengths, shared);
    memory.release(shared);
    memory.release(lengths);
    return new PlainValues(buffer, 0, to, count);
  }

  /** Reads lengths; returns the position behind them. */
  private long readLengths(PlainValues page, long from, MemorySegment lengths) {
    DeltaDecoder decoder = new DeltaDecoder(page.bytes(), from, page.to());
    int count = page.count();
    if (decoder.count() < count) {
      throw new IndexOutOfBoundsException("there are fewer lengths than values");
    }
    for (int i = 0; i < count; i++) {
      check(i);
      long length = decoder.next();
      if (length < 0 || length > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("a string has the length " + length);
      }
      lengths.setAtIndex(JAVA_INT, i, (int) length);
    }
    for (long rest = decoder.count() - count; rest > 0; rest--) {
      if (rest % CANCELLATION_VALUES == 0) {
        cancellation.run();
      }
      decoder.next();
    }
    return decoder.position();
  }

  /**
   * Appends strings, behind their lengths unless these are fixed.
   *
   * @param from position of the bytes of the first one
   * @param shared how many bytes each has in common with the one before; null for none
   * @return the position behind the last one
   */
  private long append(
      PlainValues page, long from, MemorySegment lengths, @Nullable MemorySegment shared) {
    long source = from;
    long target = 0;
    long before = 0;
    int lengthBytes = type == PhysicalType.BYTE_ARRAY ? Integer.BYTES : 0;
    int lengthBefore = 0;
    for (int i = 0; i < page.count(); i++) {
      check(i);
      int prefix = shared == null ? 0 : shared.getAtIndex(JAVA_INT, i);
      int own = lengths.getAtIndex(JAVA_INT, i);
      if (prefix > lengthBefore || own > page.to() - source) {
        throw new IndexOutOfBoundsException("strings end too early");
      }
      int length = Math.addExact(prefix, own);
      if (lengthBytes == 0 && length != width) {
        throw new IllegalArgumentException("a value has " + length + " bytes, not " + width);
      }
      ensure(target + lengthBytes + length, target);
      if (lengthBytes > 0) {
        buffer.set(JAVA_INT_UNALIGNED, target, length);
      }
      long start = target + lengthBytes;
      MemorySegment.copy(buffer, before, buffer, start, prefix);
      MemorySegment.copy(page.bytes(), source, buffer, start + prefix, own);
      source += own;
      before = start;
      lengthBefore = length;
      target = start + length;
    }
    return target;
  }

  private PlainValues streams(PlainValues page) {
    if (width == 0) {
      throw unsupported(ValueEncoding.BYTE_STREAM_SPLIT);
    }
    long stride = (page.to() - page.from()) / width;
    int count = page.count();
    if (stride < count) {
      throw new IndexOutOfBoundsException("values end too early");
    }
    ensure((long) count * width, 0);
    for (int k = 0; k < width; k++) {
      cancellation.run();
      long from = page.from() + k * stride;
      for (int i = 0; i < count; i++) {
        buffer.set(JAVA_BYTE, (long) i * width + k, page.bytes().get(JAVA_BYTE, from + i));
      }
    }
    return new PlainValues(buffer, 0, (long) count * width, count);
  }

  private void check(int value) {
    if (value % CANCELLATION_VALUES == 0) {
      cancellation.run();
    }
  }

  private void ensure(long bytes, long keep) {
    if (buffer.byteSize() >= bytes + Long.BYTES) {
      return;
    }
    MemorySegment grown = memory.allocate(Math.max(bytes + Long.BYTES, 2 * keep));
    MemorySegment.copy(buffer, 0, grown, 0, keep);
    release();
    buffer = grown;
  }

  /** Gives the buffer back. */
  void release() {
    if (buffer.byteSize() > 0) {
      memory.release(buffer);
      buffer = MemorySegment.NULL;
    }
  }

  private PacelineException unsupported(ValueEncoding encoding) {
    return new PacelineException(
        ErrorCode.NOT_SUPPORTED,
        "values of type " + type + " in the encoding " + encoding + " are not read");
  }
}

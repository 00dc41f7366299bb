package dev.paceline.storage.load.parquet.page;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decompresses blocks of Snappy's format without frames. A block contains the length of the
 * content, followed by elements. Each element is either a literal, which contains bytes of the
 * content, or a copy, which repeats a number of bytes that begin at a distance before it. Instances
 * are not thread-safe.
 *
 * <p>The next compressed bytes and the content before them lie in one array, because the JIT
 * compiles checks of array bounds to less than those of segments. An element is therefore a move
 * within the array. Moves take 16 bytes at a time and may write behind their end. The position of
 * the next element follows from the bits of this one's first byte, without a table. The only branch
 * tells literals from copies, which most elements of text are.
 *
 * <p>Numbers of 8 bytes mostly become pairs of a short literal, their lower bytes, and a copy of
 * the upper bytes of another number. The kinds of such elements are easy to predict. {@link
 * #movePairs} therefore computes the position of the next pair and needs no table of lengths, which
 * halves the time.
 */
final class SnappyDecoder {
  /** The longest distance of a copy that encoders write, which compress blocks of this length. */
  private static final int BLOCK_BYTES = 1 << 16;

  /**
   * The bytes of content that the array holds; its last part moves to the front when it is full.
   */
  private static final int CONTENT_BYTES = 3 * BLOCK_BYTES;

  private static final int INPUT_BYTES = 1 << 15;

  /** The bytes of the longest element, apart from literals whose length takes further bytes. */
  private static final int ELEMENT_BYTES = 65;

  /** Bytes that a move may read or write behind its end. */
  private static final int SLACK_BYTES = 16;

  private static final int INPUT = CONTENT_BYTES + SLACK_BYTES;

  /** The shortest distance at which 8 bytes can be moved at a time. */
  private static final int NEAR = Long.BYTES;

  /** The smallest code of a literal's length that says that further bytes contain the length. */
  private static final int LONG_LITERAL = 60;

  /** Longer literals are copied from the source to the target without the array. */
  private static final int DIRECT_BYTES = BLOCK_BYTES - (1 << 12);

  /** All bits of the first byte of a literal that are not set if it has at most four bytes. */
  private static final int NOT_SHORT = 0xf3;

  /** Runs of pairs after which it is judged whether a block consists of them. */
  private static final int JUDGED_RUNS = 16;

  /** The pairs of a run that pay for the element between two runs. */
  private static final int PAYING_PAIRS = 4;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The sign bit of {@link #ELEMENTS}, for literals. */
  private static final int LITERAL = 1 << 31;

  /**
   * Elements by their first byte. Bits 0 to 6 are the length, bits 8 to 15 the compressed bytes
   * that the element takes, bits 16 to 18 are bits 8 to 10 of the distance, and bits 24 to 29 the
   * number of bits of the distance that follow. Literals with a length of their own are 0.
   */
  private static final int[] ELEMENTS = elements();

  private static final ThreadLocal<SnappyDecoder> OF_THREAD =
      ThreadLocal.withInitial(SnappyDecoder::new);

  private final byte[] array = new byte[INPUT + INPUT_BYTES + SLACK_BYTES];
  private MemorySegment source = MemorySegment.NULL;
  private MemorySegment target = MemorySegment.NULL;

  /** The next compressed byte in the array, and the end of those in it. */
  private int in;

  private int inEnd;

  /** The compressed bytes in the source that are not in the array yet. */
  private long sourceAt;

  /** The position of the first byte of content in the array. */
  private int oldest;

  /** The position of the first byte of content that has not been copied to the target. */
  private int unwritten;

  /** The position behind the last byte of content in the array. */
  private int out;

  /** Content in the target. */
  private long written;

  /** Runs of pairs in the block, and the pairs in them. */
  private int runs;

  private int pairs;

  SnappyDecoder() {}

  /** Returns the decoder of this thread, whose array is larger than most pages. */
  static SnappyDecoder ofThread() {
    return OF_THREAD.get();
  }

  private static int[] elements() {
    int[] elements = new int[1 << Byte.SIZE];
    for (int tag = 0; tag < elements.length; tag++) {
      int upper = tag >>> 2;
      elements[tag] =
          switch (tag & 3) {
            case 0 -> upper < LONG_LITERAL ? upper + 1 | upper + 2 << 8 | LITERAL : 0;
            case 1 -> (upper & 7) + 4 | 2 << 8 | tag >>> 5 << 16 | Byte.SIZE << 24;
            case 2 -> upper + 1 | 3 << 8 | 2 * Byte.SIZE << 24;
            default -> upper + 1 | 5 << 8 | 4 * Byte.SIZE << 24;
          };
    }
    return elements;
  }

  /**
   * Decompresses all of the source.
   *
   * @param content as long as the content has to be
   * @throws IllegalArgumentException if the source is damaged
   */
  void decode(MemorySegment compressed, MemorySegment content) {
    source = compressed;
    target = content;
    try {
      decode();
    } finally {
      source = MemorySegment.NULL;
      target = MemorySegment.NULL;
    }
  }

  private void decode() {
    sourceAt = 0;
    in = INPUT;
    inEnd = INPUT;
    oldest = 0;
    unwritten = 0;
    out = 0;
    written = 0;
    runs = 0;
    pairs = 0;
    refill();
    readLength();
    while (in < inEnd || sourceAt < source.byteSize()) {
      if (inEnd - in <= ELEMENT_BYTES) {
        refill();
      }
      if (CONTENT_BYTES - out <= ELEMENT_BYTES) {
        slide();
      }
      readElement();
      if (runs < JUDGED_RUNS || pairs >= PAYING_PAIRS * runs) {
        movePairs();
      } else {
        moveElements();
      }
    }
    write();
    if (written != target.byteSize()) {
      throw damaged();
    }
  }

  /** Bytes that the content still lacks. */
  private long missing() {
    return target.byteSize() - written - (out - unwritten);
  }

  private void readLength() {
    long length = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (in == inEnd) {
        throw damaged();
      }
      int value = array[in++];
      length |= (value & 0x7fL) << shift;
      if (value >= 0) {
        if (length != target.byteSize()) {
          throw new IllegalArgumentException(
              "a page has " + length + " bytes instead of the " + target.byteSize() + " it claims");
        }
        return;
      }
    }
    throw damaged();
  }

  /** Decodes the usual elements, until others follow or one of the ends is near. */
  private void moveElements() {
    int toEnd = (int) Math.min(CONTENT_BYTES, out + missing()) - ELEMENT_BYTES;
    int nearest = oldest + NEAR;
    if (out >= nearest) {
      moveElements(array, in, inEnd - ELEMENT_BYTES, out, toEnd, nearest);
    }
  }

  /**
   * Decodes the usual elements. All that the loop needs is a parameter, so that the JIT keeps it in
   * registers.
   *
   * @param from the position of the next element
   * @param fromEnd where to stop reading
   * @param to the position of its content
   * @param toEnd where to stop writing
   * @param nearest the first position for which the nearest distance lies in the content
   */
  private void moveElements(byte[] bytes, int from, int fromEnd, int to, int toEnd, int nearest) {
    int next = from;
    int end = to;
    while (next < fromEnd && end < toEnd) {
      long word = (long) LONGS.get(bytes, next);
      int kind = (int) word & 3;
      int length;
      int at;
      int step;
      if (kind == 0) {
        length = ((int) word >>> 2 & 63) + 1;
        at = next + 1;
        step = length + 1;
        if (length > SLACK_BYTES) {
          break;
        }
      } else {
        int element = ELEMENTS[(int) word & 0xff];
        int distance =
            (int) (word >>> Byte.SIZE & ~(-1L << (element >>> 24))) + (element >>> 8 & 0x700);
        if (kind == 3 || Integer.compareUnsigned(distance - NEAR, end - nearest) > 0) {
          break;
        }
        length = element & 0x7f;
        at = end - distance;
        step = kind + 1;
        if (length > SLACK_BYTES) {
          if (distance == NEAR) {
            long repeated = (long) LONGS.get(bytes, at);
            for (int done = 0; done < length; done += NEAR) {
              LONGS.set(bytes, end + done, repeated);
            }
          } else {
            for (int done = 0; done < length; done += SLACK_BYTES) {
              LONGS.set(bytes, end + done, (long) LONGS.get(bytes, at + done));
              LONGS.set(bytes, end + done + 8, (long) LONGS.get(bytes, at + done + 8));
            }
          }
          end += length;
          next += step;
          continue;
        }
      }
      LONGS.set(bytes, end, (long) LONGS.get(bytes, at));
      LONGS.set(bytes, end + 8, (long) LONGS.get(bytes, at + 8));
      end += length;
      next += step;
    }
    in = next;
    out = end;
  }

  /** Decodes pairs of a short literal and a copy, until something else follows. */
  private void movePairs() {
    byte[] bytes = array;
    int from = in;
    int fromEnd = inEnd - ELEMENT_BYTES;
    int to = out;
    int toEnd = (int) Math.min(CONTENT_BYTES, out + missing()) - ELEMENT_BYTES;
    int nearest = oldest + NEAR;
    int moved = 0;
    runs++;
    if (to < nearest) {
      return;
    }
    while (from < fromEnd && to < toEnd) {
      long word = (long) LONGS.get(bytes, from);
      int tag = (int) word;
      int literal = (tag >>> 2 & 3) + 1;
      long rest = word >>> Byte.SIZE * (literal + 1);
      int kind = (int) rest & 3;
      int element = ELEMENTS[(int) rest & 0xff];
      int distance =
          (int) (rest >>> Byte.SIZE & ~(-1L << (element >>> 24))) + (element >>> 8 & 0x700);
      int copied = element & 0x7f;
      int copyTo = to + literal;
      if ((tag & NOT_SHORT) != 0
          || kind - 1 >>> 1 != 0
          || copied > Long.BYTES
          || Integer.compareUnsigned(distance - NEAR, copyTo - nearest) > 0) {
        break;
      }
      LONGS.set(bytes, to, word >>> Byte.SIZE);
      LONGS.set(bytes, copyTo, (long) LONGS.get(bytes, copyTo - distance));
      to = copyTo + copied;
      from += literal + kind + 2;
      moved++;
    }
    in = from;
    out = to;
    pairs += moved;
  }

  /** Decodes one element of any kind. */
  private void readElement() {
    int tag = array[in] & 0xff;
    int element = ELEMENTS[tag];
    if ((tag & 3) == 0) {
      readLiteral(tag >>> 2);
      return;
    }
    int length = element & 0x7f;
    if (inEnd - in < (element >>> 8 & 0xff)) {
      throw damaged();
    }
    long distance = (element >>> 8 & 0x700) + number(in + 1, (element >>> 24) / Byte.SIZE);
    in += element >>> 8 & 0xff;
    if (distance == 0 || distance > written + (out - unwritten) || length > missing()) {
      throw damaged();
    }
    if (distance > out - oldest) {
      copyWritten(distance, length);
      return;
    }
    int at = out - (int) distance;
    for (int i = 0; i < length; i++) {
      array[out + i] = array[at + i];
    }
    out += length;
  }

  private void readLiteral(int kind) {
    int lengthBytes = Math.max(0, kind - LONG_LITERAL + 1);
    if (inEnd - in <= lengthBytes) {
      throw damaged();
    }
    long length = 1 + (lengthBytes == 0 ? kind : number(in + 1, lengthBytes));
    in += 1 + lengthBytes;
    if (length > missing() || length > inEnd - in + (source.byteSize() - sourceAt)) {
      throw damaged();
    }
    if (length > DIRECT_BYTES) {
      copyDirectly(length);
      return;
    }
    for (int rest = (int) length; rest > 0; ) {
      if (in == inEnd) {
        refill();
      }
      if (out == CONTENT_BYTES) {
        slide();
      }
      int part = Math.min(rest, Math.min(inEnd - in, CONTENT_BYTES - out));
      System.arraycopy(array, in, array, out, part);
      in += part;
      out += part;
      rest -= part;
    }
  }

  /** Returns a number of 1 to 4 bytes of the array, lowest first. */
  private long number(int at, int bytes) {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (array[at + i] & 0xffL) << Byte.SIZE * i;
    }
    return number;
  }

  /** Copies a literal from the source to the target. */
  private void copyDirectly(long length) {
    write();
    long from = sourceAt - (inEnd - in);
    MemorySegment.copy(source, from, target, written, length);
    written += length;
    oldest = out;
    sourceAt = from + length;
    in = inEnd;
    refill();
  }

  /** Copies content that begins before the array. */
  private void copyWritten(long distance, int length) {
    write();
    long at = written - distance;
    for (int i = 0; i < length; i++) {
      array[out + i] =
          i < distance
              ? target.get(ValueLayout.JAVA_BYTE, at + i)
              : array[out + i - (int) distance];
    }
    out += length;
  }

  /** Moves the rest of the compressed bytes to the front, and reads more behind them. */
  private void refill() {
    int rest = inEnd - in;
    System.arraycopy(array, in, array, INPUT, rest);
    int more = (int) Math.min(INPUT_BYTES - rest, source.byteSize() - sourceAt);
    MemorySegment.copy(source, ValueLayout.JAVA_BYTE, sourceAt, array, INPUT + rest, more);
    sourceAt += more;
    in = INPUT;
    inEnd = INPUT + rest + more;
  }

  /** Writes the content, and keeps only the part that copies may refer to. */
  private void slide() {
    write();
    int kept = Math.min(BLOCK_BYTES, out - oldest);
    System.arraycopy(array, out - kept, array, 0, kept);
    oldest = 0;
    out = kept;
    unwritten = kept;
  }

  private void write() {
    int length = out - unwritten;
    MemorySegment.copy(array, unwritten, target, ValueLayout.JAVA_BYTE, written, length);
    written += length;
    unwritten = out;
  }

  private static IllegalArgumentException damaged() {
    return new IllegalArgumentException("its compressed bytes are damaged");
  }
}

package dev.paceline.storage.pack;

import static dev.paceline.storage.pack.PackedLayout.GROUP_LANES;
import static dev.paceline.storage.pack.PackedLayout.LEAST;
import static dev.paceline.storage.pack.PackedLayout.LENGTHS;
import static dev.paceline.storage.pack.PackedLayout.ROW_BYTES;
import static dev.paceline.storage.pack.PackedLayout.STEPS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Finds the shortest way to pack a frame, and packs it. The last frame that was looked at is the
 * one that is packed. One thread at a time.
 */
final class FramePacker {
  private final long[] lanes = new long[PackedLayout.FRAME_BYTES];
  private final long[] words = new long[ROW_BYTES];
  private int rows;
  private int width;
  private int way;
  private int bits;
  private long base;

  /** Bits of a lane, and the way in the higher byte. */
  short frame() {
    return (short) (bits | way << Byte.SIZE);
  }

  /** Returns the base that was subtracted from each number. */
  long base() {
    return base;
  }

  /** Bytes of the packed frame. */
  int bytes() {
    return PackedLayout.frameBytes(rows, width, bits, way);
  }

  /**
   * Looks at a frame.
   *
   * @param frameRows 1 to {@value PackedLayout#FRAME_ROWS}
   * @param laneWidth 1, 2, 4 or 8 bytes
   */
  void choose(MemorySegment block, long offset, int frameRows, int laneWidth) {
    rows = frameRows;
    width = laneWidth;
    int count = frameRows * ROW_BYTES / laneWidth;
    read(block, offset, count);
    chooseLeast(count);
    chooseSteps(count);
    chooseLengths(count);
    if (bytes() >= rows * ROW_BYTES) {
      way = LEAST;
      bits = Byte.SIZE * width;
      base = 0;
    }
  }

  /** Prepares a frame to be packed as was chosen before. */
  void resume(
      MemorySegment block, long offset, int frameRows, int laneWidth, short frame, long frameBase) {
    rows = frameRows;
    width = laneWidth;
    bits = frame & 0xff;
    way = frame >>> Byte.SIZE;
    base = frameBase;
    read(block, offset, frameRows * ROW_BYTES / laneWidth);
  }

  private void read(MemorySegment block, long offset, int count) {
    switch (width) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          lanes[i] = block.get(ValueLayout.JAVA_BYTE, offset + i) & 0xffL;
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          lanes[i] = block.get(ValueLayout.JAVA_SHORT, offset + ((long) i << 1)) & 0xffffL;
        }
      }
      case 4 -> {
        for (int i = 0; i < count; i++) {
          lanes[i] = block.get(ValueLayout.JAVA_INT, offset + ((long) i << 2)) & 0xffff_ffffL;
        }
      }
      default -> MemorySegment.copy(block, ValueLayout.JAVA_LONG, offset, lanes, 0, count);
    }
  }

  private void chooseLeast(int count) {
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      min = Math.min(min, lanes[i]);
      max = Math.max(max, lanes[i]);
    }
    way = LEAST;
    base = min;
    bits = bitsOf(max - min);
  }

  /** Differences of 8 bytes may wrap around, narrower ones must not carry into the next lane. */
  private void chooseSteps(int count) {
    int step = ROW_BYTES / width;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = step; i < count; i++) {
      long difference = lanes[i] - lanes[i - step];
      min = Math.min(min, difference);
      max = Math.max(max, difference);
    }
    if (rows > 1 && (min >= 0 || width == Long.BYTES)) {
      take(STEPS, min, max);
    }
  }

  private void chooseLengths(int count) {
    if (width != Short.BYTES) {
      return;
    }
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      if (i % GROUP_LANES == 0) {
        if (lanes[i] != 0) {
          return;
        }
      } else {
        long length = lanes[i] - lanes[i - 1];
        min = Math.min(min, length);
        max = Math.max(max, length);
      }
    }
    if (min >= 0) {
      take(LENGTHS, min, max);
    }
  }

  /** Takes another way if it is shorter. */
  private void take(int other, long min, long max) {
    int otherBits = bitsOf(max - min);
    if (PackedLayout.frameBytes(rows, width, otherBits, other) < bytes()) {
      way = other;
      base = min;
      bits = otherBits;
    }
  }

  private static int bitsOf(long range) {
    return Long.SIZE - Long.numberOfLeadingZeros(range);
  }

  /** Writes {@link #bytes} bytes. */
  void pack(MemorySegment target, long offset) {
    int laneCount = ROW_BYTES / width;
    long to = offset;
    int from = 0;
    switch (way) {
      case STEPS -> {
        writeRow(lanes, 0, target, to);
        to += ROW_BYTES;
        from = 1;
        for (int i = rows * laneCount - 1; i >= laneCount; i--) {
          lanes[i] -= lanes[i - laneCount];
        }
      }
      case LENGTHS -> {
        for (int i = rows * laneCount - 1; i >= 0; i--) {
          lanes[i] = i % GROUP_LANES == 0 ? base : lanes[i] - lanes[i - 1];
        }
      }
      default -> {}
    }
    packRows(from, target, to);
  }

  private void packRows(int from, MemorySegment target, long offset) {
    int laneCount = ROW_BYTES / width;
    int laneBits = Byte.SIZE * width;
    long to = offset;
    int shift = 0;
    for (int row = from; row < rows && bits > 0; row++) {
      int first = row * laneCount;
      for (int i = 0; i < laneCount; i++) {
        long number = (lanes[first + i] - base) << shift;
        words[i] = shift == 0 ? number : words[i] | number;
      }
      shift += bits;
      if (shift >= laneBits) {
        writeRow(words, 0, target, to);
        to += ROW_BYTES;
        shift -= laneBits;
        if (shift > 0) {
          for (int i = 0; i < laneCount; i++) {
            words[i] = (lanes[first + i] - base) >>> (bits - shift);
          }
        }
      }
    }
    if (shift > 0) {
      writeRow(words, 0, target, to);
    }
  }

  private void writeRow(long[] from, int first, MemorySegment target, long offset) {
    int laneCount = ROW_BYTES / width;
    switch (width) {
      case 1 -> {
        for (int i = 0; i < laneCount; i++) {
          target.set(ValueLayout.JAVA_BYTE, offset + i, (byte) from[first + i]);
        }
      }
      case 2 -> {
        for (int i = 0; i < laneCount; i++) {
          target.set(ValueLayout.JAVA_SHORT, offset + ((long) i << 1), (short) from[first + i]);
        }
      }
      case 4 -> {
        for (int i = 0; i < laneCount; i++) {
          target.set(ValueLayout.JAVA_INT, offset + ((long) i << 2), (int) from[first + i]);
        }
      }
      default -> MemorySegment.copy(from, first, target, ValueLayout.JAVA_LONG, offset, laneCount);
    }
  }
}

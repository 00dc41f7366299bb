package dev.paceline.storage.pack;

import static dev.paceline.storage.pack.PackedLayout.FRAME_BYTES;
import static dev.paceline.storage.pack.PackedLayout.FRAME_ROWS;
import static dev.paceline.storage.pack.PackedLayout.GROUP_LANES;
import static dev.paceline.storage.pack.PackedLayout.LENGTHS;
import static dev.paceline.storage.pack.PackedLayout.ROW_BYTES;
import static dev.paceline.storage.pack.PackedLayout.STEPS;

import dev.paceline.core.kernel.UnpackKernels;
import dev.paceline.storage.block.ColumnBlock;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A packed block on its way into memory. It is read to the end of its memory frame and unpacked
 * towards the start of it: since no part of it is longer than what it unpacks to, reading keeps
 * ahead of writing, and no second piece of memory is needed.
 *
 * @param storedBytes when packed
 * @param blockBytes when unpacked
 */
public record PackedBlock(long storedBytes, long blockBytes) {
  /** The alignment of memory that direct input reads into. */
  private static final long INPUT_ALIGNMENT = 4096;

  /** Returns the position in its frame that the packed block is read into, a multiple of 4096. */
  public long position() {
    return blockBytes + ROW_BYTES - storedBytes + INPUT_ALIGNMENT - 1 & -INPUT_ALIGNMENT;
  }

  /** How long the frame must be: at most 4160 bytes more than the block. */
  public long frameBytes() {
    return position() + storedBytes;
  }

  /**
   * Unpacks a block whose bytes are known to be what was written.
   *
   * @param frame native, at a multiple of 64, at least {@link #frameBytes} long, with the packed
   *     block at {@link #position}; then the block is at its start
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA if it is not packed as it should
   *     be
   */
  public void unpack(MemorySegment frame) {
    MemorySegment packed = frame.asSlice(position(), storedBytes);
    check(storedBytes >= PackedLayout.data(0, 0), "length");
    check(packed.get(PackedLayout.INT, PackedLayout.LENGTH_OFFSET) == blockBytes, "length");
    int sections = packed.get(PackedLayout.INT, PackedLayout.SECTIONS_OFFSET);
    check(sections > 0 && PackedLayout.frameTable(sections) <= storedBytes, "sections");
    int[] lengths = new int[sections];
    int[] widths = new int[sections];
    long frameCount = 0;
    long total = 0;
    for (int section = 0; section < sections; section++) {
      long entry = PackedLayout.frameTable(section);
      int length = packed.get(PackedLayout.INT, entry);
      int width = packed.get(PackedLayout.INT, entry + Integer.BYTES);
      check(length > 0 && length % ROW_BYTES == 0, "sections");
      check(width >= 0 && width <= 8 && Integer.bitCount(width) <= 1, "widths");
      lengths[section] = length;
      widths[section] = width;
      frameCount += width == 0 ? 0 : PackedLayout.frames(length);
      total += length;
    }
    check(total == blockBytes, "sections");
    long data = PackedLayout.data(sections, frameCount);
    check(data <= storedBytes, "frames");
    short[] frames = new short[(int) frameCount];
    long[] bases = new long[frames.length];
    MemorySegment.copy(
        packed, PackedLayout.SHORT, PackedLayout.frameTable(sections), frames, 0, frames.length);
    MemorySegment.copy(
        packed,
        PackedLayout.LONG,
        PackedLayout.bases(sections, frameCount),
        bases,
        0,
        frames.length);
    checkFrames(lengths, widths, frames, data);
    unpack(frame, position() + data, lengths, widths, frames, bases);
  }

  private void checkFrames(int[] lengths, int[] widths, short[] frames, long data) {
    long stored = data;
    int frame = 0;
    for (int section = 0; section < lengths.length; section++) {
      int width = widths[section];
      if (width == 0) {
        stored += lengths[section];
        continue;
      }
      for (int at = 0; at < lengths[section]; at += FRAME_BYTES) {
        int rows = rows(at, lengths[section]);
        int bits = bits(frames[frame]);
        int way = way(frames[frame++]);
        check(bits <= Byte.SIZE * width, "bits");
        check(way <= STEPS || way == LENGTHS && width == Short.BYTES, "ways");
        int bytes = PackedLayout.frameBytes(rows, width, bits, way);
        check(bytes <= rows * ROW_BYTES, "bits");
        stored += bytes;
      }
    }
    check(stored == storedBytes, "length");
  }

  private static int rows(int at, int length) {
    return Math.min(FRAME_ROWS, (length - at) / ROW_BYTES);
  }

  private static int bits(short frame) {
    return frame & 0xff;
  }

  private static int way(short frame) {
    return frame >>> Byte.SIZE & 0xff;
  }

  private static void unpack(
      MemorySegment memory, long data, int[] lengths, int[] widths, short[] frames, long[] bases) {
    long from = data;
    long to = 0;
    int frame = 0;
    for (int section = 0; section < lengths.length; section++) {
      int length = lengths[section];
      int width = widths[section];
      if (width == 0) {
        MemorySegment.copy(memory, from, memory, to, length);
        from += length;
        to += length;
        continue;
      }
      for (int at = 0; at < length; at += FRAME_BYTES) {
        int rows = rows(at, length);
        int bits = bits(frames[frame]);
        int way = way(frames[frame]);
        unpackFrame(memory, from, rows, width, bits, bases[frame++], way, to);
        from += PackedLayout.frameBytes(rows, width, bits, way);
        to += (long) rows * ROW_BYTES;
      }
    }
  }

  private static void unpackFrame(
      MemorySegment memory, long from, int rows, int width, int bits, long base, int way, long to) {
    UnpackKernels kernels = UnpackKernels.current();
    switch (way) {
      case STEPS -> {
        MemorySegment.copy(memory, from, memory, to, ROW_BYTES);
        kernels.unpack(
            memory, from + ROW_BYTES, rows - 1, width, bits, base, true, memory, to + ROW_BYTES);
      }
      case LENGTHS -> {
        kernels.unpack(memory, from, rows, width, bits, base, false, memory, to);
        sumGroups(memory, to, rows * ROW_BYTES / Short.BYTES);
      }
      default -> kernels.unpack(memory, from, rows, width, bits, base, false, memory, to);
    }
  }

  /** Makes starts of the lengths of strings. */
  private static void sumGroups(MemorySegment memory, long offset, int lanes) {
    for (int group = 0; group < lanes; group += GROUP_LANES) {
      int end = Math.min(lanes, group + GROUP_LANES);
      int sum = 0;
      memory.set(ValueLayout.JAVA_SHORT, offset + ((long) group << 1), (short) 0);
      for (int i = group + 1; i < end; i++) {
        long at = offset + ((long) i << 1);
        sum += memory.get(ValueLayout.JAVA_SHORT, at);
        memory.set(ValueLayout.JAVA_SHORT, at, (short) sum);
      }
    }
  }

  private static void check(boolean valid, String part) {
    ColumnBlock.check(valid, "packing's " + part);
  }
}

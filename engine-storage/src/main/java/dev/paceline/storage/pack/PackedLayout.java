package dev.paceline.storage.pack;

import dev.paceline.core.kernel.UnpackKernels;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The positions of the fields of a packed block; see the package description. */
final class PackedLayout {
  static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

  static final int ROW_BYTES = UnpackKernels.ROW_BYTES;

  /** The rows of a whole frame, whose lanes end with a whole word whatever their width is. */
  static final int FRAME_ROWS = 64;

  static final int FRAME_BYTES = FRAME_ROWS * ROW_BYTES;

  static final int LENGTH_OFFSET = 0;
  static final int SECTIONS_OFFSET = 4;
  static final int SECTION_TABLE_OFFSET = 8;
  static final int SECTION_ENTRY_BYTES = 8;

  /** Frames: what was taken from the lanes. */
  static final int LEAST = 0;

  static final int STEPS = 1;
  static final int LENGTHS = 2;

  /** Lanes of a group of {@link #LENGTHS}, and their bytes. */
  static final int GROUP_LANES = 64;

  private PackedLayout() {}

  /** Bytes that a frame takes when it is stored. */
  static int frameBytes(int rows, int width, int bits, int way) {
    return way == STEPS
        ? ROW_BYTES + UnpackKernels.packedBytes(rows - 1, width, bits)
        : UnpackKernels.packedBytes(rows, width, bits);
  }

  static long frames(long sectionBytes) {
    return Math.ceilDiv(sectionBytes, FRAME_BYTES);
  }

  /** Returns the position of the short numbers of frames. */
  static long frameTable(int sections) {
    return SECTION_TABLE_OFFSET + (long) SECTION_ENTRY_BYTES * sections;
  }

  static long bases(int sections, long frames) {
    return frameTable(sections) + Short.BYTES * frames + 7 & -8;
  }

  /** Returns the position of the sections. */
  static long data(int sections, long frames) {
    return bases(sections, frames) + Long.BYTES * frames + ROW_BYTES - 1 & -ROW_BYTES;
  }
}

package dev.paceline.storage.pack;

import static dev.paceline.storage.pack.PackedLayout.FRAME_BYTES;
import static dev.paceline.storage.pack.PackedLayout.FRAME_ROWS;
import static dev.paceline.storage.pack.PackedLayout.ROW_BYTES;

import dev.paceline.storage.block.ColumnBlock;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Packs column blocks. Holds scratch; one thread at a time. */
public final class BlockPacker {
  private static final int[] WIDTHS = {1, 2, 4, 8};

  /** One frame in this number of frames is looked at to choose the width of a section's lanes. */
  private static final int SAMPLE_STEP = 8;

  /** A section or a block that keeps more percent of its length stands as it is. */
  private static final int MAX_PERCENT = 95;

  /** The bytes by which files grow. */
  private static final long STORED_STEP = 4096;

  private final FramePacker packer = new FramePacker();

  /**
   * How a block is to be packed.
   *
   * @param sections where each starts, and the end
   * @param widths of the lanes of each section, 0 if it stands as it is
   * @param frames of all packed sections: bits and way
   * @param bytes when packed
   */
  public record Plan(long[] sections, int[] widths, short[] frames, long[] bases, long bytes) {
    private int sectionCount() {
      return widths.length;
    }

    private long sectionBytes(int section) {
      return sections[section + 1] - sections[section];
    }

    private long blockBytes() {
      return sections[widths.length];
    }

    /** Whether the block becomes shorter by enough. */
    public boolean pays() {
      return isShort(bytes, blockBytes())
          && Math.ceilDiv(bytes, STORED_STEP) < Math.ceilDiv(blockBytes(), STORED_STEP);
    }
  }

  private static boolean isShort(long packed, long plain) {
    return packed * 100 <= plain * MAX_PERCENT;
  }

  /** Finds the shortest way to pack a block. */
  public Plan plan(ColumnBlock block) {
    return plan(block.segment(), block.sections());
  }

  Plan plan(MemorySegment bytes, long[] sections) {
    int[] widths = new int[sections.length - 1];
    long frameCount = 0;
    for (int section = 0; section < widths.length; section++) {
      widths[section] = width(bytes, sections[section], sections[section + 1]);
      if (widths[section] != 0) {
        frameCount += PackedLayout.frames(sections[section + 1] - sections[section]);
      }
    }
    short[] frames = new short[(int) frameCount];
    long[] bases = new long[frames.length];
    long length = PackedLayout.data(widths.length, frameCount);
    int frame = 0;
    for (int section = 0; section < widths.length; section++) {
      long end = sections[section + 1];
      if (widths[section] == 0) {
        length += end - sections[section];
        continue;
      }
      for (long at = sections[section]; at < end; at += FRAME_BYTES) {
        packer.choose(bytes, at, rows(at, end), widths[section]);
        frames[frame] = packer.frame();
        bases[frame++] = packer.base();
        length += packer.bytes();
      }
    }
    return new Plan(sections, widths, frames, bases, length);
  }

  private static int rows(long at, long end) {
    return (int) Math.min(FRAME_ROWS, (end - at) / ROW_BYTES);
  }

  /** The lanes that a section packs best with; 0 if it had better stay as it is. */
  private int width(MemorySegment block, long start, long end) {
    long[] packed = new long[WIDTHS.length];
    long plain = 0;
    for (long at = start; at < end; at += (long) SAMPLE_STEP * FRAME_BYTES) {
      int rows = rows(at, end);
      plain += (long) rows * ROW_BYTES;
      for (int i = 0; i < WIDTHS.length; i++) {
        packer.choose(block, at, rows, WIDTHS[i]);
        packed[i] += packer.bytes();
      }
    }
    long least = Arrays.stream(packed).min().orElseThrow();
    for (int i = 0; i < WIDTHS.length; i++) {
      if (packed[i] == least && isShort(least, plain)) {
        return WIDTHS[i];
      }
    }
    return 0;
  }

  /**
   * Writes a packed block.
   *
   * @param bytes of the block that the plan is of
   * @param target native memory of {@code plan.bytes()}, at a multiple of 8
   */
  public void write(MemorySegment bytes, Plan plan, MemorySegment target) {
    int sections = plan.sectionCount();
    long data = PackedLayout.data(sections, plan.frames.length);
    target.asSlice(0, data).fill((byte) 0);
    target.set(PackedLayout.INT, PackedLayout.LENGTH_OFFSET, (int) plan.blockBytes());
    target.set(PackedLayout.INT, PackedLayout.SECTIONS_OFFSET, sections);
    for (int section = 0; section < sections; section++) {
      long entry = PackedLayout.frameTable(section);
      target.set(PackedLayout.INT, entry, (int) plan.sectionBytes(section));
      target.set(PackedLayout.INT, entry + Integer.BYTES, plan.widths[section]);
    }
    long frameTable = PackedLayout.frameTable(sections);
    long bases = PackedLayout.bases(sections, plan.frames.length);
    for (int i = 0; i < plan.frames.length; i++) {
      target.set(PackedLayout.SHORT, frameTable + ((long) i << 1), plan.frames[i]);
      target.set(PackedLayout.LONG, bases + ((long) i << 3), plan.bases[i]);
    }
    long to = data;
    int frame = 0;
    for (int section = 0; section < sections; section++) {
      long end = plan.sections[section + 1];
      if (plan.widths[section] == 0) {
        MemorySegment.copy(bytes, plan.sections[section], target, to, plan.sectionBytes(section));
        to += plan.sectionBytes(section);
        continue;
      }
      for (long at = plan.sections[section]; at < end; at += FRAME_BYTES) {
        packer.resume(
            bytes,
            at,
            rows(at, end),
            plan.widths[section],
            plan.frames[frame],
            plan.bases[frame++]);
        packer.pack(target, to);
        to += packer.bytes();
      }
    }
  }
}

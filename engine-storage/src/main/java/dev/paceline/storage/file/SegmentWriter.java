package dev.paceline.storage.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.file.SegmentFooter.BlockEntry;
import dev.paceline.storage.file.SegmentFooter.RowGroupEntry;
import dev.paceline.storage.pack.BlockPacker;
import dev.paceline.storage.table.rowgroup.EncodedRowGroup;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a segment file: row groups by any number of threads, then the footer. Does not own the
 * file.
 */
final class SegmentWriter {
  private final BlockStore file;
  private final int columnCount;

  @GuardedBy("this")
  private final List<RowGroupEntry> rowGroups = new ArrayList<>();

  @GuardedBy("this")
  private long end = SegmentLayout.HEADER_LENGTH;

  @GuardedBy("this")
  private int writing;

  @GuardedBy("this")
  private boolean sealed;

  /** A finished file, as the manifest names it. */
  record Sealed(long length, int footerChecksum) {}

  /**
   * @param index the name of the row group in this file
   */
  record Written(int index, RowGroupEntry entry) {}

  SegmentWriter(BlockStore file, int columnCount) {
    this.file = file;
    this.columnCount = columnCount;
  }

  /** Bytes so far. */
  synchronized long length() {
    return end;
  }

  /**
   * Writes the blocks of a row group; null if the file is sealed already.
   *
   * @throws PacelineException DISK_FULL, IO_ERROR; INTERNAL_ERROR if it has another number of
   *     columns than the row groups of this file
   */
  @Nullable Written append(EncodedRowGroup rowGroup) {
    if (rowGroup.blocks().size() != columnCount) {
      throw PacelineException.internal(
          "a row group of "
              + rowGroup.blocks().size()
              + " columns does not belong in "
              + file.name()
              + ", whose row groups have "
              + columnCount,
          null);
    }
    BlockPacker packer = new BlockPacker();
    List<BlockPacker.Plan> plans = new ArrayList<>();
    long longest = 0;
    for (ColumnBlock block : rowGroup.blocks()) {
      BlockPacker.Plan plan = packer.plan(block);
      plans.add(plan);
      longest = plan.pays() ? Math.max(longest, plan.bytes()) : longest;
    }
    MemorySegment scratch = rowGroup.memory().allocate(longest);
    long[] positions = new long[columnCount];
    synchronized (this) {
      if (sealed) {
        return null;
      }
      for (int column = 0; column < columnCount; column++) {
        positions[column] = SegmentLayout.alignUp(end);
        end = positions[column] + storedBytes(rowGroup, plans, column);
      }
      writing++;
    }
    try {
      List<BlockEntry> blocks = new ArrayList<>();
      for (int column = 0; column < columnCount; column++) {
        BlockPacker.Plan plan = plans.get(column);
        MemorySegment block = rowGroup.blocks().get(column).segment();
        MemorySegment bytes = block;
        if (plan.pays()) {
          bytes = scratch.asSlice(0, plan.bytes());
          packer.write(block, plan, bytes);
        }
        write(positions[column], bytes);
        blocks.add(
            new BlockEntry(
                positions[column],
                bytes.byteSize(),
                Checksum.of(bytes),
                rowGroup.summaries().get(column),
                SegmentLayout.VERSION));
      }
      RowGroupEntry entry = new RowGroupEntry(rowGroup.rowCount(), blocks);
      synchronized (this) {
        rowGroups.add(entry);
        return new Written(rowGroups.size() - 1, entry);
      }
    } finally {
      synchronized (this) {
        writing--;
        notifyAll();
      }
    }
  }

  private static long storedBytes(
      EncodedRowGroup rowGroup, List<BlockPacker.Plan> plans, int column) {
    BlockPacker.Plan plan = plans.get(column);
    return plan.pays() ? plan.bytes() : rowGroup.summaries().get(column).bytes();
  }

  /**
   * Waits for row groups that are being written, then writes header, footer and trailer, and makes
   * all of it durable. May be called again after a failure.
   */
  synchronized Sealed seal() {
    sealed = true;
    awaitWriters();
    byte[] header = new byte[SegmentLayout.HEADER_LENGTH];
    SegmentLayout.writeHeader(MemorySegment.ofArray(header));
    write(0, MemorySegment.ofArray(header));
    byte[] footer = new SegmentFooter(columnCount, rowGroups).encode();
    write(end, MemorySegment.ofArray(footer));
    MemorySegment trailer = MemorySegment.ofArray(new byte[SegmentLayout.TRAILER_LENGTH]);
    SegmentLayout.writeTrailer(trailer, end, footer);
    write(end + footer.length, trailer);
    try {
      file.sync();
    } catch (IOException e) {
      throw FileFailure.of(e, "sync", file.name());
    }
    return new Sealed(end + footer.length + SegmentLayout.TRAILER_LENGTH, Checksum.of(footer));
  }

  @GuardedBy("this")
  private void awaitWriters() {
    boolean interrupted = false;
    while (writing > 0) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(long position, MemorySegment bytes) {
    try {
      file.write(position, bytes);
    } catch (IOException e) {
      throw FileFailure.of(e, "write", file.name());
    }
  }
}

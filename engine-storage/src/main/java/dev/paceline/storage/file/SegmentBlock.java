package dev.paceline.storage.file;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.block.MillisBlock;
import dev.paceline.storage.buffer.StoredBlock;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.encoding.OldIntervals;
import dev.paceline.storage.file.SegmentFooter.BlockEntry;
import dev.paceline.storage.pack.PackedBlock;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A column block in a segment file. Safe for all threads. */
final class SegmentBlock implements StoredBlock {
  private final BlockStore file;
  private final BlockEntry entry;
  private final ColumnDefinition column;

  /** The packed form, which is used if the block is packed. */
  private final PackedBlock packed;

  SegmentBlock(BlockStore file, BlockEntry entry, ColumnDefinition column) {
    this.file = file;
    this.entry = entry;
    this.column = column;
    this.packed = new PackedBlock(entry.storedBytes(), entry.summary().bytes());
  }

  @Override
  public long bytes() {
    long bytes =
        Math.max(entry.isPacked() ? packed.frameBytes() : entry.summary().bytes(), encodedBytes());
    long unread = SegmentLayout.alignUp(entry.storedBytes()) - entry.storedBytes();
    return entry.storedBytes() < DirectFileBlockStore.LONG_BYTES ? bytes : bytes + unread;
  }

  @Override
  public long encodedBytes() {
    return entry.summary(column.type()).bytes();
  }

  @Override
  public long storedBytes() {
    return entry.storedBytes();
  }

  /** Returns the part of the frame that the stored form is read into. */
  private MemorySegment stored(MemorySegment frame) {
    return frame.asSlice(entry.isPacked() ? packed.position() : 0, entry.storedBytes());
  }

  @Override
  public void read(MemorySegment frame) {
    long from = entry.isPacked() ? packed.position() : 0;
    try {
      // All that the frame has room for, so that a direct read can end with a sector.
      file.read(entry.position(), frame.asSlice(from), entry.storedBytes());
    } catch (IOException e) {
      throw FileFailure.of(e, "read", toString());
    }
  }

  @Override
  public boolean liesBefore(StoredBlock next) {
    if (!(next instanceof SegmentBlock other) || !other.file.equals(file)) {
      return false;
    }
    long gap = other.entry.position() - entry.position() - entry.storedBytes();
    return gap >= 0 && gap < SegmentLayout.BLOCK_ALIGNMENT;
  }

  @Override
  public void readTogether(List<StoredBlock> blocks, List<MemorySegment> frames) {
    long[] positions = new long[blocks.size()];
    MemorySegment[] stored = new MemorySegment[positions.length];
    for (int i = 0; i < positions.length; i++) {
      SegmentBlock block = (SegmentBlock) blocks.get(i);
      positions[i] = block.entry.position();
      stored[i] = block.stored(frames.get(i));
    }
    try {
      file.read(positions, stored);
    } catch (IOException e) {
      throw FileFailure.of(e, "read", "the blocks from " + this);
    }
  }

  @Override
  public EncodedColumn open(MemorySegment frame) {
    int checksum = Checksum.of(stored(frame));
    if (checksum != entry.checksum()) {
      throw FileFailure.checksum(
          file.name(), entry.position(), description(), entry.checksum(), checksum);
    }
    EncodedColumn content;
    try {
      if (entry.isPacked()) {
        packed.unpack(frame);
      }
      MemorySegment block = frame.asSlice(0, entry.summary().bytes());
      boolean oldIntervals = entry.hasOldIntervals(column.type());
      if (entry.isInMillis(column.type()) && !(oldIntervals && OldIntervals.areMonths(block))) {
        MillisBlock.toMicros(block);
      }
      if (oldIntervals && column.type().isNested()) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "an earlier version wrote intervals inside of lists, structs or maps, which Paceline no"
                + " longer reads; export the table with that version");
      }
      content =
          oldIntervals
              ? OldIntervals.convert(frame, entry.summary().bytes(), entry.summary(column.type()))
              : EncodedColumn.open(block);
    } catch (PacelineException e) {
      throw e.code() == ErrorCode.CORRUPT_DATA
          ? corrupt(e.getMessage())
          : new PacelineException(e.code(), this + ": " + e.getMessage(), e);
    }
    if (!content.type().equals(column.storedType())) {
      throw corrupt("it holds " + content.type() + " instead of " + column.storedType());
    }
    return content;
  }

  private PacelineException corrupt(String what) {
    return FileFailure.corrupt(file.name(), entry.position(), description() + ": " + what);
  }

  private String description() {
    return "the block of column " + column.name();
  }

  @Override
  public String toString() {
    return description() + " at byte " + entry.position() + " of " + file.name();
  }
}

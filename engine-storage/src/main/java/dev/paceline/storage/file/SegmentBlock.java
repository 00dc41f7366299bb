package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.file.SegmentFooter.BlockEntry;
import dev.paceline.storage.pack.PackedBlock;
import dev.paceline.storage.scan.StoredBlock;
import dev.paceline.storage.table.ColumnDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** A column block in a segment file. Safe for all threads. */
final class SegmentBlock implements StoredBlock {
  private final BlockStore file;
  private final BlockEntry entry;
  private final ColumnDefinition column;

  /** Of use if the block is packed. */
  private final PackedBlock packed;

  SegmentBlock(BlockStore file, BlockEntry entry, ColumnDefinition column) {
    this.file = file;
    this.entry = entry;
    this.column = column;
    this.packed = new PackedBlock(entry.storedBytes(), entry.summary().bytes());
  }

  @Override
  public long bytes() {
    return entry.isPacked() ? packed.frameBytes() : entry.summary().bytes();
  }

  @Override
  public long encodedBytes() {
    return entry.summary().bytes();
  }

  @Override
  public long storedBytes() {
    return entry.storedBytes();
  }

  @Override
  public EncodedColumn load(MemorySegment frame) {
    MemorySegment bytes =
        frame.asSlice(entry.isPacked() ? packed.position() : 0, entry.storedBytes());
    try {
      file.read(entry.position(), bytes);
    } catch (IOException e) {
      throw FileFailure.of(e, "read", toString());
    }
    int checksum = Checksum.of(bytes);
    if (checksum != entry.checksum()) {
      throw FileFailure.checksum(
          file.name(), entry.position(), description(), entry.checksum(), checksum);
    }
    EncodedColumn content;
    try {
      if (entry.isPacked()) {
        packed.unpack(frame);
      }
      content = EncodedColumn.open(frame.asSlice(0, entry.summary().bytes()));
    } catch (PacelineException e) {
      throw corrupt(e.getMessage());
    }
    if (!content.type().equals(column.type())) {
      throw corrupt("it holds " + content.type() + " instead of " + column.type());
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

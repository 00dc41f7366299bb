package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.encoding.EncodedColumn;
import dev.paceline.storage.file.SegmentFooter.BlockEntry;
import dev.paceline.storage.scan.StoredBlock;
import dev.paceline.storage.table.ColumnDefinition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** A column block in a segment file. Safe for all threads. */
final class SegmentBlock implements StoredBlock {
  private final BlockStore file;
  private final BlockEntry entry;
  private final ColumnDefinition column;

  SegmentBlock(BlockStore file, BlockEntry entry, ColumnDefinition column) {
    this.file = file;
    this.entry = entry;
    this.column = column;
  }

  @Override
  public long bytes() {
    return entry.summary().bytes();
  }

  @Override
  public EncodedColumn load(MemorySegment frame) {
    MemorySegment bytes = frame.asSlice(0, bytes());
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
      content = EncodedColumn.open(frame);
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

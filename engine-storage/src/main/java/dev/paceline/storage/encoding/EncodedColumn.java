package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.storage.block.ColumnBlock;
import java.lang.foreign.MemorySegment;

/** A parsed block: reads and filters rows. Immutable and safe for all threads. */
public abstract class EncodedColumn extends ValueColumn {
  protected final ColumnBlock block;
  protected final MemorySegment segment;

  protected EncodedColumn(ColumnBlock block) {
    super(
        block.type(),
        block.statistics(),
        block.nullsOffset() != 0,
        block.segment(),
        block.nullsOffset());
    this.block = block;
    this.segment = block.segment();
  }

  /**
   * Parses a block and checks everything that reading relies on.
   *
   * @param memory native, starts with the block at a multiple of 8 bytes
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  public static EncodedColumn open(MemorySegment memory) {
    return EncodingChooser.open(ColumnBlock.of(memory));
  }

  public final ColumnBlock block() {
    return block;
  }

  /**
   * Copies selected lanes into the scratch of a vector.
   *
   * @param offset of the first lane of the window
   */
  final MemorySegment selectLanes(long offset, int width, Selection selection, ColumnVector out) {
    return selectLanes(segment, offset, width, selection, out);
  }
}

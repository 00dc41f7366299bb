package dev.paceline.storage.encoding;

import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import org.jspecify.annotations.Nullable;

/** One way to lay values out as codes. Stateless but for scratch: one thread at a time encodes. */
interface Encoding {
  /** The number of this encoding in block headers; never renumbered. */
  byte id();

  /**
   * How these values would be written.
   *
   * @return null if the encoding cannot hold them, or would not pay
   */
  @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile);

  /**
   * How many times the length of a block counts when encodings compete: 1 where vectors read the
   * codes in place, more where reading is work.
   */
  default double cost() {
    return 1;
  }

  /**
   * Parses a block that was written by this encoding.
   *
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  EncodedColumn open(ColumnBlock block);
}

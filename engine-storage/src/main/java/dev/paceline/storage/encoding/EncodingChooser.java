package dev.paceline.storage.encoding;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnProfiler;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how each column of a row group is laid out: the block wins whose length, times what it
 * costs to read, is least, and at equality the encoding that comes first. Holds scratch of one
 * column; one thread at a time.
 */
public final class EncodingChooser {
  /** All encodings, in the order of preference. */
  private static final List<Encoding> ENCODINGS =
      List.of(
          new ConstantEncoding(),
          new FrameOfReferenceEncoding(),
          new BooleanEncoding(),
          new StringDictionaryEncoding(),
          new RunLengthEncoding(),
          new NumberDictionaryEncoding(),
          new PlainNumberEncoding(),
          new PlainStringEncoding());

  private static final int MOST_IDS = 16;

  private static final @Nullable Encoding[] BY_ID = byId(withCompression());

  private final ColumnProfiler profiler = new ColumnProfiler();
  private final List<Encoding> encodings;

  /**
   * @param compress whether text may be compressed, which makes it shorter by half but slower to
   *     read: right where it is read from a file, not where it stays in memory
   */
  public EncodingChooser(boolean compress) {
    encodings = compress ? withCompression() : ENCODINGS;
  }

  /** Refuses two encodings of one id, since blocks of one would be read as the other's. */
  static @Nullable Encoding[] byId(List<Encoding> encodings) {
    @Nullable Encoding[] byId = new @Nullable Encoding[MOST_IDS];
    for (Encoding encoding : encodings) {
      Encoding other = byId[encoding.id()];
      if (other != null) {
        throw new IllegalStateException(
            encoding + " and " + other + " have the same id " + encoding.id());
      }
      byId[encoding.id()] = encoding;
    }
    return byId;
  }

  private static List<Encoding> withCompression() {
    return Stream.concat(ENCODINGS.stream(), Stream.of(new CompressedTextEncoding())).toList();
  }

  /**
   * A block whose encoding is chosen and that is not written yet.
   *
   * @param summary the statistics of its values, and its length
   * @param plan writes it
   */
  public record Choice(BlockSummary summary, BlockPlan plan) {
    /** Returns the length of the block in bytes. */
    public long bytes() {
      return summary.bytes();
    }

    /**
     * Writes the block and parses its header.
     *
     * @param block native memory of {@link #bytes}, at a multiple of 64
     */
    public ColumnBlock write(MemorySegment block) {
      plan.write(block);
      return ColumnBlock.of(block);
    }
  }

  /** The choice is valid until this chooser makes the next one, or the values change. */
  public Choice choose(ColumnValues values) {
    ColumnProfile profile = profiler.profile(values);
    BlockPlan best = null;
    double least = Double.POSITIVE_INFINITY;
    for (Encoding encoding : encodings) {
      BlockPlan plan = encoding.plan(values, profile);
      if (plan != null && plan.length() * encoding.cost() < least) {
        best = plan;
        least = plan.length() * encoding.cost();
      }
    }
    if (best == null) {
      throw PacelineException.internal("no encoding takes a column of " + values.type(), null);
    }
    return new Choice(
        new BlockSummary(best.length(), profile.statistics(), profile.sketch()), best);
  }

  static EncodedColumn open(ColumnBlock block) {
    int id = block.encoding();
    @Nullable Encoding encoding = id >= 0 && id < BY_ID.length ? BY_ID[id] : null;
    ColumnBlock.check(encoding != null, "encoding");
    return java.util.Objects.requireNonNull(encoding).open(block);
  }
}

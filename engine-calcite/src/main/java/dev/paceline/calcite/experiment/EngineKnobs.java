package dev.paceline.calcite.experiment;

import dev.paceline.core.exec.QueryContext;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Options of an engine or a session that only tests and benchmarks change. No URL and no statement
 * reaches them: answers do not depend on them, and the defaults are best for users. A program that
 * has this class opens a connection with {@code DriverManager.getConnection(url,
 * knobs.properties())}.
 *
 * @param batchRows the largest number of rows of a batch, from 1 to 2048
 * @param hashBits the bits of hashes that operators use, from 0 to 64; with 0 all keys collide
 * @param rowGroupRows the largest number of rows of a row group that is written
 * @param readLatency the time by which each random read takes longer
 * @param experiment the techniques and the join order of the session's queries
 */
public record EngineKnobs(
    int batchRows, int hashBits, int rowGroupRows, Duration readLatency, Experiment experiment) {
  /** The knobs of the product. */
  public static final EngineKnobs DEFAULT =
      new EngineKnobs(
          QueryContext.DEFAULT_BATCH_ROWS,
          Long.SIZE,
          RowGroup.MAX_ROWS,
          Duration.ZERO,
          Experiment.NONE);

  public EngineKnobs {
    check("batchRows", batchRows, 1, QueryContext.DEFAULT_BATCH_ROWS);
    check("hashBits", hashBits, 0, Long.SIZE);
    check("rowGroupRows", rowGroupRows, 1, RowGroup.MAX_ROWS);
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is a number from " + min + " to " + max + ", not '" + value + "'");
    }
  }

  /** Returns the knobs that properties carry. */
  public static EngineKnobs of(@Nullable Properties properties) {
    return properties != null && properties.get(EngineKnobs.class) instanceof EngineKnobs knobs
        ? knobs
        : DEFAULT;
  }

  /** Returns properties that carry these knobs; they have no text, so that no user writes them. */
  public Properties properties() {
    Properties properties = new Properties();
    properties.put(EngineKnobs.class, this);
    return properties;
  }

  /** Returns a mask of the hash bits that operators use. */
  public long hashMask() {
    return hashBits == 0 ? 0 : QueryContext.ALL_BITS >>> Long.SIZE - hashBits;
  }

  /** Returns a copy with smaller batches. */
  public EngineKnobs withBatchRows(int rows) {
    return new EngineKnobs(rows, hashBits, rowGroupRows, readLatency, experiment);
  }

  /** Returns a copy with fewer bits of hashes. */
  public EngineKnobs withHashBits(int bits) {
    return new EngineKnobs(batchRows, bits, rowGroupRows, readLatency, experiment);
  }

  /** Returns a copy with smaller row groups. */
  public EngineKnobs withRowGroupRows(int rows) {
    return new EngineKnobs(batchRows, hashBits, rows, readLatency, experiment);
  }

  /** Returns a copy with slower reads. */
  public EngineKnobs withReadLatency(Duration latency) {
    return new EngineKnobs(batchRows, hashBits, rowGroupRows, latency, experiment);
  }

  /** Returns a copy with another experiment. */
  public EngineKnobs withExperiment(Experiment other) {
    return new EngineKnobs(batchRows, hashBits, rowGroupRows, readLatency, other);
  }
}

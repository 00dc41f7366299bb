package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.NumberSource;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A sequence of a database. Values are reserved durably before the first of them is given, so that
 * no value is given twice, not even after a crash; the values that were reserved and not given are
 * then left out. Any thread may use it.
 */
public final class Sequence implements NumberSource {
  /** The number of values that are reserved first; each further reservation is twice as large. */
  private static final long FIRST_RESERVATION = 32;

  private static final long LARGEST_RESERVATION = 1 << 20;

  private final Database database;
  private final SequenceDefinition definition;

  @GuardedBy("this")
  private SequencePosition position;

  /** How many values from the position on are reserved. */
  @GuardedBy("this")
  private long reserved;

  /** Null before the first value since the database was opened. */
  @GuardedBy("this")
  private @Nullable Long last;

  @GuardedBy("this")
  private long nextReservation = FIRST_RESERVATION;

  Sequence(Database database, SequenceDefinition definition, SequencePosition position) {
    this.database = database;
    this.definition = definition;
    this.position = position;
  }

  public Database database() {
    return database;
  }

  public SequenceDefinition definition() {
    return definition;
  }

  /** Returns the position behind all values that were given. */
  public synchronized SequencePosition position() {
    return position;
  }

  /**
   * Cancels the reservation of values that were not given.
   *
   * @return the position from which the sequence continues; null if no values are reserved
   */
  synchronized @Nullable SequencePosition giveBack() {
    if (reserved == 0) {
      return null;
    }
    reserved = 0;
    return position;
  }

  @Override
  public synchronized long last() {
    if (last == null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "sequence " + this + " has given no value since the database was opened; call nextval");
    }
    return last;
  }

  @Override
  public void next(MemorySegment lanes, int count) {
    int done = 0;
    while (done < count) {
      done += take(lanes, done, count);
      if (done < count) {
        database.reserve(this, count - done);
      }
    }
  }

  /** Writes values that are reserved, and returns their number. */
  private synchronized int take(MemorySegment lanes, int from, int to) {
    int row = from;
    while (row < to && reserved > 0) {
      long run = Math.min(Math.min(to - row, reserved), position.remaining(definition));
      long value = position.next();
      for (long i = 0; i < run; i++) {
        lanes.setAtIndex(ValueLayout.JAVA_LONG, row + i, value + i * definition.increment());
      }
      last = value + (run - 1) * definition.increment();
      position = position.after(run, definition);
      reserved -= run;
      row += (int) run;
    }
    return row - from;
  }

  /**
   * Reserves values. The caller holds the lock of commits.
   *
   * @param wanted at least 1
   * @param commit makes the position behind them durable
   * @throws PacelineException SEQUENCE_LIMIT if there are fewer
   */
  void reserve(long wanted, Consumer<SequencePosition> commit) {
    long ahead;
    SequencePosition end;
    synchronized (this) {
      if (reserved >= wanted) {
        return;
      }
      ahead = Math.max(wanted, nextReservation);
      nextReservation = Math.min(2 * nextReservation, LARGEST_RESERVATION);
      long skipped = reserved;
      end = position;
      long added = 0;
      while (added < ahead + skipped && !end.ended()) {
        long run = Math.min(ahead + skipped - added, end.remaining(definition));
        end = end.after(run, definition);
        added += run;
      }
      ahead = added - skipped;
      if (added == 0) {
        throw exhausted();
      }
    }
    if (ahead > 0) {
      commit.accept(end);
      synchronized (this) {
        reserved += ahead;
      }
    }
  }

  private PacelineException exhausted() {
    boolean ascending = definition.increment() > 0;
    return new PacelineException(
        ErrorCode.SEQUENCE_LIMIT,
        "sequence "
            + this
            + " has reached its "
            + (ascending ? "maximum " : "minimum ")
            + (ascending ? definition.maximum() : definition.minimum())
            + "; create it anew with another limit, or with CYCLE");
  }

  /** The name with its schema. */
  @Override
  public String toString() {
    return definition.schema() + "." + definition.name();
  }
}

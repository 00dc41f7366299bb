package dev.paceline.core.column;

import org.jspecify.annotations.Nullable;

/**
 * Decides when to compute something for all entries of a dictionary, whose rows then only look the
 * results up by code. It remembers the dictionary that was last seen. One thread uses it.
 */
public final class DictionaryUse {
  /** A batch with at least this many rows counts as nearly full. */
  private static final int MANY_ROWS = 1024;

  /**
   * The number of rows expected in all, as a multiple of those seen, if batches are nearly full.
   */
  private static final int MORE_ROWS = 8;

  private @Nullable Dictionary current;
  private boolean computed;
  private long rowsSeen;

  /**
   * Returns whether to use the results of all entries for a batch. In general that pays once as
   * many rows were computed as there are entries. It pays earlier if a batch is nearly full: hardly
   * any row is then filtered out, and many more rows of the dictionary will follow. Rows also take
   * longer than entries, because they access the entries in random order.
   *
   * @param rows of the batch
   */
  public boolean pays(Dictionary dictionary, int rows) {
    if (!dictionary.equals(current)) {
      current = dictionary;
      computed = false;
      rowsSeen = 0;
    }
    rowsSeen += rows;
    long enough = rows < MANY_ROWS ? dictionary.size() : dictionary.size() / MORE_ROWS;
    return computed || rowsSeen >= enough;
  }

  /** Returns whether the entries of the current dictionary have been computed. */
  public boolean isComputed() {
    return computed;
  }

  /** Remembers that the entries of the current dictionary have been computed. */
  public void setComputed() {
    computed = true;
  }
}

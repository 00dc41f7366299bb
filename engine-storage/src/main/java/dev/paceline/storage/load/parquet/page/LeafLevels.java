package dev.paceline.storage.load.parquet.page;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/**
 * The levels of the wanted rows of a column within lists and structs (Melnik et al., 2010): for
 * each entry, at which depth it repeats, and down to which depth it is defined. Filled by a {@link
 * ColumnDecoder}, by one thread.
 */
public final class LeafLevels {
  private final int maxDefinition;
  private final int maxRepetition;
  private MemorySegment definitions = MemorySegment.NULL;
  private MemorySegment repetitions = MemorySegment.NULL;
  private int count;

  /**
   * @param maxDefinition the level of entries that have a value
   * @param maxRepetition the level of entries that belong to the same innermost list as those
   *     before
   */
  public LeafLevels(int maxDefinition, int maxRepetition) {
    this.maxDefinition = maxDefinition;
    this.maxRepetition = maxRepetition;
  }

  public int maxDefinition() {
    return maxDefinition;
  }

  public int maxRepetition() {
    return maxRepetition;
  }

  /** Makes room for entries. */
  void begin(int capacity, MemoryScope memory) {
    definitions = memory.allocate(capacity);
    repetitions = memory.allocate(capacity);
  }

  void add(int repetition, int definition) {
    repetitions.set(JAVA_BYTE, count, (byte) repetition);
    definitions.set(JAVA_BYTE, count, (byte) definition);
    count++;
  }

  /** Returns the number of entries. */
  public int count() {
    return count;
  }

  public int definition(int entry) {
    return definitions.get(JAVA_BYTE, entry);
  }

  public int repetition(int entry) {
    return repetitions.get(JAVA_BYTE, entry);
  }
}

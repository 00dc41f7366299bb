package dev.paceline.storage.load.parquet.write;

import java.util.Arrays;

/**
 * The entries of a node of a nested column: for each, at which depth it repeats, down to which
 * depth it is defined so far, and whether there is a value at all. Not thread-safe.
 */
final class EntryLevels {
  private byte[] repetitions = new byte[64];
  private byte[] definitions = new byte[64];
  private boolean[] live = new boolean[64];
  private int count;

  void clear() {
    count = 0;
  }

  /**
   * Adds an entry.
   *
   * @param isLive false if a list around it is empty or something around it is NULL
   */
  void add(int repetition, int definition, boolean isLive) {
    if (count == live.length) {
      repetitions = Arrays.copyOf(repetitions, 2 * count);
      definitions = Arrays.copyOf(definitions, 2 * count);
      live = Arrays.copyOf(live, 2 * count);
    }
    repetitions[count] = (byte) repetition;
    definitions[count] = (byte) definition;
    live[count++] = isLive;
  }

  int count() {
    return count;
  }

  int repetition(int entry) {
    return repetitions[entry];
  }

  int definition(int entry) {
    return definitions[entry];
  }

  boolean isLive(int entry) {
    return live[entry];
  }
}

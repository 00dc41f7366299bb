package dev.paceline.storage.table.definition;

/**
 * The position of a sequence.
 *
 * @param next the value that comes next
 * @param ended whether no value comes any more, so that {@code next} does not count
 */
public record SequencePosition(long next, boolean ended) {
  /** Returns the position of a sequence that has given no value. */
  public static SequencePosition before(SequenceDefinition sequence) {
    return new SequencePosition(sequence.start(), false);
  }

  /**
   * Returns how many values follow from here on, by the increment and before a cycle begins again.
   */
  public long remaining(SequenceDefinition sequence) {
    if (ended) {
      return 0;
    }
    long distance =
        sequence.increment() > 0 ? sequence.maximum() - next : next - sequence.minimum();
    long steps = Long.divideUnsigned(distance, Math.abs(sequence.increment()));
    return steps < 0 || steps == Long.MAX_VALUE ? Long.MAX_VALUE : steps + 1;
  }

  /**
   * Returns the position behind some values.
   *
   * @param count at most {@link #remaining}
   */
  public SequencePosition after(long count, SequenceDefinition sequence) {
    if (count < remaining(sequence)) {
      return new SequencePosition(next + count * sequence.increment(), false);
    }
    return sequence.cycles()
        ? new SequencePosition(sequence.restart(), false)
        : new SequencePosition(next, true);
  }
}

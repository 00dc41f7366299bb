package dev.paceline.core.operator.window;

/**
 * Holds the positions of the partition, or of the group of peers, that each row of a batch is in.
 * One worker uses it.
 */
final class Spans {
  private final RankedBits starts;
  private final int[] first;
  private final int[] end;
  private int from = -1;

  /**
   * @param capacity the most rows of a batch
   */
  Spans(RankedBits starts, int capacity) {
    this.starts = starts;
    this.first = new int[capacity];
    this.end = new int[capacity];
  }

  /** Looks at other rows. */
  void move(int position, int count) {
    if (position == from) {
      return;
    }
    from = position;
    int low = starts.floor(position);
    int high = starts.higher(position);
    for (int i = 0; i < count; i++) {
      if (position + i == high) {
        low = high;
        high = starts.higher(high);
      }
      first[i] = low;
      end[i] = high;
    }
  }

  RankedBits starts() {
    return starts;
  }

  /** The first position, by row of the batch. */
  int[] first() {
    return first;
  }

  /** The position behind the last one, by row of the batch. */
  int[] end() {
    return end;
  }
}

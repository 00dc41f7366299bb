package dev.paceline.benchmarks.variants;

import dev.paceline.datasets.GeneratedTable;
import dev.paceline.datasets.GeneratedTable.Rows;
import dev.paceline.datasets.RowSink;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The rows of a table in random order, without holding all of them: each comes from a random one of
 * many equal parts of the table, and waits a random time in a buffer.
 */
final class ShuffledRows implements Rows {
  private static final int BUFFER_ROWS = 4096;
  private static final int MAX_PARTS = 1024;

  private final SplittableRandom random;
  private final List<Rows> parts = new ArrayList<>();
  private final List<BufferedRow> buffer = new ArrayList<>();

  ShuffledRows(GeneratedTable table, double scaleFactor, SplittableRandom random) {
    this.random = random;
    int count = Math.clamp(table.expectedRows(scaleFactor) / BUFFER_ROWS, 1, MAX_PARTS);
    for (int part = 1; part <= count; part++) {
      parts.add(table.rows(scaleFactor, part, count));
    }
    BufferedRow row = new BufferedRow(table.definition());
    while (buffer.size() < BUFFER_ROWS && read(row)) {
      buffer.add(row);
      row = new BufferedRow(table.definition());
    }
  }

  @Override
  public boolean next(RowSink sink) {
    if (buffer.isEmpty()) {
      return false;
    }
    int index = random.nextInt(buffer.size());
    BufferedRow row = buffer.get(index);
    row.writeTo(sink);
    if (!read(row)) {
      BufferedRow last = buffer.removeLast();
      if (index < buffer.size()) {
        buffer.set(index, last);
      }
    }
    return true;
  }

  private boolean read(BufferedRow row) {
    while (!parts.isEmpty()) {
      int index = random.nextInt(parts.size());
      if (parts.get(index).next(row)) {
        return true;
      }
      parts.remove(index);
    }
    return false;
  }
}

package dev.paceline.core.operator.join.hash;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The right rows of the strings of a dictionary. A join by one string looks each string of a
 * dictionary up once, and then only copies the results by code. One worker uses it.
 */
final class DictionaryRows {
  /** Larger dictionaries are not worth it: their results outgrow the cache. */
  private static final int MAX_SIZE = 1 << 16;

  /** The number of rows that a dictionary is expected to have, as a multiple of those seen. */
  private static final int MORE_ROWS = 8;

  private final JoinTable.Finder finder;
  private final MemoryScope memory;
  private final int capacity;
  private final ColumnVector[] entries;
  private MemorySegment rowOfCode = MemorySegment.NULL;
  private @Nullable Dictionary current;
  private boolean known;
  private long rowsSeen;

  /**
   * @param finder of keys of one column
   */
  DictionaryRows(JoinTable.Finder finder, WorkerContext context) {
    this.finder = finder;
    this.memory = context.memory();
    this.capacity = context.batchRows();
    this.entries = new ColumnVector[1];
  }

  /**
   * Finds the first right row of each key, or -1.
   *
   * @return false, and nothing is found, if the keys are to be looked up row by row
   */
  boolean find(ColumnVector keys, int count, MemorySegment rows) {
    if (keys.form() != Form.DICTIONARY
        || keys.mayHaveNulls()
        || keys.dictionary().size() > MAX_SIZE) {
      return false;
    }
    Dictionary dictionary = keys.dictionary();
    if (!dictionary.equals(current)) {
      current = dictionary;
      known = false;
      rowsSeen = 0;
    }
    rowsSeen += count;
    if (!known) {
      if (MORE_ROWS * rowsSeen < dictionary.size()) {
        return false;
      }
      findEntries(keys, dictionary);
      known = true;
    }
    copy(keys, count, rows);
    return true;
  }

  private void findEntries(ColumnVector keys, Dictionary dictionary) {
    int size = dictionary.size();
    if (rowOfCode.byteSize() < 4L * size) {
      rowOfCode = memory.allocateScratch(2 * 4L * size);
    }
    ColumnVector some = new ColumnVector(keys.type());
    entries[0] = some;
    for (int first = 0; first < size; first += capacity) {
      some.setViews(dictionary.views(), dictionary.viewsOffset() + 8L * first, dictionary.heap());
      int more = Math.min(capacity, size - first);
      finder.find(entries, more, rowOfCode.asSlice(4L * first, 4L * more));
    }
  }

  private void copy(ColumnVector keys, int count, MemorySegment rows) {
    MemorySegment codes = keys.data();
    long offset = keys.offset();
    switch (keys.width()) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          set(rows, i, codes.get(JAVA_BYTE, offset + i) & 0xff);
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          set(rows, i, codes.get(JAVA_SHORT_UNALIGNED, offset + 2L * i) & 0xffff);
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          set(rows, i, codes.get(JAVA_INT_UNALIGNED, offset + 4L * i));
        }
      }
    }
  }

  private void set(MemorySegment rows, int i, int code) {
    rows.set(JAVA_INT, (long) i << 2, rowOfCode.get(JAVA_INT, (long) code << 2));
  }
}

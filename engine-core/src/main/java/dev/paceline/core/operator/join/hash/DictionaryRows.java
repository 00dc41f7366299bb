package dev.paceline.core.operator.join.hash;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.column.DictionaryUse;
import dev.paceline.core.column.Form;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;

/**
 * The right rows of the strings of a dictionary. A join by one string looks each string of a
 * dictionary up once, and then only copies the results by code. One worker uses it.
 */
final class DictionaryRows {
  /** Larger dictionaries are not worth it: their results outgrow the cache. */
  private static final int MAX_SIZE = 1 << 16;

  private final JoinTable.Finder finder;
  private final MemoryScope memory;
  private final int capacity;
  private final ColumnVector[] entries = new ColumnVector[1];
  private MemorySegment rowOfCode = MemorySegment.NULL;
  private final DictionaryUse use = new DictionaryUse();

  /**
   * @param finder of keys of one column
   */
  DictionaryRows(JoinTable.Finder finder, WorkerContext context) {
    this.finder = finder;
    this.memory = context.memory();
    this.capacity = context.batchRows();
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
    if (!use.pays(keys.dictionary(), count)) {
      return false;
    }
    if (!use.isComputed()) {
      findEntries(keys, keys.dictionary());
      use.setComputed();
    }
    int[] codes = DictionaryCodes.of(keys, count);
    for (int i = 0; i < count; i++) {
      rows.set(JAVA_INT, (long) i << 2, rowOfCode.get(JAVA_INT, (long) codes[i] << 2));
    }
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
}

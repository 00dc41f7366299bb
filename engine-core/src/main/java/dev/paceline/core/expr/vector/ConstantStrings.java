package dev.paceline.core.expr.vector;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dictionary of a few constant strings. It stays the same object while the strings do, so that
 * operators can keep what they know of it from batch to batch. One worker uses it.
 */
final class ConstantStrings {
  private final ColumnVector owner;
  private final MemoryScope memory;
  private @Nullable MemorySegment views;
  private @Nullable Dictionary known;

  /**
   * @param owner in whose heap scratch the strings are kept
   * @param memory for the views
   */
  ConstantStrings(ColumnVector owner, MemoryScope memory) {
    this.owner = owner;
    this.memory = memory;
  }

  /** Tells that the heap scratch has been used for something else. */
  void forget() {
    known = null;
  }

  /**
   * Returns a dictionary with an entry for each constant, in their order; equal ones have several.
   *
   * @param constants CONSTANT vectors of strings; the entry of NULL is empty
   */
  Dictionary dictionary(List<ColumnVector> constants) {
    Dictionary before = known;
    if (before != null && before.size() == constants.size() && equal(before, constants)) {
      return before;
    }
    MemorySegment target = views;
    if (target == null || target.byteSize() < 8L * constants.size()) {
      target = memory.allocate(8L * constants.size());
      views = target;
    }
    TextWriter writer = new TextWriter(owner);
    for (int i = 0; i < constants.size(); i++) {
      ColumnVector constant = constants.get(i);
      if (!constant.isConstantNull()) {
        writer.append(constant.heap(), constant.constantLong());
      }
      target.set(JAVA_LONG, (long) i << 3, writer.finish());
    }
    Dictionary made = new Dictionary(constants.size(), target, 0, writer.heap(), false);
    known = made;
    return made;
  }

  private static boolean equal(Dictionary entries, List<ColumnVector> constants) {
    for (int i = 0; i < constants.size(); i++) {
      ColumnVector constant = constants.get(i);
      boolean equal =
          constant.isConstantNull()
              ? StringView.length(entries.view(i)) == 0
              : StringView.equal(
                  entries.heap(), entries.view(i), constant.heap(), constant.constantLong());
      if (!equal) {
        return false;
      }
    }
    return true;
  }
}

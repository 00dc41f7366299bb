package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.AggregateKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One byte string for each group: the smallest, the largest, the first or the last one. The state
 * owns the bytes, and frees those of replaced strings when they are more than half. Each group also
 * has the first bytes of its string as a number, which decides nearly all comparisons.
 */
final class BytesState extends State {
  private static final long ABSENT = -1;
  private static final int BYTES = 16;
  private static final int PREFIX = 8;

  private final LongState.Operation operation;
  private final long[] extremes = new long[2];
  private final @Nullable SeenCodes[] seen = new SeenCodes[GroupNumbers.MAX_MASKS];
  private MemorySegment heap;
  private long heapUsed;
  private long heapLive;

  /** The codes of a dictionary whose strings a group has met. */
  private static final class SeenCodes {
    /** Larger dictionaries are not worth it: forgetting their codes takes too long. */
    static final int MAX_SIZE = 1 << 16;

    private int group;
    private @Nullable Dictionary dictionary;
    private long[] bits = {};

    void begin(int newGroup, Dictionary newDictionary) {
      if (newGroup == group && newDictionary.equals(dictionary)) {
        return;
      }
      int words = Math.ceilDiv(newDictionary.size(), Long.SIZE);
      if (bits.length < words) {
        bits = new long[words];
      } else {
        Arrays.fill(bits, 0);
      }
      group = newGroup;
      dictionary = newDictionary;
    }

    /** Adds a code, and returns whether it is new. */
    boolean add(int code) {
      long word = bits[code >>> 6];
      long bit = 1L << code;
      bits[code >>> 6] = word | bit;
      return (word & bit) == 0;
    }
  }

  /**
   * @param operation MIN, MAX, PUT for the first one, or REPLACE for the last one
   */
  BytesState(MemoryScope scope, LongState.Operation operation) {
    super(scope, BYTES);
    this.operation = operation;
    this.heap = scope.allocate(1 << 12);
  }

  @Override
  protected void initialise(int from, int to) {
    data.asSlice((long) BYTES * from, (long) BYTES * (to - from)).fill((byte) ABSENT);
    if (operation == LongState.Operation.MAX) {
      for (int group = from; group < to; group++) {
        setPrefix(group, 0);
      }
    }
  }

  @Override
  void clear(int last) {
    Arrays.fill(seen, null);
    heapUsed = 0;
    heapLive = 0;
    super.clear(last);
  }

  @Override
  void update(GroupNumbers groups, Argument argument) {
    ColumnVector vector = argument.vector();
    if (vector.isConstantNull()) {
      return;
    }
    boolean extreme = operation == LongState.Operation.MIN || operation == LongState.Operation.MAX;
    if (groups.isMasked() && extreme) {
      updateMasked(groups, vector);
      return;
    }
    MemorySegment ids = groups.ids();
    MemorySegment source = vector.valueHeap();
    for (int i = 0; i < groups.rows(); i++) {
      int group = id(ids, i);
      if (group != 0) {
        long view = vector.getView(i);
        if (mayReplace(prefix(group), StringView.prefix(source, view))) {
          join(group, source, view);
        }
      }
    }
  }

  /** Returns whether a string may replace another one, by their prefixes. */
  private boolean mayReplace(long old, long prefix) {
    return switch (operation) {
      case MIN -> Long.compareUnsigned(prefix, old) <= 0;
      case MAX -> Long.compareUnsigned(prefix, old) >= 0;
      default -> true;
    };
  }

  private void updateMasked(GroupNumbers groups, ColumnVector vector) {
    boolean coded = vector.form() == Form.DICTIONARY && vector.dictionary().sorted();
    for (int g = 0; g < groups.groups(); g++) {
      long mask = g * groups.stride();
      int group = groups.groupId(g);
      if (coded) {
        updateByCodes(group, vector, groups.rows(), groups.masks(), mask);
      } else if (vector.form() == Form.DICTIONARY
          && vector.dictionary().size() <= SeenCodes.MAX_SIZE) {
        updateByNewCodes(g, group, vector, groups.rows(), groups.masks(), mask);
      } else if (vector.form() == Form.FLAT) {
        updateByViews(group, vector, groups.rows(), groups.masks(), mask);
      } else {
        updateByRows(group, vector, groups.rows(), groups.masks(), mask);
      }
    }
  }

  /** Compares codes instead of strings: those of a sorted dictionary have the same order. */
  private void updateByCodes(
      int group, ColumnVector vector, int rows, MemorySegment masks, long mask) {
    AggregateKernels.current()
        .extremes(vector.data(), vector.offset(), vector.width(), rows, masks, mask, extremes);
    if (extremes[0] <= extremes[1]) {
      Dictionary dictionary = vector.dictionary();
      long code = operation == LongState.Operation.MIN ? extremes[0] : extremes[1];
      join(group, dictionary.heap(), dictionary.view((int) code));
    }
  }

  /** Compares each string of a dictionary once, whatever the number of its rows is. */
  private void updateByNewCodes(
      int number, int group, ColumnVector vector, int rows, MemorySegment masks, long mask) {
    Dictionary dictionary = vector.dictionary();
    SeenCodes known = seen[number];
    if (known == null) {
      known = new SeenCodes();
      seen[number] = known;
    }
    known.begin(group, dictionary);
    int[] codes = DictionaryCodes.of(vector, rows);
    for (int first = 0; first < rows; first += Long.SIZE) {
      long bits = masks.get(JAVA_LONG, mask + ((long) first >> 3));
      for (; bits != 0; bits &= bits - 1) {
        int code = codes[first + Long.numberOfTrailingZeros(bits)];
        if (known.add(code)) {
          join(group, dictionary.heap(), dictionary.view(code));
        }
      }
    }
  }

  private void updateByViews(
      int group, ColumnVector vector, int rows, MemorySegment masks, long mask) {
    MemorySegment views = vector.data();
    MemorySegment source = vector.heap();
    long best = prefix(group);
    for (int first = 0; first < rows; first += 64) {
      long bits = masks.get(JAVA_LONG, mask + ((long) first >> 3));
      while (bits != 0) {
        int row = first + Long.numberOfTrailingZeros(bits);
        bits &= bits - 1;
        long view = views.get(JAVA_LONG_UNALIGNED, vector.offset() + 8L * row);
        if (mayReplace(best, StringView.prefix(source, view))) {
          join(group, source, view);
          best = prefix(group);
        }
      }
    }
  }

  /**
   * Compares strings, but skips those that repeat the string of the row before or the best one so
   * far, as strings of a dictionary often do.
   */
  private void updateByRows(
      int group, ColumnVector vector, int rows, MemorySegment masks, long mask) {
    MemorySegment source = vector.valueHeap();
    long best = prefix(group);
    long last = ABSENT;
    for (int first = 0; first < rows; first += Long.SIZE) {
      long bits = masks.get(JAVA_LONG, mask + ((long) first >> 3));
      for (; bits != 0; bits &= bits - 1) {
        long view = vector.getView(first + Long.numberOfTrailingZeros(bits));
        if (view == last) {
          continue;
        }
        last = view;
        long prefix = StringView.prefix(source, view);
        if (mayReplace(best, prefix) && !(prefix == best && isSameShortString(group, view))) {
          join(group, source, view);
          best = prefix(group);
        }
      }
    }
  }

  /**
   * Returns whether a string is the same as that of the group. Both have the same prefix, so they
   * are if neither is longer than it.
   */
  private boolean isSameShortString(int group, long view) {
    long old = view(group);
    return old != ABSENT
        && StringView.length(view) <= Long.BYTES
        && StringView.length(view) == StringView.length(old);
  }

  @Override
  void merge(State other, MemorySegment from, MemorySegment to, int count) {
    BytesState that = (BytesState) other;
    for (int i = 0; i < count; i++) {
      long view = that.view(id(from, i));
      if (view != ABSENT) {
        join(id(to, i), that.heap, view);
      }
    }
  }

  /**
   * Replaces the string of a group by a better one.
   *
   * @return whether the string was better
   */
  boolean join(int group, MemorySegment source, long view) {
    long old = view(group);
    long prefix = StringView.prefix(source, view);
    if (old != ABSENT) {
      if (operation == LongState.Operation.PUT) {
        return false;
      }
      if (operation != LongState.Operation.REPLACE) {
        int order = Long.compareUnsigned(prefix, prefix(group));
        if (order == 0) {
          order = StringView.compare(source, view, heap, old);
        }
        if (operation == LongState.Operation.MIN ? order >= 0 : order <= 0) {
          return false;
        }
      }
      heapLive -= StringView.length(old);
    }
    int length = StringView.length(view);
    setView(group, ABSENT);
    if (heapUsed + length > heap.byteSize()) {
      makeRoom(length);
    }
    MemorySegment.copy(source, StringView.offset(view), heap, heapUsed, length);
    setView(group, StringView.of(heapUsed, length));
    setPrefix(group, prefix);
    heapUsed += length;
    heapLive += length;
    return true;
  }

  private void makeRoom(int length) {
    MemorySegment next = scope().allocate(Math.max(2 * (heapLive + length), heap.byteSize()));
    long used = 0;
    for (int group = 0; group < capacity(); group++) {
      long view = view(group);
      if (view != ABSENT) {
        int bytes = StringView.length(view);
        MemorySegment.copy(heap, StringView.offset(view), next, used, bytes);
        setView(group, StringView.of(used, bytes));
        used += bytes;
      }
    }
    scope().release(heap);
    heap = next;
    heapUsed = used;
  }

  /**
   * Returns the first bytes of the string of a group as a number; for a group without a string, a
   * number that every string may replace.
   */
  private long prefix(int group) {
    return data.get(JAVA_LONG, (long) BYTES * group + PREFIX);
  }

  private void setPrefix(int group, long prefix) {
    data.set(JAVA_LONG, (long) BYTES * group + PREFIX, prefix);
  }

  /** Replaces the string of a group by that of a group of another state, if it is better. */
  boolean joinOther(int group, BytesState other, int theirs) {
    return join(group, other.heap, other.view(theirs));
  }

  private long view(int group) {
    return data.get(JAVA_LONG, (long) BYTES * group);
  }

  /** Sets the string of a group to one in the heap that {@link #useHeap} will set. */
  void put(int group, long view) {
    setView(group, view);
  }

  /** Replaces the heap. Nothing is added after that. */
  void useHeap(MemorySegment filled) {
    scope().release(heap);
    heap = filled;
  }

  private void setView(int group, long view) {
    data.set(JAVA_LONG, (long) BYTES * group, view);
  }

  @Override
  DataType storedType() {
    return DataType.VARBINARY;
  }

  /** NULL for groups without a string. */
  @Override
  void store(MemorySegment ids, int count, ColumnVector out) {
    MemorySegment views = out.scratch(8L * count);
    MemorySegment nulls = out.nullScratch(count);
    Bitmaps.zero(nulls, 0, count);
    for (int i = 0; i < count; i++) {
      long view = view(id(ids, i));
      if (view == ABSENT) {
        Bitmaps.set(nulls, 0, i);
      }
      views.set(JAVA_LONG, (long) i << 3, view == ABSENT ? StringView.of(0, 0) : view);
    }
    out.setViews(views, 0, heap).setNulls(nulls, 0);
  }

  @Override
  void load(ColumnVector stored, int count) {
    for (int i = 0; i < count; i++) {
      if (!stored.isNull(i)) {
        join(i + 1, stored.heap(), stored.getView(i));
      }
    }
  }

  /** Points {@code out} at the strings of some groups; those without one are empty. */
  void emit(int from, int count, ColumnVector out) {
    MemorySegment views = out.scratch(8L * count);
    for (int i = 0; i < count; i++) {
      long view = view(from + i);
      views.set(JAVA_LONG, (long) i << 3, view == ABSENT ? StringView.of(0, 0) : view);
    }
    out.setViews(views, 0, heap);
  }
}

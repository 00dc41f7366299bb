package dev.paceline.core.expr.pattern;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.expr.vector.Utf8;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A deterministic automaton that tells which strings match a pattern, in one step for each
 * character. Its states are sets of positions of a {@link PositionAutomaton}, and are made when a
 * string first leads to them, because most of the possible ones are never reached. If they become
 * too many, the positions are followed instead, in time that is linear in the length of a string,
 * too.
 *
 * <p>Any thread may use it. Transitions are read without a lock: an element of the table is either
 * not known yet, whereupon the lock is taken, or never changes again.
 *
 * <p>Source: Thompson, "Regular Expression Search Algorithm", CACM 11(6), 1968, whose states are
 * made while searching.
 */
final class LazyAutomaton {
  private static final int ASCII = 0x80;
  private static final long LOW_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = LOW_BITS << 7;

  /** The most characters that are looked for in eight at a time. */
  private static final int MAX_LEAVING = 4;

  /** The most elements of the table, four bytes each. */
  private static final int MAX_TRANSITIONS = 1 << 16;

  /** The characters after which {@link #follow} looks whether the query is cancelled. */
  private static final int CHECKED_CHARACTERS = 1 << 12;

  private static final int UNKNOWN = 0;

  /** No string that begins like this matches. */
  private static final int FAILED = -1;

  /** All strings that begin like this match. */
  private static final int MATCHED = -2;

  /** There is no room for the next state. */
  private static final int FULL = -3;

  private final PositionAutomaton automaton;

  /** The first code point of each range whose code points are in the same sets, in order. */
  private final int[] ranges;

  /** The class of each range: all code points of a class are in the same sets. */
  private final int[] rangeClasses;

  /** The positions that match the code points of each class. */
  private final long[][] matching;

  private final int[] asciiClasses = new int[ASCII];
  private final int start;

  /**
   * The ASCII characters that lead from the first state to another one, each in all bytes of a
   * number; none if they are too many. A pattern that may begin anywhere stays in the first state
   * for most characters, which are looked at eight at a time then.
   */
  private final long[] leavingStart;

  /**
   * The table has a row for each state, and in a row the transition of each class and that of the
   * string's end: a number below 1, or the position of the next state's row. The first row is not
   * used, so that 0 is no position.
   */
  private int[] transitions;

  @GuardedBy("this")
  private final Map<State, Integer> numbers = new HashMap<>();

  /** The states by their numbers, which begin with 1. */
  @GuardedBy("this")
  private final List<State> states = new ArrayList<>();

  /**
   * A state.
   *
   * @param candidates the positions that can match the next character
   */
  private record State(long[] candidates, boolean accepts) {
    @Override
    public boolean equals(Object other) {
      return other instanceof State that
          && accepts == that.accepts
          && Arrays.equals(candidates, that.candidates);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(candidates) + Boolean.hashCode(accepts);
    }
  }

  LazyAutomaton(PositionAutomaton automaton) {
    this.automaton = automaton;
    this.ranges = ranges(automaton.positions());
    this.rangeClasses = new int[ranges.length];
    this.matching = IntStream.of(classify()).mapToObj(automaton::matching).toArray(long[][]::new);
    for (int codePoint = 0; codePoint < ASCII; codePoint++) {
      asciiClasses[codePoint] = classOf(codePoint);
    }
    synchronized (this) {
      this.transitions = new int[2 * rowLength()];
      this.start = number(new State(automaton.first(), automaton.matchesEmpty()));
      this.leavingStart = leavingStart();
    }
  }

  @GuardedBy("this")
  private long[] leavingStart() {
    long[] leaving =
        IntStream.range(0, ASCII)
            .filter(codePoint -> find(start + asciiClasses[codePoint]) != start)
            .mapToLong(codePoint -> LOW_BITS * codePoint)
            .toArray();
    return leaving.length <= MAX_LEAVING ? leaving : new long[0];
  }

  private int rowLength() {
    return matching.length + 1;
  }

  private static int[] ranges(List<CodePointSet> sets) {
    IntStream bounds =
        sets.stream()
            .flatMap(set -> Stream.concat(set.included().stream(), set.excluded().stream()))
            .flatMapToInt(range -> IntStream.of(range[0], range[1] + 1));
    return IntStream.concat(IntStream.of(0), bounds)
        .filter(codePoint -> codePoint <= Character.MAX_CODE_POINT)
        .distinct()
        .sorted()
        .toArray();
  }

  /** Finds the class of each range, and returns a code point of each class. */
  private int[] classify() {
    List<CodePointSet> sets = automaton.positions().stream().distinct().toList();
    Map<BitSet, Integer> classes = new HashMap<>();
    int[] found = new int[ranges.length];
    for (int i = 0; i < ranges.length; i++) {
      BitSet containing = new BitSet();
      for (int set = 0; set < sets.size(); set++) {
        containing.set(set, sets.get(set).contains(ranges[i]));
      }
      int next = classes.size();
      int number = classes.computeIfAbsent(containing, unused -> next);
      found[number] = ranges[i];
      rangeClasses[i] = number;
    }
    return Arrays.copyOf(found, classes.size());
  }

  private int classOf(int codePoint) {
    int range = Arrays.binarySearch(ranges, codePoint);
    return rangeClasses[range >= 0 ? range : -range - 2];
  }

  /** Tells whether a string of UTF-8 matches. */
  boolean matches(MemorySegment heap, long view) {
    long from = StringView.offset(view);
    long to = from + StringView.length(view);
    int state = start;
    long at = from;
    while (at < to && state > 0) {
      int bytes = (int) Math.min(Long.BYTES, to - at);
      long word = word(heap, at, bytes);
      if ((word & HIGH_BITS) != 0) {
        int codePoint = Utf8.codePoint(heap, at, to);
        state = next(state, classOf(codePoint));
        at += Utf8.bytes(codePoint);
      } else {
        state = state == start && staysAtStart(word) ? start : next(state, word, bytes);
        at += bytes;
      }
    }
    if (state > 0) {
      state = next(state, matching.length);
    }
    return state == FULL ? follow(heap, from, to) : state == MATCHED;
  }

  /** Returns up to eight bytes, the first one lowest, and zeros behind them. */
  private static long word(MemorySegment heap, long at, int bytes) {
    if (at + Long.BYTES <= heap.byteSize()) {
      return heap.get(JAVA_LONG_UNALIGNED, at) & -1L >>> (Long.SIZE - Byte.SIZE * bytes);
    }
    long word = 0;
    for (int i = 0; i < bytes; i++) {
      word |= (heap.get(JAVA_BYTE, at + i) & 0xffL) << (Byte.SIZE * i);
    }
    return word;
  }

  /** Returns the state behind some ASCII characters, or the number of an outcome. */
  private int next(int state, long word, int characters) {
    int[] table = transitions;
    int current = state;
    long rest = word;
    for (int i = 0; i < characters; i++) {
      int transition = current + asciiClasses[(int) rest & ASCII - 1];
      int next = table[transition];
      if (next <= 0) {
        next = find(transition);
        if (next < 0) {
          return next;
        }
        table = transitions;
      }
      current = next;
      rest >>>= Byte.SIZE;
    }
    return current;
  }

  private int next(int state, int characterClass) {
    int transition = state + characterClass;
    int next = transitions[transition];
    return next == UNKNOWN ? find(transition) : next;
  }

  /** Whether none of the characters of a word leads from the first state to another one. */
  private boolean staysAtStart(long word) {
    if (leavingStart.length == 0) {
      return false;
    }
    long found = 0;
    for (long repeated : leavingStart) {
      long difference = word ^ repeated; // a byte is zero where the character is
      found |= difference - LOW_BITS & ~difference & HIGH_BITS;
    }
    return found == 0;
  }

  /**
   * Follows the positions that the automaton can be in, which takes so long for a long string that
   * the query may be cancelled meanwhile.
   */
  private boolean follow(MemorySegment heap, long from, long to) {
    long[] positions = automaton.first();
    long[] following = new long[positions.length];
    boolean accepts = automaton.matchesEmpty();
    int unchecked = 0;
    for (long at = from; at < to; ) {
      if (++unchecked == CHECKED_CHARACTERS) {
        unchecked = 0;
        CancellationToken.throwIfPresentQueryIsCancelled();
      }
      int codePoint = Utf8.codePoint(heap, at, to);
      at += Utf8.bytes(codePoint);
      intersect(positions, matching[classOf(codePoint)]);
      accepts = automaton.accepts(positions);
      automaton.following(positions, following);
      long[] free = positions;
      positions = following;
      following = free;
    }
    return accepts;
  }

  /** Returns a transition, which it adds to the table. */
  private synchronized int find(int transition) {
    int known = transitions[transition];
    if (known != UNKNOWN) {
      return known;
    }
    State state = states.get(transition / rowLength() - 1);
    int added = newTransition(state, transition % rowLength()); // may replace the table
    transitions[transition] = added;
    return added;
  }

  @GuardedBy("this")
  private int newTransition(State state, int characterClass) {
    if (characterClass == matching.length) {
      return state.accepts ? MATCHED : FAILED;
    }
    long[] reached = state.candidates.clone();
    intersect(reached, matching[characterClass]);
    if (automaton.acceptsAnything(reached)) {
      return MATCHED;
    }
    if (Arrays.stream(reached).allMatch(word -> word == 0)) {
      return FAILED;
    }
    long[] candidates = new long[reached.length];
    automaton.following(reached, candidates);
    return number(new State(candidates, automaton.accepts(reached)));
  }

  private static void intersect(long[] target, long[] other) {
    for (int word = 0; word < target.length; word++) {
      target[word] &= other[word];
    }
  }

  /** Returns the position of a state's transitions, for which it makes room if it is new. */
  @GuardedBy("this")
  private int number(State state) {
    Integer number = numbers.get(state);
    if (number == null) {
      int end = (states.size() + 2) * rowLength();
      if (end > MAX_TRANSITIONS) {
        return FULL;
      }
      if (end > transitions.length) {
        transitions = Arrays.copyOf(transitions, 2 * end);
      }
      states.add(state);
      number = states.size() * rowLength();
      numbers.put(state, number);
    }
    return number;
  }
}

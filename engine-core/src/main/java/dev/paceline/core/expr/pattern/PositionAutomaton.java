package dev.paceline.core.expr.pattern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A nondeterministic automaton whose states are the positions of a pattern, each of which matches
 * one character. All positions that it can be in are followed at once. Immutable.
 *
 * <p>Source: Glushkov, "The Abstract Theory of Automata", Russian Mathematical Surveys 16, 1961.
 */
final class PositionAutomaton {
  private final List<CodePointSet> positions = new ArrayList<>();
  private final List<BitSet> following = new ArrayList<>();
  private final int most;
  private final int words;
  private final boolean matchesEmpty;
  private final long[] first;
  private final long[] last;
  private final long[] absorbing;

  /** The set of positions that follow each position. */
  private final long[][] follow;

  /** Says that a pattern has too many positions. */
  private static final class TooManyPositions extends RuntimeException {
    TooManyPositions() {
      super(null, null, false, false);
    }
  }

  private PositionAutomaton(PatternPart pattern, int most) {
    this.most = most;
    Fragment whole = build(pattern);
    this.words = Math.max(1, Math.ceilDiv(positions.size(), Long.SIZE));
    this.matchesEmpty = whole.matchesEmpty;
    this.first = wordsOf(whole.first);
    this.last = wordsOf(whole.last);
    this.follow = following.stream().map(this::wordsOf).toArray(long[][]::new);
    this.absorbing = new long[words];
    for (int position = 0; position < positions.size(); position++) {
      if (positions.get(position).equals(CodePointSet.ANY)
          && following.get(position).get(position)
          && whole.last.get(position)) {
        absorbing[position / Long.SIZE] |= 1L << position;
      }
    }
  }

  /**
   * Makes the automaton of a pattern that matches whole strings.
   *
   * @param most positions that it may have, after bounded repetitions have been written out
   * @return null if there would be more
   */
  static @Nullable PositionAutomaton of(PatternPart pattern, int most) {
    try {
      return new PositionAutomaton(pattern, most);
    } catch (TooManyPositions e) {
      return null;
    }
  }

  private long[] wordsOf(BitSet set) {
    return Arrays.copyOf(set.toLongArray(), words);
  }

  /** The characters that each position matches. */
  List<CodePointSet> positions() {
    return positions;
  }

  boolean matchesEmpty() {
    return matchesEmpty;
  }

  /** The positions of the first character of a match, as a new set. */
  long[] first() {
    return first.clone();
  }

  /** Whether some positions include one of the last character of a match. */
  boolean accepts(long[] reached) {
    return intersects(reached, last);
  }

  /** Whether some positions include one with which all longer strings match, too. */
  boolean acceptsAnything(long[] reached) {
    return intersects(reached, absorbing);
  }

  private static boolean intersects(long[] left, long[] right) {
    for (int word = 0; word < left.length; word++) {
      if ((left[word] & right[word]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns the positions that match a character, as a new set. */
  long[] matching(int codePoint) {
    BitSet matching = new BitSet();
    for (int position = 0; position < positions.size(); position++) {
      matching.set(position, positions.get(position).contains(codePoint));
    }
    return wordsOf(matching);
  }

  /**
   * Finds the positions that can match the character behind some positions.
   *
   * @param next takes them
   */
  void following(long[] reached, long[] next) {
    Arrays.fill(next, 0);
    for (int word = 0; word < words; word++) {
      for (long left = reached[word]; left != 0; left &= left - 1) {
        long[] more = follow[word * Long.SIZE + Long.numberOfTrailingZeros(left)];
        for (int i = 0; i < words; i++) {
          next[i] |= more[i];
        }
      }
    }
  }

  /**
   * A part of the automaton.
   *
   * @param first positions of the first character of a match
   * @param last positions of the last one
   */
  private record Fragment(boolean matchesEmpty, BitSet first, BitSet last) {
    static Fragment empty() {
      return new Fragment(true, new BitSet(), new BitSet());
    }

    static BitSet union(BitSet left, BitSet right) {
      BitSet union = (BitSet) left.clone();
      union.or(right);
      return union;
    }
  }

  private Fragment build(PatternPart part) {
    return switch (part) {
      case PatternPart.One one -> {
        if (positions.size() == most) {
          throw new TooManyPositions();
        }
        BitSet position = new BitSet();
        position.set(positions.size());
        positions.add(one.set());
        following.add(new BitSet());
        yield new Fragment(false, position, position);
      }
      case PatternPart.Sequence sequence -> {
        Fragment whole = Fragment.empty();
        for (PatternPart next : sequence.parts()) {
          whole = sequence(whole, build(next));
        }
        yield whole;
      }
      case PatternPart.Choice choice -> {
        Fragment whole = new Fragment(false, new BitSet(), new BitSet());
        for (PatternPart next : choice.parts()) {
          Fragment other = build(next);
          whole =
              new Fragment(
                  whole.matchesEmpty || other.matchesEmpty,
                  Fragment.union(whole.first, other.first),
                  Fragment.union(whole.last, other.last));
        }
        yield whole;
      }
      case PatternPart.Repeated repeated -> repeat(repeated);
    };
  }

  private Fragment repeat(PatternPart.Repeated repeated) {
    boolean unbounded = repeated.most() == Integer.MAX_VALUE;
    int copies = unbounded ? Math.max(1, repeated.least()) : repeated.most();
    Fragment whole = Fragment.empty();
    for (int i = 0; i < copies; i++) {
      Fragment copy = build(repeated.part());
      if (copy.first.isEmpty()) {
        return copy; // only the empty string matches
      }
      if (unbounded && i == copies - 1) {
        connect(copy, copy);
      }
      boolean optional = copy.matchesEmpty || i >= repeated.least();
      whole = sequence(whole, new Fragment(optional, copy.first, copy.last));
    }
    return whole;
  }

  private void connect(Fragment left, Fragment right) {
    left.last.stream().forEach(position -> following.get(position).or(right.first));
  }

  private Fragment sequence(Fragment left, Fragment right) {
    connect(left, right);
    return new Fragment(
        left.matchesEmpty && right.matchesEmpty,
        left.matchesEmpty ? Fragment.union(left.first, right.first) : left.first,
        right.matchesEmpty ? Fragment.union(left.last, right.last) : right.last);
  }
}

package dev.paceline.core.expr.pattern;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.StringView;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.pattern.SimilarSyntax.CodePointSet;
import dev.paceline.core.expr.pattern.SimilarSyntax.Part;
import dev.paceline.core.scan.ColumnPredicate.BytesMatcher;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The pattern of a SIMILAR TO. A nondeterministic automaton whose states are the characters of the
 * pattern; all states that it can be in are followed at once, in time that is linear in the length
 * of the string, whatever the pattern is.
 *
 * <p>Source: Glushkov, "The Abstract Theory of Automata", Russian Mathematical Surveys 16, 1961.
 */
public final class SimilarPattern implements BytesMatcher {
  /** The most characters of a pattern after its bounded repetitions have been written out. */
  private static final int MAX_STATES = 1_000;

  private static final int ASCII = 128;

  private final String text;
  private final List<CodePointSet> states = new ArrayList<>();
  private final List<BitSet> following = new ArrayList<>();

  /** Longs of a set of states. */
  private final int words;

  private final boolean matchesEmpty;
  private final long[] first;
  private final long[] last;

  /** The set of states that follow each state. */
  private final long[][] follow;

  /** The set of states that each ASCII character can lead to. */
  private final long[][] ascii;

  private SimilarPattern(String text, Part pattern) {
    this.text = text;
    Fragment whole = build(pattern);
    this.words = Math.max(1, Math.ceilDiv(states.size(), Long.SIZE));
    this.matchesEmpty = whole.matchesEmpty;
    this.first = wordsOf(whole.first);
    this.last = wordsOf(whole.last);
    this.follow = following.stream().map(this::wordsOf).toArray(long[][]::new);
    this.ascii = new long[ASCII][words];
    for (int character = 0; character < ASCII; character++) {
      for (int state = 0; state < states.size(); state++) {
        if (states.get(state).contains(character)) {
          ascii[character][state / Long.SIZE] |= 1L << state;
        }
      }
    }
  }

  /**
   * @param escape the character that makes the next one a plain one; null: none does
   * @throws PacelineException INVALID_ARGUMENT if this is no pattern, or one of too many states
   */
  public static SimilarPattern of(String pattern, @Nullable Character escape) {
    return new SimilarPattern(pattern, SimilarSyntax.parse(pattern, escape));
  }

  private long[] wordsOf(BitSet set) {
    return java.util.Arrays.copyOf(set.toLongArray(), words);
  }

  /**
   * A part of the automaton.
   *
   * @param first states of the first character of a match
   * @param last states of the last one
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

  private Fragment build(Part part) {
    return switch (part) {
      case Part.One one -> {
        if (states.size() == MAX_STATES) {
          throw SimilarSyntax.error(
              text, "there are more than " + MAX_STATES + " characters, repeated ones included");
        }
        BitSet state = new BitSet();
        state.set(states.size());
        states.add(one.set());
        following.add(new BitSet());
        yield new Fragment(false, state, state);
      }
      case Part.Sequence sequence -> {
        Fragment whole = Fragment.empty();
        for (Part next : sequence.parts()) {
          whole = sequence(whole, build(next));
        }
        yield whole;
      }
      case Part.Choice choice -> {
        Fragment whole = new Fragment(false, new BitSet(), new BitSet());
        for (Part next : choice.parts()) {
          Fragment other = build(next);
          whole =
              new Fragment(
                  whole.matchesEmpty || other.matchesEmpty,
                  Fragment.union(whole.first, other.first),
                  Fragment.union(whole.last, other.last));
        }
        yield whole;
      }
      case Part.Repeated repeated -> repeat(repeated);
    };
  }

  private Fragment repeat(Part.Repeated repeated) {
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
    left.last.stream().forEach(state -> following.get(state).or(right.first));
  }

  private Fragment sequence(Fragment left, Fragment right) {
    connect(left, right);
    return new Fragment(
        left.matchesEmpty && right.matchesEmpty,
        left.matchesEmpty ? Fragment.union(left.first, right.first) : left.first,
        right.matchesEmpty ? Fragment.union(left.last, right.last) : right.last);
  }

  @Override
  public boolean matches(MemorySegment heap, long view) {
    long from = StringView.offset(view);
    long to = from + StringView.length(view);
    if (from == to) {
      return matchesEmpty;
    }
    return words == 1 ? matchesFew(heap, from, to) : matchesMany(heap, from, to);
  }

  private boolean matchesFew(MemorySegment heap, long from, long to) {
    long next = first[0];
    long reached = 0;
    for (long at = from; at < to; ) {
      int codePoint = codePoint(heap, at, to);
      at += length(codePoint);
      reached = codePoint < ASCII ? next & ascii[codePoint][0] : containing(next, 0, codePoint);
      if (reached == 0) {
        return false;
      }
      next = 0;
      for (long left = reached; left != 0; left &= left - 1) {
        next |= follow[Long.numberOfTrailingZeros(left)][0];
      }
    }
    return (reached & last[0]) != 0;
  }

  private boolean matchesMany(MemorySegment heap, long from, long to) {
    long[] next = first.clone();
    long[] reached = new long[words];
    for (long at = from; at < to; ) {
      int codePoint = codePoint(heap, at, to);
      at += length(codePoint);
      long any = 0;
      for (int word = 0; word < words; word++) {
        reached[word] =
            codePoint < ASCII
                ? next[word] & ascii[codePoint][word]
                : containing(next[word], word, codePoint);
        any |= reached[word];
        next[word] = 0;
      }
      if (any == 0) {
        return false;
      }
      for (int word = 0; word < words; word++) {
        for (long left = reached[word]; left != 0; left &= left - 1) {
          long[] more = follow[word * Long.SIZE + Long.numberOfTrailingZeros(left)];
          for (int i = 0; i < words; i++) {
            next[i] |= more[i];
          }
        }
      }
    }
    for (int word = 0; word < words; word++) {
      if ((reached[word] & last[word]) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Those of some states that a character can lead to. */
  private long containing(long candidates, int word, int codePoint) {
    long found = 0;
    for (long left = candidates; left != 0; left &= left - 1) {
      int state = word * Long.SIZE + Long.numberOfTrailingZeros(left);
      found |= states.get(state).contains(codePoint) ? Long.lowestOneBit(left) : 0;
    }
    return found;
  }

  private static int codePoint(MemorySegment heap, long at, long to) {
    int lead = heap.get(JAVA_BYTE, at) & 0xff;
    if (lead < 0x80) {
      return lead;
    }
    int codePoint = lead < 0xe0 ? lead & 0x1f : lead < 0xf0 ? lead & 0x0f : lead & 0x07;
    int rest = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    for (int i = 1; i <= rest && at + i < to; i++) {
      codePoint = codePoint << 6 | heap.get(JAVA_BYTE, at + i) & 0x3f;
    }
    return codePoint;
  }

  private static int length(int codePoint) {
    return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }

  @Override
  public String toString() {
    return "SIMILAR TO '" + text.replace("'", "''") + "'";
  }
}

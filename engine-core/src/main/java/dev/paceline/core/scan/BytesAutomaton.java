package dev.paceline.core.scan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A deterministic automaton that tests a byte string from its first byte to its last; it can go
 * over text that is still compressed, a symbol at a time. Immutable; safe for all threads.
 *
 * <p>Source: Knuth, Morris and Pratt, "Fast Pattern Matching in Strings", SIAM J. Comput. 6(2),
 * 1977, one automaton behind the other.
 */
public final class BytesAutomaton {
  /** The state before the first byte. */
  public static final int START = 0;

  private static final int MAX_STATES = 128;

  /** The next state, indexed by state × 256 + byte. */
  private final byte[] next;

  private final int accepting;
  private final List<byte[]> parts;
  private final boolean negated;

  private BytesAutomaton(byte[] next, int accepting, List<byte[]> parts, boolean negated) {
    this.next = next;
    this.accepting = accepting;
    this.parts = List.copyOf(parts);
    this.negated = negated;
  }

  /**
   * Accepts what begins with a prefix, ends with a suffix, and has needles in between, each behind
   * the one before.
   *
   * @param suffix null if there is nothing but the prefix
   * @return null if that needs too many states
   */
  public static @Nullable BytesAutomaton of(
      byte[] prefix, List<byte[]> needles, byte @Nullable [] suffix) {
    int accepting =
        prefix.length
            + needles.stream().mapToInt(needle -> needle.length).sum()
            + (suffix == null ? 0 : suffix.length);
    int dead = accepting + 1;
    if (dead >= MAX_STATES) {
      return null;
    }
    byte[] next = new byte[(dead + 1) << 8];
    Arrays.fill(next, (byte) dead);
    for (int i = 0; i < prefix.length; i++) {
      next[i << 8 | prefix[i] & 0xff] = (byte) (i + 1);
    }
    int first = prefix.length;
    for (byte[] needle : needles) {
      addNeedle(next, needle, first, false);
      first += needle.length;
    }
    if (suffix != null && suffix.length > 0) {
      addNeedle(next, suffix, first, true);
    } else if (suffix != null) {
      Arrays.fill(next, accepting << 8, (accepting + 1) << 8, (byte) accepting);
    }
    List<byte[]> parts = new ArrayList<>(needles);
    parts.add(prefix);
    if (suffix != null) {
      parts.add(suffix);
    }
    parts.removeIf(part -> part.length == 0);
    return new BytesAutomaton(next, accepting, parts, false);
  }

  /**
   * Searches for a needle from a state on. Where it does not go on, it goes on as from the state of
   * its longest prefix that the text ends with.
   *
   * @param overlaps whether the search goes on behind a find, for one further on
   */
  private static void addNeedle(byte[] next, byte[] needle, int first, boolean overlaps) {
    int fallback = first;
    int states = overlaps ? needle.length + 1 : needle.length;
    for (int i = 0; i < states; i++) {
      int state = first + i;
      if (i == 0) {
        Arrays.fill(next, state << 8, (state + 1) << 8, (byte) first);
      } else {
        System.arraycopy(next, fallback << 8, next, state << 8, 256);
      }
      if (i < needle.length) {
        int at = state << 8 | needle[i] & 0xff;
        fallback = i == 0 ? first : next[at];
        next[at] = (byte) (state + 1);
      }
    }
  }

  /** Accepts what this does not, and the reverse. */
  public BytesAutomaton negated() {
    return new BytesAutomaton(next, accepting, parts, !negated);
  }

  /**
   * Byte strings, not to be changed, all of which are in every string that is accepted or, if this
   * {@linkplain #isNegated is negated}, in every string that is not.
   */
  public List<byte[]> parts() {
    return parts;
  }

  /** Whether this accepts what has not all the parts. */
  public boolean isNegated() {
    return negated;
  }

  /** States are numbered from 0. */
  public int stateCount() {
    return next.length >>> 8;
  }

  public int next(int state, int value) {
    return next[state << 8 | value & 0xff];
  }

  /** Whether a string is accepted that ends in a state. */
  public boolean accepts(int state) {
    return state == accepting ^ negated;
  }
}

package dev.paceline.benchmarks.bounds;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Recognises texts that have some needles in them, one behind the other, as {@code LIKE '%a%b%'}
 * asks: a state for each byte of the needles that was found, after Knuth, Morris and Pratt.
 */
final class NeedleAutomaton {
  private final List<byte[]> needles;
  private final int accepting;

  /** The next state by state and byte: element state × 256 + byte. */
  private final byte[] next;

  /** Recognises some needles, which are not empty and have fewer than 127 bytes together. */
  static NeedleAutomaton of(String... needles) {
    return new NeedleAutomaton(
        Arrays.stream(needles).map(needle -> needle.getBytes(StandardCharsets.UTF_8)).toList());
  }

  private NeedleAutomaton(List<byte[]> needles) {
    this.needles = needles;
    this.accepting = needles.stream().mapToInt(needle -> needle.length).sum();
    this.next = new byte[(accepting + 1) << 8];
    int first = 0;
    for (byte[] needle : needles) {
      addNeedle(needle, first);
      first += needle.length;
    }
    Arrays.fill(next, accepting << 8, next.length, (byte) accepting);
  }

  /**
   * Adds the states of a needle. A mismatch continues from the state of its longest prefix that the
   * text ends with.
   */
  private void addNeedle(byte[] needle, int first) {
    int fallback = first;
    for (int i = 0; i < needle.length; i++) {
      int state = first + i;
      int expected = needle[i] & 0xff;
      for (int value = 0; value < 256; value++) {
        next[state << 8 | value] = i == 0 ? (byte) first : next[fallback << 8 | value];
      }
      int after = i == 0 ? first : next[fallback << 8 | expected];
      next[state << 8 | expected] = (byte) (state + 1);
      fallback = i == 0 ? first : after;
    }
  }

  List<byte[]> needles() {
    return needles;
  }

  /**
   * The state in which all needles were found, which it never leaves; also the number of others.
   */
  int accepting() {
    return accepting;
  }

  int next(int state, int value) {
    return next[state << 8 | value];
  }
}

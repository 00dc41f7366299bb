package dev.paceline.benchmarks.bounds;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds the rows of compressed text that have some needles in them, without decoding: an automaton
 * goes by symbols instead of bytes. And it looks only at rows in which every needle has an anchor:
 * in any occurrence of a needle, its byte at a certain place comes from a symbol that has this byte
 * and fits the needle around it, or from an escape of this byte. The place is chosen for which such
 * codes are rarest, and a compare of whole vectors finds them.
 */
final class TextSearch {
  private static final VectorSpecies<Byte> BYTES = ByteVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();
  private static final int WORD = 64;
  private static final int ROWS_AT_ONCE = 64;
  private static final int SAMPLE_CODES = 8192;

  /** Anchors are compared so many at once. */
  private static final int ANCHORS_AT_ONCE = 4;

  private final NeedleAutomaton automaton;
  private final CompressedText text;

  /** The next state by state and code; states behind the accepting one have read an escape. */
  private final byte[] next;

  /** The anchors of each needle, the rarest needle first. */
  private final byte[][] anchors;

  private long[] words = new long[0];
  private long[] otherWords = new long[0];

  TextSearch(NeedleAutomaton automaton, CompressedText text) {
    this.automaton = automaton;
    this.text = text;
    this.next = transitions();
    this.anchors = anchors();
  }

  private byte[] transitions() {
    int states = automaton.accepting() + 1;
    byte[] all = new byte[(2 * states) << 8];
    byte[][] symbols = text.symbols();
    for (int state = 0; state < states; state++) {
      for (int code = 0; code < symbols.length; code++) {
        int reached = state;
        for (byte value : symbols[code]) {
          reached = automaton.next(reached, value & 0xff);
        }
        all[state << 8 | code] = (byte) reached;
      }
      all[state << 8 | CompressedText.ESCAPE] = (byte) (states + state);
      for (int value = 0; value < 256; value++) {
        all[states + state << 8 | value] = (byte) automaton.next(state, value);
      }
    }
    return all;
  }

  private byte[][] anchors() {
    int[] frequency = new int[256];
    int length = Math.min(SAMPLE_CODES, text.start(text.rows()));
    for (int i = 0; i < length; i++) {
      frequency[text.segment().get(ValueLayout.JAVA_BYTE, text.codes() + i) & 0xff]++;
    }
    List<byte[]> needles = automaton.needles();
    byte[][] best = new byte[needles.size()][];
    int[] cost = new int[best.length];
    for (int i = 0; i < best.length; i++) {
      cost[i] = Integer.MAX_VALUE;
      for (int place = 0; place < needles.get(i).length; place++) {
        byte[] candidate = anchors(needles.get(i), place);
        int hits = 0;
        for (byte code : candidate) {
          hits += frequency[code & 0xff];
        }
        if (hits < cost[i]) {
          cost[i] = hits;
          best[i] = candidate;
        }
      }
    }
    int rarest = 0;
    for (int i = 1; i < cost.length; i++) {
      rarest = cost[i] < cost[rarest] ? i : rarest;
    }
    byte[] first = best[rarest];
    best[rarest] = best[0];
    best[0] = first;
    return best;
  }

  /** The codes that may stand for one byte of a needle, filled up by repetition. */
  private byte[] anchors(byte[] needle, int place) {
    byte[] codes = new byte[257 + ANCHORS_AT_ONCE];
    int count = 0;
    codes[count++] = needle[place];
    for (int code = 0; code < text.symbols().length; code++) {
      if (code != (needle[place] & 0xff) && fits(text.symbols()[code], needle, place)) {
        codes[count++] = (byte) code;
      }
    }
    int rounded = Math.ceilDiv(count, ANCHORS_AT_ONCE) * ANCHORS_AT_ONCE;
    Arrays.fill(codes, count, rounded, codes[0]);
    return Arrays.copyOf(codes, rounded);
  }

  /** Whether a symbol has the byte of a place, and around it nothing but what the needle has. */
  private static boolean fits(byte[] symbol, byte[] needle, int place) {
    for (int at = 0; at < symbol.length; at++) {
      boolean same = symbol[at] == needle[place];
      for (int i = 0; i < symbol.length && same; i++) {
        int position = place + i - at;
        same = position < 0 || position >= needle.length || symbol[i] == needle[position];
      }
      if (same) {
        return true;
      }
    }
    return false;
  }

  /**
   * Finds the rows.
   *
   * @param into as many elements as there are rows
   * @return how many there are
   */
  int hits(int[] into) {
    int count = 0;
    int rows = text.rows();
    for (int first = 0; first < rows; first += ROWS_AT_ONCE) {
      int last = Math.min(rows, first + ROWS_AT_ONCE);
      int from = text.start(first);
      int to = text.start(last);
      int length = to - from;
      int size = (length + WORD - 1) / WORD;
      if (words.length <= size) {
        words = new long[2 * size + 1];
        otherWords = new long[2 * size + 1];
      }
      mark(from, to, anchors[0], words);
      if (anchors.length > 1) {
        mark(from, to, anchors[1], otherWords);
      }
      count = examine(first, last, from, size, into, count);
    }
    return count;
  }

  /** Sets a bit for each of some codes that is one of the anchors. */
  private void mark(int from, int to, byte[] wanted, long[] bits) {
    MemorySegment segment = text.segment();
    long start = text.codes() + from;
    int length = to - from;
    for (int i = 0; i < wanted.length; i += ANCHORS_AT_ONCE) {
      byte a = wanted[i];
      byte b = wanted[i + 1];
      byte c = wanted[i + 2];
      byte d = wanted[i + 3];
      for (int at = 0; at < length; at += WORD) {
        long word = i == 0 ? 0 : bits[at / WORD];
        if (length - at >= WORD) {
          for (int lane = 0; lane < WORD; lane += BYTES.length()) {
            ByteVector codes =
                ByteVector.fromMemorySegment(BYTES, segment, start + at + lane, ORDER);
            long found = codes.eq(a).or(codes.eq(b)).or(codes.eq(c).or(codes.eq(d))).toLong();
            word |= found << lane;
          }
        } else {
          for (int rest = 0; at + rest < length; rest++) {
            byte code = segment.get(ValueLayout.JAVA_BYTE, start + at + rest);
            word |= code == a || code == b || code == c || code == d ? 1L << rest : 0;
          }
        }
        bits[at / WORD] = word;
      }
    }
  }

  private int examine(int first, int last, int from, int size, int[] into, int hits) {
    int count = hits;
    int row = first;
    int end = text.start(first + 1) - from;
    int begin = 0;
    for (int i = 0; i < size; i++) {
      for (long word = words[i]; word != 0; word &= word - 1) {
        int at = i * WORD + Long.numberOfTrailingZeros(word);
        if (at < begin) {
          continue;
        }
        while (end <= at) {
          begin = end;
          end = text.start(++row + 1) - from;
        }
        if ((anchors.length == 1 || anyBit(otherWords, begin, end))
            && matches(from + begin, from + end)) {
          into[count++] = row;
        }
        if (row + 1 == last) {
          return count;
        }
        begin = end;
        end = text.start(++row + 1) - from;
      }
    }
    return count;
  }

  private static boolean anyBit(long[] bits, int from, int to) {
    int first = from / WORD;
    int last = (to - 1) / WORD;
    long word = bits[first] & -1L << from;
    for (int i = first; i < last; i++) {
      if (word != 0) {
        return true;
      }
      word = bits[i + 1];
    }
    return (word & -1L >>> -to) != 0;
  }

  private boolean matches(int from, int to) {
    MemorySegment segment = text.segment();
    byte[] table = next;
    long start = text.codes();
    int state = 0;
    for (int at = from; at < to; at++) {
      state = table[state << 8 | segment.get(ValueLayout.JAVA_BYTE, start + at) & 0xff];
    }
    return state == automaton.accepting();
  }
}

package dev.paceline.core.kernel.separator;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/** The plain loops. */
public class ScalarSeparatorKernels extends SeparatorKernels {
  private static final int AT_ONCE = 8;

  @Override
  public void split(
      SeparatorScan scan, MemorySegment text, int to, MemorySegment positions, int capacity) {
    while (scan.position() < to && hasRoom(scan, capacity)) {
      int at = scan.position();
      int length = Math.min(BLOCK_BYTES, to - at);
      accept(
          scan,
          mask(text, at, length, scan.delimiter()),
          mask(text, at, length, (byte) '\n'),
          mask(text, at, length, (byte) '\r'),
          mask(text, at, length, scan.quote()),
          mask(text, at, length, scan.escape()),
          length,
          isLineFeed(text, at + length),
          positions);
    }
  }

  @Override
  public void skip(SeparatorScan scan, MemorySegment text, int to) {
    while (scan.position() < to) {
      int at = scan.position();
      int length = Math.min(BLOCK_BYTES, to - at);
      acceptQuotes(
          scan,
          mask(text, at, length, scan.quote()),
          mask(text, at, length, scan.escape()),
          length);
    }
  }

  @Override
  public boolean hasNonAscii(MemorySegment text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (text.get(JAVA_BYTE, at) < 0) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected void append(
      long separators, long ends, int position, MemorySegment positions, long at) {
    int found = Long.bitCount(separators);
    long to = at;
    long rest = separators;
    for (int done = 0; done < found; done += AT_ONCE) {
      for (int i = 0; i < AT_ONCE; i++) {
        positions.set(JAVA_INT, to + (i << 2), position + Long.numberOfTrailingZeros(rest));
        rest &= rest - 1;
      }
      to += AT_ONCE << 2;
    }
    // Most blocks have one end or none, which is then marked behind the last separator, so that
    // no branch depends on it.
    long nextEnds = ends;
    do {
      long before = (nextEnds & -nextEnds) - 1;
      positions.set(
          JAVA_INT,
          at + ((long) Long.bitCount(separators & before) << 2),
          position + Long.bitCount(before) | SeparatorScan.RECORD_END);
      nextEnds &= nextEnds - 1;
    } while (nextEnds != 0);
  }

  private static long mask(MemorySegment text, int from, int length, byte wanted) {
    long mask = 0;
    for (int i = 0; i < length; i++) {
      mask |= text.get(JAVA_BYTE, from + i) == wanted ? 1L << i : 0;
    }
    return mask;
  }
}

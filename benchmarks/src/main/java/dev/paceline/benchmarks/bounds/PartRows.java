package dev.paceline.benchmarks.bounds;

import java.util.Arrays;

/** Rows that belong to parts, with two numbers each, in three columns. */
final class PartRows {
  int[] parts = new int[1024];
  long[] first = new long[1024];
  long[] second = new long[1024];
  int count;

  void add(int part, long firstNumber, long secondNumber) {
    if (count == parts.length) {
      parts = Arrays.copyOf(parts, 2 * count);
      first = Arrays.copyOf(first, 2 * count);
      second = Arrays.copyOf(second, 2 * count);
    }
    parts[count] = part;
    first[count] = firstNumber;
    second[count++] = secondNumber;
  }
}

package dev.paceline.storage.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Finds a good symbol table for a sample of strings (FSST §4.2): in each round the sample is
 * encoded with the table so far, and of its symbols and the pairs of them that follow each other
 * those that cover most bytes make the next table. Holds scratch; one thread at a time.
 */
final class SymbolTrainer {
  private static final int ROUNDS = 5;
  private static final int CODES = 512;
  private static final int SLOTS = 1 << 15;

  /** Symbols of one byte save an escape each, which their length does not tell. */
  private static final int SINGLE_BYTE_GAIN = 8;

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int[] counts = new int[CODES];
  private final int[] pairCounts = new int[CODES * CODES];
  private final long[] candidates = new long[SLOTS];
  private final int[] candidateLengths = new int[SLOTS];
  private final int[] gains = new int[SLOTS];
  private final long[] ranking = new long[SLOTS];

  /**
   * @param sample strings one behind the other, and 8 bytes more
   * @param ends where each of them ends
   * @return bytes of the sample when encoded
   */
  int train(SymbolTable table, byte[] sample, int[] ends, int strings) {
    table.clear();
    for (int round = 0; round < ROUNDS; round++) {
      count(table, sample, ends, strings);
      collect(table);
      select(table);
    }
    return count(table, sample, ends, strings);
  }

  /** Encodes the sample and counts codes, and pairs of them. */
  private int count(SymbolTable table, byte[] sample, int[] ends, int strings) {
    Arrays.fill(counts, 0);
    Arrays.fill(pairCounts, 0);
    int at = 0;
    int bytes = 0;
    for (int i = 0; i < strings; i++) {
      int before = -1;
      while (at < ends[i]) {
        int found = table.find((long) WORD.get(sample, at), ends[i] - at);
        int code = found & SymbolTable.CODE_MASK;
        int first = sample[at] & 0xff;
        note(before, code);
        if (found >>> SymbolTable.LENGTH_SHIFT > 1) {
          note(before, first);
        }
        bytes += code < SymbolTable.FIRST_SYMBOL ? 2 : 1;
        before = code;
        at += found >>> SymbolTable.LENGTH_SHIFT;
      }
    }
    return bytes;
  }

  private void note(int before, int code) {
    counts[code]++;
    if (before >= 0) {
      pairCounts[before * CODES + code]++;
    }
  }

  private void collect(SymbolTable table) {
    Arrays.fill(gains, 0);
    for (int left = 0; left < CODES; left++) {
      if (counts[left] == 0) {
        continue;
      }
      int length = length(table, left);
      add(symbol(table, left), length, counts[left] * (length == 1 ? SINGLE_BYTE_GAIN : length));
      if (length == SymbolTable.MAX_SYMBOL_LENGTH) {
        continue;
      }
      for (int right = 0; right < CODES; right++) {
        int count = pairCounts[left * CODES + right];
        if (count > 1) {
          int both = Math.min(SymbolTable.MAX_SYMBOL_LENGTH, length + length(table, right));
          long joined = symbol(table, left) | symbol(table, right) << (8 * length);
          add(joined, both, count * both);
        }
      }
    }
  }

  private static int length(SymbolTable table, int code) {
    return code < SymbolTable.FIRST_SYMBOL ? 1 : table.lengths[code - SymbolTable.FIRST_SYMBOL];
  }

  private static long symbol(SymbolTable table, int code) {
    return code < SymbolTable.FIRST_SYMBOL ? code : table.symbols[code - SymbolTable.FIRST_SYMBOL];
  }

  private void add(long symbol, int length, int gain) {
    int slot = (int) ((symbol * 0x9E37_79B9_7F4A_7C15L + length) >>> 49);
    while (gains[slot] != 0 && (candidates[slot] != symbol || candidateLengths[slot] != length)) {
      slot = slot + 1 & SLOTS - 1;
    }
    candidates[slot] = symbol;
    candidateLengths[slot] = length;
    gains[slot] += gain;
  }

  private void select(SymbolTable table) {
    int found = 0;
    for (int slot = 0; slot < SLOTS; slot++) {
      if (gains[slot] != 0) {
        ranking[found++] = (long) gains[slot] << 32 | slot;
      }
    }
    Arrays.sort(ranking, 0, found);
    table.clear();
    for (int i = found - 1; i >= 0 && table.count() < SymbolTable.MAX_SYMBOLS; i--) {
      int slot = (int) ranking[i];
      table.add(candidates[slot], candidateLengths[slot]);
    }
  }
}

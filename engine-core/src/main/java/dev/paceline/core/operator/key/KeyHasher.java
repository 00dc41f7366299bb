package dev.paceline.core.operator.key;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.DictionaryCodes;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Hashes batches of keys of any types. Equal keys have equal hashes whatever the form and width of
 * their vectors; NULL hashes like NULL. Dictionary entries are hashed once. One worker uses it.
 */
public final class KeyHasher {
  private final MemoryScope scope;
  private final MemorySegment digests;
  private final DictionaryDigests[] dictionaries;

  /** Digests of the entries of the dictionary that a key had last, computed when first seen. */
  private static final class DictionaryDigests {
    private @Nullable Dictionary dictionary;

    /** One long an entry; 0 = not computed yet. */
    private @Nullable MemorySegment digests;
  }

  /**
   * @param capacity the most rows of a batch
   */
  public KeyHasher(int keyCount, MemoryScope scope, int capacity) {
    this.scope = scope;
    this.digests = scope.allocate(8L * capacity);
    this.dictionaries = new DictionaryDigests[keyCount];
    for (int key = 0; key < keyCount; key++) {
      dictionaries[key] = new DictionaryDigests();
    }
  }

  /**
   * @param keys always the same number and types of vectors, of any form
   * @param hashes gets one long a row
   */
  public void hash(ColumnVector[] keys, int rowCount, MemorySegment hashes) {
    for (int key = 0; key < keys.length; key++) {
      digest(keys[key], rowCount, dictionaries[key]);
      if (key == 0) {
        HashKernels.hash(digests, rowCount, hashes);
      } else {
        HashKernels.combine(digests, rowCount, hashes);
      }
    }
  }

  private void digest(ColumnVector key, int rowCount, DictionaryDigests cache) {
    switch (key.form()) {
      case CONSTANT -> {
        long digest = digestRow(key, 0);
        for (int i = 0; i < rowCount; i++) {
          set(i, digest);
        }
        return;
      }
      case DICTIONARY -> digestCodes(key, rowCount, cache);
      case FLAT -> digestLanes(key, rowCount);
    }
    MemorySegment nulls = key.nulls();
    if (nulls != null) {
      digestNulls(nulls, key.nullsOffset(), rowCount);
    }
  }

  private void digestNulls(MemorySegment nulls, long offset, int rowCount) {
    for (int i = 0; i < rowCount; i++) {
      if (Bitmaps.get(nulls, offset, i)) {
        set(i, HashKernels.NULL_DIGEST);
      }
    }
  }

  private void digestLanes(ColumnVector key, int rowCount) {
    switch (key.type().family()) {
      case INTEGRAL -> {
        if (key.width() <= 8) {
          DecodeKernels.current().widen(key, rowCount, digests);
        } else {
          for (int i = 0; i < rowCount; i++) {
            set(i, HashKernels.digest128(key.getHigh(i), key.getLong(i)));
          }
        }
      }
      case FLOATING -> {
        for (int i = 0; i < rowCount; i++) {
          set(i, HashKernels.digestDouble(key.getDouble(i)));
        }
      }
      case BOOLEAN -> {
        for (int i = 0; i < rowCount; i++) {
          set(i, key.getBoolean(i) ? 1 : 0);
        }
      }
      case BYTES -> digestStrings(key, rowCount);
    }
  }

  private void digestStrings(ColumnVector key, int rowCount) {
    for (int i = 0; i < rowCount; i++) {
      set(i, key.isNull(i) ? 0 : HashKernels.digestBytes(key.heap(), key.getView(i)));
    }
  }

  private void digestCodes(ColumnVector key, int rowCount, DictionaryDigests cache) {
    Dictionary dictionary = key.dictionary();
    if (dictionary.size() == 0) {
      return;
    }
    MemorySegment known = cache.digests;
    if (cache.dictionary != dictionary || known == null) {
      long bytes = 8L * dictionary.size();
      if (known == null || known.byteSize() < bytes) {
        if (known != null) {
          scope.release(known);
        }
        known = scope.allocate(bytes);
      }
      known.asSlice(0, bytes).fill((byte) 0);
      cache.digests = known;
      cache.dictionary = dictionary;
    }
    digestEntries(DictionaryCodes.of(key, rowCount), rowCount, known, dictionary);
  }

  private void digestEntries(
      int[] codes, int rowCount, MemorySegment known, Dictionary dictionary) {
    for (int i = 0; i < rowCount; i++) {
      int code = codes[i];
      long digest = known.get(ValueLayout.JAVA_LONG, (long) code << 3);
      if (digest == 0) {
        digest = HashKernels.digestBytes(dictionary.heap(), dictionary.view(code));
        known.set(ValueLayout.JAVA_LONG, (long) code << 3, digest);
      }
      set(i, digest);
    }
  }

  private static long digestRow(ColumnVector key, int row) {
    if (key.isNull(row)) {
      return HashKernels.NULL_DIGEST;
    }
    return switch (key.type().family()) {
      case INTEGRAL -> HashKernels.digest128(key.getHigh(row), key.getLong(row));
      case FLOATING -> HashKernels.digestDouble(key.getDouble(row));
      case BOOLEAN -> key.getBoolean(row) ? 1 : 0;
      case BYTES -> HashKernels.digestBytes(key.valueHeap(), key.getView(row));
    };
  }

  private void set(int row, long digest) {
    digests.set(ValueLayout.JAVA_LONG, (long) row << 3, digest);
  }
}

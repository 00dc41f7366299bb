package dev.paceline.storage.load.parquet.write;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.GrowingBuffer;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The strings of a column chunk as codes of its dictionary, as long as they come as codes of small
 * dictionaries: then each entry of those is looked up once, and no string is copied or hashed for a
 * row. Not thread-safe.
 */
final class CodedStrings {
  private static final int MAX_ENTRIES = 1 << 12;

  private final DictionaryBuilder dictionary;

  /** An entry in the encoding PLAIN that is looked up. */
  private final GrowingBuffer scratch;

  private boolean isOpen = true;
  private long plainBytes;

  /** The dictionary of the last vector, and the code plus 1 of each of its entries. */
  private @Nullable Dictionary known;

  private int[] knownCodes = new int[0];

  /**
   * @param capacity how many values a column chunk has in general
   */
  CodedStrings(int capacity, MemoryScope memory) {
    this.dictionary = new DictionaryBuilder(capacity, MAX_ENTRIES, memory);
    this.scratch = new GrowingBuffer(memory);
  }

  /** Whether the values of the chunk so far are here. */
  boolean isOpen() {
    return isOpen;
  }

  /** Returns the dictionary with the codes. */
  DictionaryBuilder dictionary() {
    return dictionary;
  }

  /** Returns the bytes that the codes and entries take. */
  long bytes() {
    return (long) Integer.BYTES * dictionary.codeCount() + dictionary.entries().length();
  }

  /** Whether the file gets shorter with the dictionary. */
  boolean pays() {
    return dictionary.isShorterThan(plainBytes);
  }

  /** Appends strings that are not NULL; false, and nothing is appended, if they come otherwise. */
  boolean append(ColumnVector vector, int from, int count) {
    boolean isConstant = vector.form() == Form.CONSTANT;
    if (!isConstant
        && (vector.form() != Form.DICTIONARY || vector.dictionary().size() > MAX_ENTRIES)) {
      return false;
    }
    if (!isConstant) {
      know(vector.dictionary());
    }
    int before = dictionary.codeCount();
    long bytesBefore = plainBytes;
    boolean mayHaveNulls = vector.mayHaveNulls();
    int code = -1;
    for (int row = from; row < from + count; row++) {
      if (mayHaveNulls && vector.isNull(row)) {
        continue;
      }
      if (isConstant) {
        code = code < 0 ? code(vector.valueHeap(), vector.getView(row)) : code;
      } else {
        code = code(vector.dictionary(), vector.getCode(row));
      }
      if (code < 0) {
        dictionary.removeCodes(before);
        plainBytes = bytesBefore;
        return false;
      }
      dictionary.addCode(code);
      plainBytes += StringView.length(dictionary.entryView(code));
    }
    return true;
  }

  private void know(Dictionary other) {
    if (other == known) {
      return;
    }
    known = other;
    if (knownCodes.length < other.size()) {
      knownCodes = new int[other.size()];
    }
    Arrays.fill(knownCodes, 0);
  }

  private int code(Dictionary from, int other) {
    int code = knownCodes[other] - 1;
    if (code < 0) {
      code = code(from.heap(), from.view(other));
      knownCodes[other] = code + 1;
    }
    return code;
  }

  /** Returns the code of a string; -1 if there is no room for it. */
  private int code(MemorySegment heap, long view) {
    int length = StringView.length(view);
    scratch.clear();
    scratch.extend((long) Integer.BYTES + length);
    scratch.segment().set(JAVA_INT_UNALIGNED, 0, length);
    StringView.copy(heap, view, scratch.segment(), Integer.BYTES);
    return dictionary.code(scratch.segment(), 0, Integer.BYTES + length, MAX_ENTRIES);
  }

  /** Moves the strings to a buffer of values in the encoding PLAIN, and takes no further ones. */
  void close(GrowingBuffer values) {
    isOpen = false;
    for (int i = 0; i < dictionary.codeCount(); i++) {
      long view = dictionary.entryView(dictionary.codes()[i]);
      int length = StringView.length(view);
      long at = values.extend(length);
      StringView.copy(dictionary.entries().segment(), view, values.segment(), at);
    }
  }

  /** Forgets all strings, and takes those of the next chunk. */
  void clear() {
    dictionary.clear();
    plainBytes = 0;
    known = null;
    isOpen = true;
  }

  void release() {
    dictionary.entries().release();
    scratch.release();
  }
}

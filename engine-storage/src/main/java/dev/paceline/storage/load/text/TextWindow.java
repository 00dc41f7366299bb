package dev.paceline.storage.load.text;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A part of a text in memory, which grows at its end. One thread uses it.
 *
 * <p>The byte behind the {@link #limit} is readable too. It is the next one of the text, or 0 where
 * the text ends.
 */
public final class TextWindow {
  /**
   * The position in the segment at which the text starts: kernels may look at what is before it.
   */
  public static final int START = 64;

  private static final int LARGEST = Integer.MAX_VALUE - 1024;

  private final MemoryScope memory;
  private final TextInput input;
  private MemorySegment segment;
  private int loaded = START;
  private boolean ended;

  /**
   * @param capacity bytes of text that probably are enough
   */
  public TextWindow(MemoryScope memory, TextInput input, int capacity) {
    this.memory = memory;
    this.input = input;
    this.segment = memory.allocate(START + (long) capacity + 1);
    segment.asSlice(0, START).fill((byte) 0);
  }

  /** Returns the text, which is at another place after {@link #fill}. */
  public MemorySegment segment() {
    return segment;
  }

  /** Returns where the text ends for now. */
  public int limit() {
    return ended ? loaded : Math.max(START, loaded - 1);
  }

  /** Returns where the bytes end that were read, at the limit or behind it. */
  public int loaded() {
    return loaded;
  }

  /** Whether there is no text behind the limit. */
  public boolean isEnded() {
    return ended;
  }

  /** Appends bytes that were read before. */
  public void append(MemorySegment text, int from, int length) {
    reserve(length);
    MemorySegment.copy(text, from, segment, loaded, length);
    loaded += length;
  }

  /** Reads {@code bytes} further bytes, or fewer where the text ends. */
  public void fill(int bytes) {
    reserve(bytes);
    int to = loaded + bytes;
    while (loaded < to && !ended) {
      int count = input.read(segment, loaded, to - loaded);
      loaded += count;
      ended = count == 0;
    }
    segment.asSlice(loaded, MemoryScope.PADDING_BYTES).fill((byte) 0);
  }

  private void reserve(int bytes) {
    long needed = loaded + (long) bytes + 1;
    if (needed > LARGEST) {
      throw new IllegalArgumentException("a text of more than 2 GiB");
    }
    if (needed + MemoryScope.PADDING_BYTES > segment.byteSize()) {
      segment = memory.reallocate(segment, Math.max(needed, segment.byteSize() * 3 / 2));
    }
  }

  /** Returns a byte of the text. */
  public byte at(int position) {
    return segment.get(ValueLayout.JAVA_BYTE, position);
  }
}

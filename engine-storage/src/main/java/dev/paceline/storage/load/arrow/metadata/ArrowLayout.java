package dev.paceline.storage.load.arrow.metadata;

/** How the values of a field lie in the buffers of a record batch. */
public enum ArrowLayout {
  /** Every value is NULL. */
  NULLS(0),
  /** A bitmap. */
  BITS(2),
  /** Values of a fixed number of bytes. */
  FIXED(2),
  /** Strings, whose ends are numbers of 32 bits. */
  STRINGS(3),
  /** Strings, whose ends are numbers of 64 bits. */
  LARGE_STRINGS(3),
  /** Short strings, and places of long ones in any number of further buffers. */
  STRING_VIEWS(2),
  /** Strings of a fixed number of bytes. */
  FIXED_STRINGS(2),
  /** Lists, or maps, whose ends are numbers of 32 bits. */
  LISTS(2),
  LARGE_LISTS(2),
  /** Lists with the start and the length of each. */
  LIST_VIEWS(3),
  LARGE_LIST_VIEWS(3),
  /** Lists of a fixed number of elements. */
  FIXED_LISTS(1),
  STRUCTS(1),
  SPARSE_UNION(1),
  DENSE_UNION(2),
  RUN_ENDS(0);

  private final int buffers;

  ArrowLayout(int buffers) {
    this.buffers = buffers;
  }

  /** Returns the number of buffers of the field itself, without those that vary. */
  int buffers() {
    return buffers;
  }
}

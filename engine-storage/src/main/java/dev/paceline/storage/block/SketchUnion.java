package dev.paceline.storage.block;

import org.apache.datasketches.hll.HllSketch;

/**
 * Unites sketches of distinct values, as the union of the DataSketches library does, from the form
 * that {@link HllSketch#toCompactByteArray} gives. The first plan of each table unites hundreds of
 * them while the JVM still interprets this code, so that it is a few short loops over arrays. The
 * form has this layout with little-endian numbers:
 *
 * <pre>
 * 0  ints before the values   1  version   2  family   3  logarithm of the registers   4  unused
 * 5  flags                    6  values of a list, or smallest register    7  kind of the sketch
 *
 * a list of values, 8 at most:  8  the values: a register's number in 26 bits, its rank above
 * a set of more values:         8  their number   12  the values
 * registers:  8  sums   36  number of exceptions   40  four bits a register: what it has above the
 *                       smallest one, or 15 for an exception      then the exceptions, as values
 * </pre>
 *
 * <p>A small number of values is kept as it is, so that the count is exact. One thread at a time
 * may use a union.
 */
final class SketchUnion {
  private static final int REGISTERS = 1 << DistinctSketch.LOG_REGISTERS;

  /** The number of values up to which they are kept. */
  private static final int MOST_VALUES = REGISTERS / 8;

  private static final int SLOTS = 2 * MOST_VALUES;

  private static final int VERSION = 1;
  private static final int FAMILY = 7;
  private static final int LIST_INTS = 2;
  private static final int SET_INTS = 3;
  private static final int REGISTER_INTS = 10;

  /** The flag of a sketch without values. */
  private static final int EMPTY = 4;

  private static final int KIND_MASK = 15;
  private static final int LIST = 0;
  private static final int SET = 1;
  private static final int REGISTERS_OF_FOUR_BITS = 2;

  private static final int EXCEPTIONS_OFFSET = 36;
  private static final int EXCEPTION = 15;

  /** Registers have at most six bits. */
  private static final int GREATEST_RANK = 63;

  private static final int RANK_SHIFT = 26;

  /** Values by their own bits, in open addressing; 0 is no value. */
  private int[] values = new int[SLOTS];

  private int count;

  /** The largest rank of each register; empty as long as there are few values. */
  private byte[] registers = {};

  /**
   * Adds the values of a sketch.
   *
   * @throws IllegalArgumentException if the bytes are no sketch of {@link
   *     DistinctSketch#LOG_REGISTERS}
   * @throws IndexOutOfBoundsException if the sketch has fewer bytes than it says
   */
  void add(byte[] sketch) {
    boolean known =
        sketch[1] == VERSION && sketch[2] == FAMILY && sketch[3] == DistinctSketch.LOG_REGISTERS;
    int kind = sketch[7] & KIND_MASK;
    int ints = sketch[0];
    if (known && (sketch[5] & EMPTY) != 0) {
      return;
    }
    if (known && kind == LIST && ints == LIST_INTS) {
      addValues(sketch, LIST_INTS * Integer.BYTES, sketch[6] & 0xff);
    } else if (known && kind == SET && ints == SET_INTS) {
      addValues(sketch, SET_INTS * Integer.BYTES, intAt(sketch, 8));
    } else if (known
        && kind == REGISTERS_OF_FOUR_BITS
        && ints == REGISTER_INTS
        && sketch[6] >= 0
        && sketch[6] + EXCEPTION <= GREATEST_RANK) {
      int first = REGISTER_INTS * Integer.BYTES;
      useRegisters();
      addRegisters(sketch, first, sketch[6], registers);
      addValues(sketch, first + REGISTERS / 2, intAt(sketch, EXCEPTIONS_OFFSET));
    } else {
      throw new IllegalArgumentException("no sketch of %d registers".formatted(REGISTERS));
    }
  }

  /** Adds the values of another union. */
  void add(SketchUnion other) {
    if (other.registers.length == 0) {
      for (int value : other.values) {
        if (value != 0) {
          addValue(value);
        }
      }
    } else {
      useRegisters();
      for (int i = 0; i < REGISTERS; i++) {
        registers[i] = (byte) Math.max(registers[i], other.registers[i]);
      }
    }
  }

  long estimate() {
    return registers.length == 0
        ? count
        : Math.round(RegisterImage.sketch(DistinctSketch.LOG_REGISTERS, registers).getEstimate());
  }

  private void addValues(byte[] sketch, int from, int number) {
    for (int i = 0; i < number; i++) {
      addValue(intAt(sketch, from + Integer.BYTES * i));
    }
  }

  private void addValue(int value) {
    if (registers.length > 0) {
      int register = value & REGISTERS - 1;
      registers[register] = (byte) Math.max(registers[register], value >>> RANK_SHIFT);
      return;
    }
    int slot = value & SLOTS - 1;
    while (values[slot] != 0) {
      if (values[slot] == value) {
        return;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    values[slot] = value;
    count++;
    if (count > MOST_VALUES) {
      useRegisters();
    }
  }

  private void useRegisters() {
    if (registers.length == 0) {
      registers = new byte[REGISTERS];
      for (int value : values) {
        if (value != 0) {
          addValue(value);
        }
      }
      values = new int[0];
    }
  }

  private static void addRegisters(byte[] sketch, int from, int smallest, byte[] registers) {
    for (int i = 0; i < REGISTERS / 2; i++) {
      int pair = sketch[from + i];
      int low = pair & EXCEPTION;
      int high = pair >> 4 & EXCEPTION;
      if (low != EXCEPTION && smallest + low > registers[2 * i]) {
        registers[2 * i] = (byte) (smallest + low);
      }
      if (high != EXCEPTION && smallest + high > registers[2 * i + 1]) {
        registers[2 * i + 1] = (byte) (smallest + high);
      }
    }
  }

  private static int intAt(byte[] bytes, int at) {
    return bytes[at] & 0xff
        | (bytes[at + 1] & 0xff) << 8
        | (bytes[at + 2] & 0xff) << 16
        | bytes[at + 3] << 24;
  }
}

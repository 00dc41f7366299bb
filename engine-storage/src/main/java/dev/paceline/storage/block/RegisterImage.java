package dev.paceline.storage.block;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.datasketches.hll.HllSketch;

/**
 * Creates a sketch of the DataSketches library from HyperLogLog registers that were filled by other
 * code. To do so, it writes the serialized form that the library documents, with this layout and
 * little-endian numbers:
 *
 * <pre>
 * 0  ints before the registers   1  version        2  family    3  logarithm of the registers
 * 4  unused                      5  flags          6  unused    7  mode: one byte a register
 * 8  unused                     16  sum of 2⁻ʳ over registers r below 32
 * 24 the same of the others     32  registers that are 0     36  unused     40  registers
 * </pre>
 */
final class RegisterImage {
  private static final int PREAMBLE_INTS = 10;
  private static final int PREAMBLE_BYTES = PREAMBLE_INTS * Integer.BYTES;
  private static final int VERSION = 1;
  private static final int FAMILY = 7;

  /** Says that the order of updates is unknown, so that only registers decide the estimate. */
  private static final int OUT_OF_ORDER = 16;

  /** Registers rather than a list (2), one byte each (2). */
  private static final int MODE = 2 | 2 << 2;

  private static final int SUM_OFFSET = 16;
  private static final int ZEROS_OFFSET = 32;
  private static final int FIRST_GREAT = 32;

  private RegisterImage() {}

  static HllSketch sketch(int logRegisters, byte[] registers) {
    ByteBuffer image =
        ByteBuffer.allocate(PREAMBLE_BYTES + registers.length).order(ByteOrder.LITTLE_ENDIAN);
    image.put((byte) PREAMBLE_INTS).put((byte) VERSION).put((byte) FAMILY);
    image.put((byte) logRegisters).put((byte) 0).put((byte) OUT_OF_ORDER).put((byte) 0);
    image.put((byte) MODE);
    int[] counts = new int[Long.SIZE];
    for (byte register : registers) {
      counts[register]++;
    }
    image.putDouble(SUM_OFFSET, sum(counts, 0, FIRST_GREAT));
    image.putDouble(SUM_OFFSET + Double.BYTES, sum(counts, FIRST_GREAT, counts.length));
    image.putInt(ZEROS_OFFSET, counts[0]);
    image.put(PREAMBLE_BYTES, registers);
    return HllSketch.heapify(image.array());
  }

  private static double sum(int[] counts, int from, int to) {
    double sum = 0;
    for (int rank = from; rank < to; rank++) {
      sum += Math.scalb((double) counts[rank], -rank);
    }
    return sum;
  }
}

package dev.paceline.storage.file;

import java.lang.foreign.MemorySegment;
import java.util.zip.CRC32C;

/** CRC-32C (Castagnoli), which processors compute themselves. */
final class Checksum {
  /** Far below the limit of a ByteBuffer. */
  private static final long STEP_BYTES = 1L << 28;

  private Checksum() {}

  static int of(MemorySegment bytes) {
    CRC32C checksum = new CRC32C();
    for (long from = 0; from < bytes.byteSize(); from += STEP_BYTES) {
      checksum.update(
          bytes.asSlice(from, Math.min(STEP_BYTES, bytes.byteSize() - from)).asByteBuffer());
    }
    return (int) checksum.getValue();
  }

  static int of(byte[] bytes) {
    return of(MemorySegment.ofArray(bytes));
  }
}

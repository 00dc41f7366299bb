package dev.paceline.storage.load.parquet.index;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ThriftReader;
import io.airlift.compress.v3.xxhash.XxHash64JavaHasher;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A Bloom filter of the values of a column chunk: blocks of eight words, in each of which a value
 * sets one bit (Putze, Sanders and Singler, 2007). Only the blocks of the values that are looked
 * for are read. Not thread-safe.
 */
public final class BlockBloomFilter {
  private static final int MAX_HEADER_BYTES = 256;
  static final int BLOCK_BYTES = 32;

  /** Words of a block. */
  static final int WORDS = BLOCK_BYTES / Integer.BYTES;

  private static final int[] SALTS = {
    0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31
  };

  private final FileRead file;
  private final long blocksAt;
  private final long blockCount;
  private final MemorySegment block;

  private BlockBloomFilter(FileRead file, long blocksAt, long blockCount, MemorySegment block) {
    this.file = file;
    this.blocksAt = blocksAt;
    this.blockCount = blockCount;
    this.block = block;
  }

  /**
   * Reads the header of a filter.
   *
   * @param position of the filter in the file
   * @param limit length of the file
   * @param place what error messages call the column chunk
   * @throws PacelineException INVALID_FILE
   */
  public static BlockBloomFilter open(
      FileRead file, long position, long limit, String place, MemoryScope memory) {
    String name = "the Bloom filter of " + place;
    int length = (int) Math.min(MAX_HEADER_BYTES, limit - position);
    if (length <= 0) {
      throw new ThriftReader(MemorySegment.NULL, 0, 0, name)
          .invalid("it lies behind the end of the file");
    }
    MemorySegment header = memory.allocate(length);
    file.read(position, header, 0, length);
    ThriftReader reader = new ThriftReader(header, 0, length, name);
    long bytes = 0;
    reader.beginStruct();
    while (reader.nextField()) {
      if (reader.fieldId() == 1) {
        bytes = reader.readInt();
      } else {
        // The format defines one algorithm, one hash function and no compression.
        reader.skip();
      }
    }
    long blocksAt = position + reader.position();
    if (bytes < BLOCK_BYTES || bytes % BLOCK_BYTES != 0 || bytes > limit - blocksAt) {
      throw reader.invalid("it claims to have " + bytes + " bytes");
    }
    return new BlockBloomFilter(file, blocksAt, bytes / BLOCK_BYTES, memory.allocate(BLOCK_BYTES));
  }

  /**
   * Whether a value may be in the column chunk.
   *
   * @param value in the encoding PLAIN, a string without its length
   */
  public boolean mayContain(byte[] value) {
    long hash = XxHash64JavaHasher.hash(value, 0, value.length, 0);
    long index = (hash >>> 32) * blockCount >>> 32;
    file.read(blocksAt + index * BLOCK_BYTES, block, 0, BLOCK_BYTES);
    for (int i = 0; i < WORDS; i++) {
      if ((block.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * i) >>> bit(hash, i) & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns the bit of a word of a block that a value sets. */
  static int bit(long hash, int word) {
    return (int) hash * SALTS[word] >>> 27;
  }
}

package dev.paceline.storage.load.parquet.index;

import dev.paceline.storage.load.parquet.metadata.ThriftWriter;
import io.airlift.compress.v3.xxhash.XxHash64JavaHasher;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Makes a Bloom filter of the distinct values of a column chunk. Not thread-safe. */
public final class BloomFilterBuilder {
  /** Bits for each value. With 11, about one of a hundred other values seems to be among them. */
  private static final int BITS_PER_VALUE = 11;

  private static final int BLOCK_BITS = Byte.SIZE * BlockBloomFilter.BLOCK_BYTES;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] blocks;

  /**
   * @param values how many will be added, at most a few millions
   */
  public BloomFilterBuilder(int values) {
    int wanted = (int) ((long) values * BITS_PER_VALUE / BLOCK_BITS + 1);
    // Some readers take powers of two only.
    int count =
        Integer.highestOneBit(wanted) == wanted ? wanted : 2 * Integer.highestOneBit(wanted);
    this.blocks = new byte[count * BlockBloomFilter.BLOCK_BYTES];
  }

  /**
   * Adds a value.
   *
   * @param value in the encoding PLAIN, a string without its length
   */
  public void add(byte[] value) {
    long hash = XxHash64JavaHasher.hash(value, 0, value.length, 0);
    int count = blocks.length / BlockBloomFilter.BLOCK_BYTES;
    int block = (int) ((hash >>> 32) * count >>> 32) * BlockBloomFilter.BLOCK_BYTES;
    for (int word = 0; word < BlockBloomFilter.WORDS; word++) {
      int at = block + word * Integer.BYTES;
      int bits = (int) INTS.get(blocks, at) | 1 << BlockBloomFilter.bit(hash, word);
      INTS.set(blocks, at, bits);
    }
  }

  /** Returns the filter with its header. */
  public byte[] toBytes() {
    ThriftWriter header = new ThriftWriter();
    header.beginStruct();
    header.writeInt(1, blocks.length);
    // The format has one algorithm, one hash function and no compression.
    for (int field = 2; field <= 4; field++) {
      header.beginStruct(field);
      header.beginStruct(1);
      header.endStruct();
      header.endStruct();
    }
    header.endStruct();
    byte[] start = header.toBytes();
    byte[] all = new byte[start.length + blocks.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(blocks, 0, all, start.length, blocks.length);
    return all;
  }
}

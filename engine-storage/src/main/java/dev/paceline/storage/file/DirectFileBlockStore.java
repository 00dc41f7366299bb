package dev.paceline.storage.file;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read past the page cache, so that only the buffer pool decides what stays in
 * memory. Long reads go to their place; short ones, several that lie close together, and the rest
 * of a long one go through an aligned buffer, and only when there is no memory for that through the
 * cache.
 */
final class DirectFileBlockStore implements BlockStore {
  /** Position, length and address of a direct read are multiples of this number of bytes. */
  private static final long ALIGNMENT = SegmentLayout.BLOCK_ALIGNMENT;

  /** The length from which a read goes directly to its frame, without a copy. */
  static final long LONG_BYTES = 128L << 10;

  private static final @Nullable OpenOption DIRECT = directOption();

  private final FileBlockStore buffered;
  private final FileChannel direct;
  private final DirectBuffers buffers;

  private DirectFileBlockStore(FileBlockStore buffered, FileChannel direct, DirectBuffers buffers) {
    this.buffered = buffered;
    this.direct = direct;
    this.buffers = buffers;
  }

  /**
   * Opens a file for direct reading, or for buffered reading where the file system has no other.
   *
   * @param buffers live longer than the file
   */
  static BlockStore open(Path path, DirectBuffers buffers) throws IOException {
    FileBlockStore buffered = new FileBlockStore(path, StandardOpenOption.READ);
    OpenOption option = DIRECT;
    if (option == null) {
      return buffered;
    }
    try {
      return new DirectFileBlockStore(
          buffered, FileChannel.open(path, StandardOpenOption.READ, option), buffers);
    } catch (UnsupportedOperationException | IOException e) {
      return buffered;
    }
  }

  /** The option of the JDK's own file system, which not every JVM has; null then. */
  private static @Nullable OpenOption directOption() {
    try {
      Object[] options = Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants();
      for (Object option : options) {
        if (option instanceof OpenOption found && found.toString().equals("DIRECT")) {
          return found;
        }
      }
    } catch (ClassNotFoundException e) {
      // buffered then
    }
    return null;
  }

  @Override
  public String name() {
    return buffered.name();
  }

  @Override
  public long size() throws IOException {
    return buffered.size();
  }

  @Override
  public void read(long position, MemorySegment into) throws IOException {
    read(position, into, into.byteSize());
  }

  @Override
  public void read(long position, MemorySegment into, long least) throws IOException {
    long whole = 0;
    boolean isAligned = (position | into.address()) % ALIGNMENT == 0 && into.isNative();
    if (least >= LONG_BYTES && isAligned) {
      // With room behind the end, the last sector is read with the others.
      whole = Math.min(SegmentLayout.alignUp(least), into.byteSize() & -ALIGNMENT);
      for (long done = 0; done < Math.min(whole, least); ) {
        done += readDirectly(position + done, into.asSlice(done, whole - done), least - done);
      }
    }
    for (long done = whole; done < least; ) {
      long start = position + done & -ALIGNMENT;
      long count = Math.min(least - done, start + DirectBuffers.BYTES - (position + done));
      readThroughBuffer(
          new long[] {position + done}, new MemorySegment[] {into.asSlice(done, count)});
      done += count;
    }
  }

  @Override
  public void read(long[] positions, MemorySegment[] into) throws IOException {
    int last = positions.length - 1;
    long start = positions[0] & -ALIGNMENT;
    if (SegmentLayout.alignUp(positions[last] + into[last].byteSize()) - start
        > DirectBuffers.BYTES) {
      BlockStore.super.read(positions, into);
    } else {
      readThroughBuffer(positions, into);
    }
  }

  /** Reads what fits in a buffer at once. */
  private void readThroughBuffer(long[] positions, MemorySegment[] into) throws IOException {
    MemorySegment buffer = buffers.borrow();
    if (buffer == null) {
      for (int i = 0; i < positions.length; i++) {
        buffered.read(positions[i], into[i]);
      }
      return;
    }
    try {
      int last = positions.length - 1;
      long start = positions[0] & -ALIGNMENT;
      long least = positions[last] + into[last].byteSize() - start;
      long whole = SegmentLayout.alignUp(least);
      for (long done = 0; done < least; ) {
        done += readDirectly(start + done, buffer.asSlice(done, whole - done), least - done);
      }
      for (int i = 0; i <= last; i++) {
        MemorySegment.copy(buffer, positions[i] - start, into[i], 0, into[i].byteSize());
      }
    } finally {
      buffers.giveBack(buffer);
    }
  }

  /**
   * @param target a multiple of the alignment
   * @param least bytes of it that must come before the end of the file
   */
  private long readDirectly(long position, MemorySegment target, long least) throws IOException {
    int count =
        direct.read(
            target.asSlice(0, Math.min(target.byteSize(), 1L << 30)).asByteBuffer(), position);
    // A direct read that ends within a sector has met the end of the file.
    if (count <= 0 || count % ALIGNMENT != 0 && count < least) {
      throw new EOFException("the file ends at " + size() + ", more is wanted from " + position);
    }
    return count;
  }

  @Override
  public void write(long position, MemorySegment from) throws IOException {
    buffered.write(position, from);
  }

  @Override
  public void sync() throws IOException {
    buffered.sync();
  }

  @Override
  public void close() throws IOException {
    try (direct) {
      buffered.close();
    }
  }
}

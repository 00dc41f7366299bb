package dev.paceline.storage.file;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A file that is read past the page cache, so that only the buffer pool decides what stays in
 * memory. Small and unaligned reads go through a buffered channel.
 */
final class DirectFileBlockStore implements BlockStore {
  /** What position, length and address of a direct read are multiples of. */
  private static final long ALIGNMENT = SegmentLayout.BLOCK_ALIGNMENT;

  /** What a reader moves at once if the frame itself will not do. */
  private static final long STAGING_BYTES = 1L << 20;

  private static final ThreadLocal<MemorySegment> STAGING =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(STAGING_BYTES, ALIGNMENT));

  private static final @Nullable OpenOption DIRECT = directOption();

  private final FileBlockStore buffered;
  private final FileChannel direct;

  private DirectFileBlockStore(FileBlockStore buffered, FileChannel direct) {
    this.buffered = buffered;
    this.direct = direct;
  }

  /**
   * Opens a file for direct reading, or for buffered reading where the file system has no other.
   */
  static BlockStore open(Path path) throws IOException {
    FileBlockStore buffered = new FileBlockStore(path, StandardOpenOption.READ);
    OpenOption option = DIRECT;
    if (option == null) {
      return buffered;
    }
    try {
      return new DirectFileBlockStore(
          buffered, FileChannel.open(path, StandardOpenOption.READ, option));
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
    if (position % ALIGNMENT != 0 || into.byteSize() < ALIGNMENT) {
      buffered.read(position, into);
      return;
    }
    long whole = into.address() % ALIGNMENT == 0 ? into.byteSize() & -ALIGNMENT : 0;
    for (long done = 0; done < into.byteSize(); ) {
      done +=
          done < whole
              ? readInto(position + done, into.asSlice(done, Math.min(whole - done, 1L << 30)))
              : readStaged(position + done, into, done);
    }
  }

  private long readInto(long position, MemorySegment target) throws IOException {
    int count = direct.read(target.asByteBuffer(), position);
    requireMore(count, target.byteSize(), position);
    return count;
  }

  /** Reads through a buffer that is aligned and longer than what is wanted. */
  private long readStaged(long position, MemorySegment into, long done) throws IOException {
    MemorySegment staging = STAGING.get();
    long wanted = Math.min(into.byteSize() - done, STAGING_BYTES);
    long rounded = (wanted + ALIGNMENT - 1) & -ALIGNMENT;
    int count = direct.read(staging.asSlice(0, rounded).asByteBuffer(), position);
    requireMore(count, wanted, position);
    long useful = Math.min(count, wanted);
    MemorySegment.copy(staging, 0, into, done, useful);
    return useful;
  }

  private void requireMore(int count, long wanted, long position) throws IOException {
    // A direct read that ends within a sector has met the end of the file.
    if (count < wanted && (count <= 0 || count % ALIGNMENT != 0)) {
      throw new EOFException("the file ends at " + size() + ", more is wanted from " + position);
    }
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

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
 * memory. What is not aligned, small frames and the last bytes of large ones, goes through the
 * cache.
 */
final class DirectFileBlockStore implements BlockStore {
  /** What position, length and address of a direct read are multiples of. */
  private static final long ALIGNMENT = SegmentLayout.BLOCK_ALIGNMENT;

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
    for (long done = 0; done < whole; ) {
      done += readDirectly(position + done, into.asSlice(done, Math.min(whole - done, 1L << 30)));
    }
    if (whole < into.byteSize()) {
      buffered.read(position + whole, into.asSlice(whole));
    }
  }

  private long readDirectly(long position, MemorySegment target) throws IOException {
    int count = direct.read(target.asByteBuffer(), position);
    // A direct read that ends within a sector has met the end of the file.
    if (count <= 0 || count % ALIGNMENT != 0) {
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

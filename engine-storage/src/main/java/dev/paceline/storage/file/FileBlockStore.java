package dev.paceline.storage.file;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;

/** A file of the file system, read and written through its page cache. */
final class FileBlockStore implements BlockStore {
  /** One call moves at most this many bytes, below the limit of a ByteBuffer. */
  private static final long TRANSFER_BYTES = 1L << 26;

  private final Path path;
  private final FileChannel channel;

  FileBlockStore(Path path, OpenOption... options) throws IOException {
    this.path = path;
    this.channel = FileChannel.open(path, options);
  }

  @Override
  public String name() {
    return path.toString();
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public void read(long position, MemorySegment into) throws IOException {
    for (long done = 0; done < into.byteSize(); ) {
      int count = channel.read(window(into, done), position + done);
      if (count < 0) {
        throw new EOFException(
            "the file ends at "
                + channel.size()
                + ", bytes up to "
                + (position + into.byteSize())
                + " are wanted");
      }
      done += count;
    }
  }

  @Override
  public void write(long position, MemorySegment from) throws IOException {
    for (long done = 0; done < from.byteSize(); ) {
      done += channel.write(window(from, done), position + done);
    }
  }

  private static ByteBuffer window(MemorySegment segment, long from) {
    return segment
        .asSlice(from, Math.min(TRANSFER_BYTES, segment.byteSize() - from))
        .asByteBuffer();
  }

  @Override
  public void sync() throws IOException {
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}

package dev.paceline.storage.file;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory of the file system.
 *
 * @param buffers closed with this, if files are read past the page cache; else null
 */
record FileDirectory(Path path, @Nullable DirectBuffers buffers) implements StorageDirectory {
  private static final boolean WINDOWS = System.getProperty("os.name").startsWith("Windows");

  @Override
  public List<String> list() throws IOException {
    try (var entries = Files.list(path)) {
      return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
    }
  }

  @Override
  public BlockStore create(String name) throws IOException {
    return new FileBlockStore(path.resolve(name), CREATE, TRUNCATE_EXISTING, READ, WRITE);
  }

  @Override
  public BlockStore open(String name) throws IOException {
    Path file = path.resolve(name);
    return buffers == null
        ? new FileBlockStore(file, READ)
        : DirectFileBlockStore.open(file, buffers);
  }

  @Override
  public BlockStore update(String name) throws IOException {
    return new FileBlockStore(path.resolve(name), READ, WRITE);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    Files.move(path.resolve(from), path.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(path.resolve(name));
  }

  @Override
  public void sync() throws IOException {
    if (WINDOWS) {
      return; // a directory cannot be opened there, and NTFS logs names itself
    }
    try (FileChannel channel = FileChannel.open(path, READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() {
    if (buffers != null) {
      buffers.close();
    }
  }
}

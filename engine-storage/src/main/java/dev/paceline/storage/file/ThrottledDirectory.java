package dev.paceline.storage.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A directory on a device that is slower than it really is; see {@link DeviceThrottle}. */
record ThrottledDirectory(StorageDirectory directory, DeviceThrottle device)
    implements StorageDirectory {
  @Override
  public Path path() {
    return directory.path();
  }

  @Override
  public List<String> list() throws IOException {
    return directory.list();
  }

  @Override
  public BlockStore create(String name) throws IOException {
    return new ThrottledBlockStore(directory.create(name), device);
  }

  @Override
  public BlockStore open(String name) throws IOException {
    return new ThrottledBlockStore(directory.open(name), device);
  }

  @Override
  public BlockStore update(String name) throws IOException {
    return new ThrottledBlockStore(directory.update(name), device);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    directory.replace(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    directory.delete(name);
  }

  @Override
  public void sync() throws IOException {
    directory.sync();
  }

  @Override
  public void close() {
    directory.close();
  }
}

package dev.paceline.storage.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** A file on a device that is slower than it really is; see {@link DeviceThrottle}. */
record ThrottledBlockStore(BlockStore file, DeviceThrottle device) implements BlockStore {
  @Override
  public String name() {
    return file.name();
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public void read(long position, MemorySegment into) throws IOException {
    long end = device.reserve(this, position, into.byteSize());
    file.read(position, into);
    device.awaitEnd(end);
  }

  @Override
  public void read(long position, MemorySegment into, long least) throws IOException {
    long end = device.reserve(this, position, least);
    file.read(position, into, least);
    device.awaitEnd(end);
  }

  @Override
  public void read(long[] positions, MemorySegment[] into) throws IOException {
    long end = 0;
    for (int i = 0; i < positions.length; i++) {
      end = device.reserve(this, positions[i], into[i].byteSize());
    }
    file.read(positions, into);
    device.awaitEnd(end);
  }

  @Override
  public void write(long position, MemorySegment from) throws IOException {
    file.write(position, from);
  }

  @Override
  public void sync() throws IOException {
    file.sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}

package dev.paceline.storage.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A directory in memory that can fail, and that forgets in a crash what a disk may forget: writes
 * and lengths that were not synced (any part of them may have arrived all the same), and names
 * until the directory is synced (a prefix of their changes has arrived).
 */
final class MemoryDirectory implements StorageDirectory {
  /** What may fail; counted one by one. */
  enum Operation {
    READ,
    WRITE,
    SYNC,
    NAME
  }

  /** Decides before each operation whether it fails, and how. */
  interface Faults {
    /**
     * @param number of the operation, from 1
     * @return what to throw, or null
     */
    @Nullable IOException before(Operation operation, int number);
  }

  /** The contents of a file, as seen by the running program, and as the disk certainly has it. */
  private static final class Contents {
    byte[] current = new byte[0];
    byte[] durable = new byte[0];
    final List<long[]> unsynced = new ArrayList<>();
  }

  private final Path path = Path.of("memory").toAbsolutePath();

  @GuardedBy("this")
  private Map<String, Contents> names = new TreeMap<>();

  /** The states of the names since the last sync, the durable one first. */
  @GuardedBy("this")
  private final List<Map<String, Contents>> history = new ArrayList<>();

  @GuardedBy("this")
  private int operations;

  @GuardedBy("this")
  private int openFiles;

  @GuardedBy("this")
  private long writtenBytes;

  private volatile Faults faults = (operation, number) -> null;

  /** How many bytes all files may have together. */
  @GuardedBy("this")
  private long capacity = Long.MAX_VALUE;

  private final boolean syncLies;

  MemoryDirectory() {
    this(false);
  }

  /**
   * @param syncLies whether syncing a file does nothing
   */
  MemoryDirectory(boolean syncLies) {
    this.syncLies = syncLies;
    history.add(Map.of());
  }

  void faults(Faults newFaults) {
    faults = newFaults;
  }

  /** Bytes of all writes so far. */
  synchronized long writtenBytes() {
    return writtenBytes;
  }

  /** The device has no more room than the files take now. */
  synchronized void fill() {
    capacity = usedBytes();
  }

  synchronized void hasRoomAgain() {
    capacity = Long.MAX_VALUE;
  }

  synchronized long usedBytes() {
    return names.values().stream().mapToLong(contents -> contents.current.length).sum();
  }

  /** How many operations there were. */
  synchronized int operations() {
    return operations;
  }

  synchronized int openFiles() {
    return openFiles;
  }

  synchronized byte[] bytes(String name) {
    return names.get(name).current.clone();
  }

  /** A directory that holds the same files, all of it durable. */
  synchronized MemoryDirectory copy() {
    MemoryDirectory copy = new MemoryDirectory();
    names.forEach((name, contents) -> copy.put(name, contents.current));
    return copy;
  }

  /** Puts a durable file there. */
  synchronized void put(String name, byte[] bytes) {
    Contents contents = new Contents();
    contents.current = bytes.clone();
    contents.durable = bytes.clone();
    names.put(name, contents);
    history.clear();
    history.add(new LinkedHashMap<>(names));
  }

  /** What is left of it after the machine has stopped. */
  synchronized MemoryDirectory afterCrash(Random random) {
    MemoryDirectory after = new MemoryDirectory();
    Map<String, Contents> survived = history.get(random.nextInt(history.size()));
    survived.forEach(
        (name, contents) -> {
          byte[] bytes = contents.durable;
          for (long[] write : contents.unsynced) {
            int from = (int) write[0];
            int length = random.nextInt((int) write[1] + 1);
            if (random.nextBoolean() && from + length <= contents.current.length) {
              bytes = Arrays.copyOf(bytes, Math.max(bytes.length, from + length));
              System.arraycopy(contents.current, from, bytes, from, length);
            }
          }
          after.put(name, bytes);
        });
    return after;
  }

  private synchronized void count(Operation operation) throws IOException {
    IOException failure = faults.before(operation, ++operations);
    if (failure != null) {
      throw failure;
    }
  }

  private <T> T named(Function<Map<String, Contents>, T> change) throws IOException {
    count(Operation.NAME);
    synchronized (this) {
      T result = change.apply(names);
      history.add(new LinkedHashMap<>(names));
      return result;
    }
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public synchronized List<String> list() {
    return List.copyOf(names.keySet());
  }

  @Override
  public BlockStore create(String name) throws IOException {
    return named(
        files -> {
          Contents contents = new Contents();
          files.put(name, contents);
          return new Store(name, contents);
        });
  }

  @Override
  public synchronized BlockStore open(String name) throws IOException {
    Contents contents = names.get(name);
    if (contents == null) {
      throw new NoSuchFileException(name);
    }
    return new Store(name, contents);
  }

  @Override
  public BlockStore update(String name) throws IOException {
    return open(name);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    named(files -> files.put(to, files.remove(from)));
  }

  @Override
  public void delete(String name) throws IOException {
    named(files -> files.remove(name));
  }

  @Override
  public void sync() throws IOException {
    count(Operation.SYNC);
    synchronized (this) {
      history.clear();
      history.add(new LinkedHashMap<>(names));
    }
  }

  private final class Store implements BlockStore {
    private final String name;
    private final Contents contents;
    private boolean closed;

    Store(String name, Contents contents) {
      this.name = path.resolve(name).toString();
      this.contents = contents;
      synchronized (MemoryDirectory.this) {
        openFiles++;
      }
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public long size() {
      synchronized (MemoryDirectory.this) {
        return contents.current.length;
      }
    }

    @Override
    public void read(long position, MemorySegment into) throws IOException {
      count(Operation.READ);
      synchronized (MemoryDirectory.this) {
        if (position + into.byteSize() > contents.current.length) {
          throw new EOFException("the file ends at " + contents.current.length);
        }
        MemorySegment.copy(
            contents.current, (int) position, into, JAVA_BYTE, 0, (int) into.byteSize());
      }
    }

    /** A write that fails may have written any part. */
    @Override
    public void write(long position, MemorySegment from) throws IOException {
      IOException failure = null;
      try {
        count(Operation.WRITE);
      } catch (IOException e) {
        failure = e;
      }
      int length = (int) (failure == null ? from.byteSize() : from.byteSize() / 2);
      synchronized (MemoryDirectory.this) {
        int end = (int) position + length;
        if (end > contents.current.length) {
          long more = (long) end - contents.current.length;
          if (names.containsValue(contents) && more > capacity - usedBytes()) {
            throw new IOException("No space left on device");
          }
          contents.current = Arrays.copyOf(contents.current, end);
        }
        MemorySegment.copy(from, JAVA_BYTE, 0, contents.current, (int) position, length);
        contents.unsynced.add(new long[] {position, length});
        writtenBytes += length;
      }
      if (failure != null) {
        throw failure;
      }
    }

    @Override
    public void sync() throws IOException {
      count(Operation.SYNC);
      if (syncLies) {
        return;
      }
      synchronized (MemoryDirectory.this) {
        contents.durable = contents.current.clone();
        contents.unsynced.clear();
      }
    }

    @Override
    public void close() {
      synchronized (MemoryDirectory.this) {
        if (!closed) {
          closed = true;
          openFiles--;
        }
      }
    }
  }
}

package dev.paceline.storage.load.share;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ScanOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Columns of files in memory, and what running scans of the same file share. It takes only memory
 * that is free, at most {@link #limitBytes} of it, and gives it back when anyone needs it.
 *
 * <p>One lock guards all of its state; nothing is read or allocated under it.
 */
public final class FileCache implements MemoryLedger.Reclaimer, AutoCloseable {
  /**
   * A file that was changed less than this time ago may be changed again without another time of
   * change, so that nothing is kept of it.
   */
  private static final long SETTLING_MILLIS = 100;

  /** Files that are not being scanned, and of which something is known. */
  private static final int MOST_FILES = 256;

  private static final int DEFAULT_PART = 8;

  private final MemoryLedger ledger;
  private volatile long limitBytes;

  /** Bytes of all blocks and of texts that no chunk in use needs. Changed under the lock. */
  private final AtomicLong usedBytes = new AtomicLong();

  /** The least recently used one first. */
  @GuardedBy("this")
  private final Map<FileKey, SharedFile> files = new LinkedHashMap<>(16, 0.75f, true);

  /** The least recently used one first. */
  @GuardedBy("this")
  private final Set<CachedBlock> blocks = new LinkedHashSet<>();

  /** Chunks whose texts are kept for scans that have yet to take them. */
  @GuardedBy("this")
  private final Set<SharedChunk> waiting = new LinkedHashSet<>();

  @GuardedBy("this")
  private long scans;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param limitBytes the most that it holds; with 0 scans share nothing
   */
  public FileCache(MemoryLedger ledger, long limitBytes) {
    this.ledger = ledger;
    this.limitBytes = limitBytes;
    ledger.addReclaimer(this);
  }

  /** Returns the usual limit with so much memory: an eighth of it. */
  public static long defaultBytes(long memoryBytes) {
    return memoryBytes / DEFAULT_PART;
  }

  /** Returns the account that all memory for reading files is reserved from. */
  public MemoryLedger ledger() {
    return ledger;
  }

  /** Returns the most that it holds. */
  public long limitBytes() {
    return limitBytes;
  }

  /** Sets the most that it holds; with 0 scans that begin from now on share nothing. */
  public void setLimitBytes(long bytes) {
    limitBytes = bytes;
    reclaim(Math.max(0, usedBytes.get() - bytes));
  }

  /** Returns the bytes that it holds now. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /**
   * Begins a scan.
   *
   * @param key null for a scan that shares nothing
   * @param places makes what is known of the chunks if no scan has read the file
   * @param chunkCount of the file
   * @param columns indexes of the wanted columns in the table
   */
  public SharedScan attach(
      @Nullable FileKey key,
      Supplier<? extends ChunkPlaces> places,
      int chunkCount,
      int[] columns,
      ScanOrder order) {
    BitSet all = new BitSet();
    all.set(0, chunkCount);
    return attach(key, places, chunkCount, new SharedScan.Request(all, columns, order, true));
  }

  /**
   * Begins a scan of a file of which the positions of all chunks are known. If other scans are
   * reading all remaining chunks, the scan reads one of these chunks itself and does not wait.
   *
   * @param key as above
   * @param chunkCount of the file
   * @param wanted indexes of the chunks that the scan takes
   * @param columns indexes of the wanted columns in the file
   */
  public SharedScan attach(
      FileKey key, int chunkCount, BitSet wanted, int[] columns, ScanOrder order) {
    return attach(
        key,
        () -> new FixedPlaces(chunkCount),
        chunkCount,
        new SharedScan.Request(wanted, columns, order, false));
  }

  private SharedScan attach(
      @Nullable FileKey key,
      Supplier<? extends ChunkPlaces> places,
      int chunkCount,
      SharedScan.Request request) {
    boolean shares =
        key != null
            && limitBytes > 0
            && System.currentTimeMillis() - key.modifiedMillis() >= SETTLING_MILLIS;
    List<MemoryScope> dropped = new ArrayList<>();
    SharedScan scan;
    synchronized (this) {
      SharedFile file = shares && !closed ? files.get(key) : null;
      if (file == null) {
        file = new SharedFile(places.get(), chunkCount, shares && !closed);
        if (file.isListed && key != null) {
          dropOldVersions(key, dropped);
          files.put(key, file);
          dropOldFiles(dropped);
        }
      }
      scan = new SharedScan(this, file, ++scans, request);
      file.scans.add(scan);
    }
    dropped.forEach(MemoryScope::close);
    return scan;
  }

  /** Forgets what a file of the same name held before it was changed. */
  @GuardedBy("this")
  private void dropOldVersions(FileKey key, List<MemoryScope> dropped) {
    Iterator<Map.Entry<FileKey, SharedFile>> all = files.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<FileKey, SharedFile> other = all.next();
      if (other.getKey().isOtherVersion(key)) {
        all.remove();
        forget(other.getValue(), dropped);
      }
    }
  }

  @GuardedBy("this")
  private void dropOldFiles(List<MemoryScope> dropped) {
    Iterator<SharedFile> all = files.values().iterator();
    while (files.size() > MOST_FILES && all.hasNext()) {
      SharedFile file = all.next();
      if (file.scans.isEmpty()) {
        all.remove();
        forget(file, dropped);
      }
    }
  }

  /** Drops the blocks of a file that is not listed any more; those in use are dropped later. */
  @GuardedBy("this")
  private void forget(SharedFile file, List<MemoryScope> dropped) {
    file.isListed = false;
    for (CachedBlock block : List.copyOf(blocks)) {
      if (block.chunk.file == file && block.pins == 0) {
        drop(block, dropped);
      }
    }
  }

  /** Makes scans that begin from now on read a file anew. */
  void unlist(SharedFile file) {
    synchronized (this) {
      files.values().removeIf(listed -> listed == file);
      file.isListed = false;
    }
  }

  /** Ends a scan. With the last one of a file, what is not certain is forgotten. */
  void detach(SharedScan scan) {
    SharedFile file = scan.file();
    List<MemoryScope> dropped = new ArrayList<>();
    synchronized (this) {
      if (!file.scans.remove(scan)) {
        return;
      }
      for (int i = file.texts.nextSetBit(0); i >= 0; i = file.texts.nextSetBit(i + 1)) {
        if (file.chunk(i).textPins == 0 && !file.isTextWanted(file.chunk(i))) {
          dropText(file.chunk(i), dropped);
        }
      }
      if (file.scans.isEmpty()) {
        dropUncertain(file, dropped);
      }
    }
    dropped.forEach(MemoryScope::close);
  }

  @GuardedBy("this")
  private void dropUncertain(SharedFile file, List<MemoryScope> dropped) {
    file.places.forgetUncertain();
    int from = file.isListed ? file.places.certain() : 0;
    for (int i = from; i < file.chunkCount(); i++) {
      SharedChunk chunk = file.chunk(i);
      chunk.rows = -1;
      for (CachedBlock block : Set.copyOf(chunk.columns.values())) {
        drop(block, dropped);
      }
    }
  }

  /** Notes that a scan uses a block. The caller holds the lock. */
  void touch(CachedBlock block, long scan) {
    synchronized (this) {
      block.lastScan = Math.max(block.lastScan, scan);
      if (blocks.remove(block)) {
        blocks.add(block);
      }
    }
  }

  /** Keeps the text of a chunk as long as a chunk in use needs it. The caller holds the lock. */
  void pinText(SharedChunk chunk) {
    synchronized (this) {
      chunk.textPins++;
      if (chunk.textMemory != null && waiting.remove(chunk)) {
        usedBytes.addAndGet(-chunk.textMemory.bytes());
      }
    }
  }

  /** Whether columns of a file are worth keeping. */
  boolean keeps(SharedFile file) {
    synchronized (this) {
      return file.isListed && !closed;
    }
  }

  /**
   * Makes room for columns, without taking it from anyone who used it lately.
   *
   * @return memory for them; null if there is no room
   */
  @Nullable MemoryScope reserve(long bytes, long scan) {
    long needed = MemoryScope.frameBytes(bytes);
    return makeRoom(needed, scan) && ledger.availableBytes() >= needed
        ? ledger.openScope("columns of files in memory")
        : null;
  }

  /** Drops blocks that no scan from {@code scan} on has used, until there is room. */
  private boolean makeRoom(long bytes, long scan) {
    List<MemoryScope> dropped = new ArrayList<>();
    boolean room;
    synchronized (this) {
      Iterator<CachedBlock> oldest = List.copyOf(blocks).iterator();
      while (usedBytes.get() + bytes > limitBytes && oldest.hasNext()) {
        CachedBlock block = oldest.next();
        if (block.lastScan >= scan) {
          break;
        }
        if (block.pins == 0) {
          drop(block, dropped);
        }
      }
      room = usedBytes.get() + bytes <= limitBytes;
    }
    dropped.forEach(MemoryScope::close);
    return room;
  }

  /** Adds columns, unless others have added them meanwhile or the file is not listed any more. */
  void add(CachedBlock block) {
    synchronized (this) {
      SharedChunk chunk = block.chunk;
      boolean isNew = block.columns.keySet().stream().noneMatch(chunk.columns::containsKey);
      if (isNew && chunk.file.isListed && !closed) {
        block.columns.keySet().forEach(column -> chunk.columns.put(column, block));
        blocks.add(block);
        usedBytes.addAndGet(block.bytes());
        return;
      }
    }
    block.memory.close();
  }

  /** Drops the text of a chunk if no scan will come for it, or there is no room to keep it. */
  void dropTextIfUnused(SharedChunk chunk, long scan) {
    long bytes;
    synchronized (this) {
      MemoryScope memory = chunk.textMemory;
      if (memory == null || chunk.textPins > 0) {
        return;
      }
      bytes = memory.bytes();
    }
    boolean room = makeRoom(bytes, scan);
    List<MemoryScope> dropped = new ArrayList<>();
    synchronized (this) {
      if (chunk.textMemory == null || chunk.textPins > 0 || waiting.contains(chunk)) {
        return;
      }
      if (room && !closed && chunk.file.isTextWanted(chunk)) {
        waiting.add(chunk);
        usedBytes.addAndGet(bytes);
      } else {
        dropText(chunk, dropped);
      }
    }
    dropped.forEach(MemoryScope::close);
  }

  @GuardedBy("this")
  private void drop(CachedBlock block, List<MemoryScope> dropped) {
    if (blocks.remove(block)) {
      block.columns.keySet().forEach(column -> block.chunk.columns.remove(column, block));
      usedBytes.addAndGet(-block.bytes());
      dropped.add(block.memory);
    }
  }

  @GuardedBy("this")
  private void dropText(SharedChunk chunk, List<MemoryScope> dropped) {
    MemoryScope memory = chunk.textMemory;
    if (memory == null) {
      return;
    }
    if (waiting.remove(chunk)) {
      usedBytes.addAndGet(-memory.bytes());
    }
    chunk.text = null;
    chunk.textMemory = null;
    chunk.file.texts.clear(chunk.index);
    dropped.add(memory);
  }

  @Override
  public long reclaim(long bytes) {
    List<MemoryScope> dropped = new ArrayList<>();
    long before;
    long after;
    synchronized (this) {
      before = usedBytes.get();
      for (CachedBlock block : List.copyOf(blocks)) {
        if (before - usedBytes.get() < bytes && block.pins == 0) {
          drop(block, dropped);
        }
      }
      for (SharedChunk chunk : List.copyOf(waiting)) {
        if (before - usedBytes.get() < bytes && chunk.textPins == 0) {
          dropText(chunk, dropped);
        }
      }
      after = usedBytes.get();
    }
    dropped.forEach(MemoryScope::close);
    return before - after;
  }

  @Override
  public long reclaimableBytes() {
    return usedBytes.get();
  }

  /** Gives all memory back. Scans that still run share nothing from now on. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      files.values().forEach(file -> file.isListed = false);
      files.clear();
    }
    reclaim(Long.MAX_VALUE);
    ledger.removeReclaimer(this);
  }
}

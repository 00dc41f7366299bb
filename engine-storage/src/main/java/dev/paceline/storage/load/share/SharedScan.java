package dev.paceline.storage.load.share;

import dev.paceline.core.scan.ScanOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One scan of a file that others may share: it takes every chunk once. Any thread may call any
 * method.
 */
public final class SharedScan {
  private final FileCache cache;
  private final SharedFile file;
  private final long id;
  private final Request request;
  private volatile Runnable wakeUp = () -> {};

  /** Whether it was told that there is no chunk just now. The cache guards it. */
  private boolean starved;

  /** The chunks that it has yet to take. The cache guards it. */
  private final BitSet remaining = new BitSet();

  /** Those of them whose columns were in memory when it was looked last. The cache guards it. */
  private final BitSet found = new BitSet();

  /**
   * The part of a file that a scan takes.
   *
   * @param chunks their indexes
   * @param columns their indexes in the table or file
   * @param waits whether it leaves chunks that other scans are reading until these have been read
   */
  record Request(BitSet chunks, int[] columns, ScanOrder order, boolean waits) {}

  SharedScan(FileCache cache, SharedFile file, long id, Request request) {
    this.cache = cache;
    this.file = file;
    this.id = id;
    this.request = request;
    remaining.or(request.chunks());
    for (int i = remaining.nextSetBit(0); i >= 0; i = remaining.nextSetBit(i + 1)) {
      if (file.chunk(i).hasColumns(request.columns())) {
        found.set(i);
      }
    }
  }

  long id() {
    return id;
  }

  FileCache cache() {
    return cache;
  }

  SharedFile file() {
    return file;
  }

  int[] columns() {
    return request.columns();
  }

  /** Returns what all scans of the file know of its chunks. */
  public ChunkPlaces places() {
    return file.places;
  }

  /** Calls {@code listener}, without a lock, whenever there may be a chunk after there was none. */
  public void onAvailable(Runnable listener) {
    wakeUp = listener;
  }

  /** Returns the next chunk; null if there is none just now or at all. */
  public @Nullable SharedUse take() {
    synchronized (cache) {
      int index = request.order() == ScanOrder.ANY ? nearest() : first();
      starved = index < 0;
      if (starved) {
        return null;
      }
      remaining.clear(index);
      SharedChunk chunk = file.chunk(index);
      SharedUse use = new SharedUse(this, chunk);
      if (use.isReader()) {
        file.position = index + 1;
      }
      return use;
    }
  }

  /** A chunk in memory, or else the one behind the chunk that was read last. */
  private int nearest() {
    for (int i = file.texts.nextSetBit(0); i >= 0; i = file.texts.nextSetBit(i + 1)) {
      if (remaining.get(i)) {
        return i;
      }
    }
    for (int i = found.nextSetBit(0); i >= 0; i = found.nextSetBit(i + 1)) {
      if (remaining.get(i) && file.chunk(i).hasColumns(request.columns())) {
        return i;
      }
      found.clear(i);
    }
    int start = file.scans.size() > 1 ? file.position : 0;
    int next = unread(start);
    if (next < 0) {
      next = unread(0);
    }
    return next < 0 && !request.waits() ? remaining.nextSetBit(0) : next;
  }

  /** The first remaining chunk from one on that nobody is reading. */
  private int unread(int from) {
    int index = remaining.nextSetBit(from);
    while (index >= 0 && file.chunk(index).reader != null) {
      index = remaining.nextSetBit(index + 1);
    }
    return index;
  }

  private int first() {
    int index = remaining.nextSetBit(0);
    if (!request.waits()) {
      return index;
    }
    boolean early = request.order() == ScanOrder.CERTAIN && index > file.places.certain();
    return index < 0 || early || file.chunk(index).reader != null ? -1 : index;
  }

  /** Whether all chunks were taken. */
  public boolean isExhausted() {
    synchronized (cache) {
      return remaining.isEmpty();
    }
  }

  /** Whether it has yet to take a chunk and needs its text. The caller holds the cache's lock. */
  boolean wantsText(SharedChunk chunk) {
    return remaining.get(chunk.index) && !chunk.hasColumns(request.columns());
  }

  /** Notes that columns of a chunk are in memory. The caller holds the cache's lock. */
  void noteColumns(SharedChunk chunk) {
    if (remaining.get(chunk.index) && chunk.hasColumns(request.columns())) {
      found.set(chunk.index);
    }
  }

  /** Wakes scans that found no chunk, because more is known of the file. Called without a lock. */
  public void announce() {
    List<SharedScan> scans = new ArrayList<>();
    synchronized (cache) {
      for (SharedScan scan : file.scans) {
        if (scan.starved) {
          scan.starved = false;
          scans.add(scan);
        }
      }
    }
    scans.forEach(scan -> scan.wakeUp.run());
  }

  /**
   * Makes later scans begin anew, because the content is not as it seemed. Scans that run already
   * go on.
   */
  public void abandonFile() {
    cache.unlist(file);
  }

  /** Ends the scan, when no chunk of it is in use. Closing twice does nothing. */
  public void close() {
    synchronized (cache) {
      remaining.clear();
    }
    cache.detach(this);
  }
}

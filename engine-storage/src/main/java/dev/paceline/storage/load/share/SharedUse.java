package dev.paceline.storage.load.share;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.storage.load.column.CopyableColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A chunk that a scan has taken. What it found in memory stays there until it is closed. One thread
 * at a time uses it.
 */
public final class SharedUse implements AutoCloseable {
  private final SharedScan scan;
  private final SharedChunk chunk;
  private final int rowCount;
  private final @Nullable ChunkColumn[] cached;
  private final List<CachedBlock> blocks = new ArrayList<>();
  private final @Nullable ChunkText found;
  private boolean isTextPinned;
  private boolean closed;

  /** The caller holds the cache's lock. */
  SharedUse(SharedScan scan, SharedChunk chunk) {
    this.scan = scan;
    this.chunk = chunk;
    this.rowCount = chunk.rows;
    int[] columns = scan.columns();
    this.cached = new ChunkColumn[columns.length];
    for (int i = 0; i < columns.length; i++) {
      CachedBlock block = chunk.columns.get(columns[i]);
      if (block != null) {
        cached[i] = requireNonNull(block.columns.get(columns[i]));
        pin(block);
      }
    }
    boolean complete = chunk.hasColumns(columns);
    found = complete ? null : chunk.text;
    if (found != null) {
      isTextPinned = true;
      scan.cache().pinText(chunk);
    } else if (!complete && chunk.reader == null) {
      chunk.reader = scan;
    }
  }

  private void pin(CachedBlock block) {
    if (!blocks.contains(block)) {
      blocks.add(block);
      block.pins++;
      scan.cache().touch(block, scan.id());
    }
  }

  /** Returns the index of the chunk. */
  public int index() {
    return chunk.index;
  }

  /** Returns the number of rows; -1 if it is not known. */
  public int rowCount() {
    return rowCount;
  }

  /** Returns a column that was in memory; null if it has to be parsed. */
  public @Nullable ChunkColumn column(int position) {
    return cached[position];
  }

  /** Returns the text, if it was in memory and is needed. */
  public @Nullable ChunkText text() {
    return found;
  }

  /** Whether all columns were in memory. */
  public boolean isCached() {
    if (rowCount < 0) {
      return false;
    }
    for (ChunkColumn column : cached) {
      if (column == null && rowCount > 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether others wait until this use has read the text. The caller holds the cache's lock. */
  boolean isReader() {
    return chunk.reader == scan && found == null && !isCached();
  }

  /**
   * Shares what was read and parsed, after all of it is known to be right.
   *
   * @param rows of the chunk
   * @param parsed by the positions of the columns in the scan; null for those that were cached
   * @param text that was read; null if it was shared
   * @param textMemory of the text, which belongs to the cache from now on
   */
  public void publish(
      int rows,
      @Nullable ChunkColumn[] parsed,
      @Nullable ChunkText text,
      @Nullable MemoryScope textMemory) {
    synchronized (scan.cache()) {
      chunk.rows = rows;
      if (text != null) {
        chunk.text = text;
        chunk.textMemory = textMemory;
        chunk.textPins = 1;
        isTextPinned = true;
        chunk.file.texts.set(chunk.index);
      }
      endReading();
    }
    CachedBlock block = rows > 0 && scan.cache().keeps(chunk.file) ? copy(parsed) : null;
    if (block != null) {
      scan.cache().add(block);
    }
    synchronized (scan.cache()) {
      chunk.file.scans.forEach(other -> other.noteColumns(chunk));
    }
    scan.announce();
  }

  /**
   * Shares one column, while the scan goes on to read the chunk.
   *
   * @param rows of the chunk
   * @param position of the column in the scan
   */
  public void publish(int rows, int position, ChunkColumn column) {
    if (!scan.cache().keeps(chunk.file)) {
      return;
    }
    @Nullable ChunkColumn[] parsed = new ChunkColumn[cached.length];
    parsed[position] = column;
    CachedBlock block = copy(parsed);
    if (block == null) {
      return;
    }
    synchronized (scan.cache()) {
      chunk.rows = rows;
    }
    scan.cache().add(block);
    synchronized (scan.cache()) {
      chunk.file.scans.forEach(other -> other.noteColumns(chunk));
    }
  }

  private boolean endReading() {
    boolean reading = chunk.reader == scan && found == null;
    if (reading) {
      chunk.reader = null;
    }
    return reading;
  }

  /** Copies columns to memory of the cache; null if there is no room, or nothing to copy. */
  private @Nullable CachedBlock copy(@Nullable ChunkColumn[] parsed) {
    Map<Integer, CopyableColumn> copied = new HashMap<>();
    long bytes = 0;
    for (int i = 0; i < parsed.length; i++) {
      if (parsed[i] instanceof CopyableColumn column) {
        copied.put(scan.columns()[i], column);
        bytes += segmentBytes(column);
      }
    }
    if (copied.isEmpty()) {
      return null;
    }
    MemoryScope memory = scan.cache().reserve(bytes, scan.id());
    if (memory == null) {
      return null;
    }
    Map<Integer, ChunkColumn> columns = new HashMap<>();
    boolean complete = false;
    try {
      var all = memory.allocateAlone(bytes);
      long at = 0;
      for (Map.Entry<Integer, CopyableColumn> entry : copied.entrySet()) {
        long length = segmentBytes(entry.getValue());
        columns.put(entry.getKey(), entry.getValue().copyTo(all.asSlice(at, length)));
        at += length;
      }
      complete = true;
      return new CachedBlock(chunk, columns, memory, scan.id());
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.MEMORY_LIMIT) {
        throw e;
      }
      return null; // memory became short in between: the columns are parsed again next time
    } finally {
      if (!complete) {
        memory.close();
      }
    }
  }

  private static long segmentBytes(CopyableColumn column) {
    return column.copyBytes() + MemoryScope.PADDING_BYTES + 63 & -64;
  }

  /** Gives back what was found or shared. Closing twice does nothing. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    boolean given;
    synchronized (scan.cache()) {
      blocks.forEach(block -> block.pins--);
      given = endReading();
      if (isTextPinned) {
        chunk.textPins--;
      }
    }
    scan.cache().dropTextIfUnused(chunk, scan.id());
    if (given) {
      scan.announce();
    }
  }
}

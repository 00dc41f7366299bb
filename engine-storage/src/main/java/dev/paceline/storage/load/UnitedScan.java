package dev.paceline.storage.load;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanCounters;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.column.ColumnCast;
import dev.paceline.storage.load.column.ConstantColumn;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scan of a united table: the scans of its files one after the other, but for those of which no
 * row can match. Any thread may call any method.
 */
final class UnitedScan implements ChunkSource {
  private final List<DataType> types;
  private final int[] wanted;
  private final List<ScanPredicate> predicates;
  private final ScanOrder order;
  private final MemoryScope memory;
  private final long totalRows;
  private final long skippedBlocks;
  private volatile Runnable wakeUp = () -> {};

  @GuardedBy("this")
  private final Deque<UnitedFile> waiting;

  @GuardedBy("this")
  private final List<OpenFile> open = new ArrayList<>();

  /** Chunks that are handed out, and the scan itself as long as it is open. */
  @GuardedBy("this")
  private int holds = 1;

  @GuardedBy("this")
  private boolean closed;

  /** The scans of all files, for what they did. */
  @GuardedBy("this")
  private final List<ChunkSource> opened = new ArrayList<>();

  /**
   * A file that is being scanned.
   *
   * @param positions for each wanted column: the position in the file's scan; -1 for a constant
   * @param constants of one row, in place of the columns that the file does not have
   * @param casts the types that columns of other types become; null for the others
   */
  private record OpenFile(
      ChunkSource source,
      int[] positions,
      @Nullable ConstantColumn[] constants,
      @Nullable DataType[] casts) {}

  private UnitedScan(
      List<UnitedFile> files,
      List<DataType> types,
      int[] wanted,
      List<ScanPredicate> predicates,
      ScanOrder order,
      MemoryScope memory,
      long skippedBlocks) {
    this.types = types;
    this.wanted = wanted;
    this.predicates = predicates;
    this.order = order;
    this.memory = memory;
    this.skippedBlocks = skippedBlocks;
    this.waiting = new ArrayDeque<>(files);
    this.totalRows = files.stream().mapToLong(file -> file.table().estimatedRows()).sum();
  }

  static UnitedScan open(
      List<UnitedFile> files,
      List<DataType> types,
      int[] wanted,
      List<ScanPredicate> predicates,
      ScanOrder order,
      MemoryLedger ledger) {
    List<UnitedFile> matching = new ArrayList<>();
    try (MemoryScope scope = ledger.openScope("values of file names")) {
      for (UnitedFile file : files) {
        boolean matches = true;
        for (ScanPredicate predicate : predicates) {
          int column = wanted[predicate.column()];
          matches &=
              file.sources()[column] >= 0
                  || constant(types.get(column), file.constants()[column], 1, scope)
                      .matches(predicate.predicate());
        }
        if (matches) {
          matching.add(file);
        }
      }
    }
    long skipped = (files.size() - matching.size()) * (long) wanted.length;
    return new UnitedScan(
        matching,
        types,
        wanted,
        predicates,
        order,
        ledger.openScope("values of file names"),
        skipped);
  }

  private static ConstantColumn constant(
      DataType type, @Nullable Object value, int rows, MemoryScope memory) {
    return switch (value) {
      case Long number -> ConstantColumn.ofLong(type, rows, number);
      case String string -> {
        byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
        MemorySegment heap = memory.allocate(bytes.length);
        MemorySegment.copy(bytes, 0, heap, ValueLayout.JAVA_BYTE, 0, bytes.length);
        yield ConstantColumn.ofBytes(type, rows, heap, bytes.length);
      }
      case null -> ConstantColumn.ofNull(type, rows);
      default -> throw new IllegalArgumentException(value + " in the name of a file");
    };
  }

  @Override
  public synchronized @Nullable Chunk next() {
    if (closed) {
      return null;
    }
    for (int i = 0; i < open.size(); i++) {
      Chunk chunk = take(open.get(i));
      if (chunk != null) {
        return chunk;
      }
      if (open.get(i).source().exhausted()) {
        open.remove(i--).source().close();
      }
    }
    while (!waiting.isEmpty()) {
      OpenFile file = open(waiting.remove());
      open.add(file);
      Chunk chunk = take(file);
      if (chunk != null) {
        return chunk;
      }
    }
    return null;
  }

  @GuardedBy("this")
  private @Nullable Chunk take(OpenFile file) {
    Chunk chunk = file.source().next();
    if (chunk == null) {
      return null;
    }
    holds++;
    return new UnitedChunk(file, chunk, wanted.length, memory.ledger());
  }

  @GuardedBy("this")
  private OpenFile open(UnitedFile file) {
    List<Integer> columns = new ArrayList<>();
    int[] positions = new int[wanted.length];
    @Nullable ConstantColumn[] constants = new ConstantColumn[wanted.length];
    @Nullable DataType[] casts = new DataType[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      int source = file.sources()[wanted[i]];
      positions[i] = source < 0 ? -1 : columns.size();
      casts[i] = file.isCast(wanted[i], types.get(wanted[i])) ? types.get(wanted[i]) : null;
      if (source >= 0) {
        columns.add(source);
      } else {
        constants[i] = constant(types.get(wanted[i]), file.constants()[wanted[i]], 1, memory);
      }
    }
    List<ScanPredicate> own = new ArrayList<>();
    for (ScanPredicate predicate : predicates) {
      if (positions[predicate.column()] >= 0 && casts[predicate.column()] == null) {
        own.add(new ScanPredicate(positions[predicate.column()], predicate.predicate()));
      }
    }
    ChunkSource source =
        file.table()
            .snapshot()
            .openScan(columns.stream().mapToInt(i -> i).toArray(), own, new BitSet(), order);
    source.onAvailable(this::wakeUp);
    opened.add(source);
    return new OpenFile(source, positions, constants, casts);
  }

  /** The thread that opens a file finds its chunks without being woken up. */
  private void wakeUp() {
    if (!Thread.holdsLock(this)) {
      wakeUp.run();
    }
  }

  @Override
  public synchronized boolean exhausted() {
    return closed || waiting.isEmpty() && open.stream().allMatch(file -> file.source().exhausted());
  }

  @Override
  public void release(Chunk chunk) {
    UnitedChunk united = (UnitedChunk) chunk;
    united.file.source().release(united.chunk);
    united.close();
    letGo();
  }

  /** Never called: one work order reads all of a chunk of a file. */
  @Override
  public void release(Chunk chunk, int firstRow) {
    throw new IllegalStateException("chunks of files are not given back before their end");
  }

  @Override
  public void onAvailable(Runnable listener) {
    wakeUp = listener;
    listener.run();
  }

  @Override
  public long totalRows() {
    return totalRows;
  }

  @Override
  public long skippedBlocks() {
    return skippedBlocks;
  }

  @Override
  public synchronized long sharedBlocks() {
    return opened.stream().mapToLong(ChunkSource::sharedBlocks).sum();
  }

  @Override
  public synchronized void addFileChunks(ScanCounters counters) {
    opened.forEach(source -> source.addFileChunks(counters));
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      open.forEach(file -> file.source().close());
    }
    letGo();
  }

  private void letGo() {
    boolean last;
    synchronized (this) {
      holds--;
      last = holds == 0;
    }
    if (last) {
      memory.close();
    }
  }

  /** A chunk of one file with the columns of the united table. */
  private static final class UnitedChunk implements Chunk {
    private final OpenFile file;
    private final Chunk chunk;
    private final MemoryLedger ledger;

    /** Columns that were cast; null for the others, and for those that nobody has read. */
    private final @Nullable ChunkColumn[] cast;

    /** The memory of these columns; null as long as there is none. */
    private @Nullable MemoryScope memory;

    UnitedChunk(OpenFile file, Chunk chunk, int columns, MemoryLedger ledger) {
      this.file = file;
      this.chunk = chunk;
      this.ledger = ledger;
      this.cast = new ChunkColumn[columns];
    }

    void close() {
      MemoryScope taken = memory;
      if (taken != null) {
        taken.close();
      }
    }

    private ChunkColumn cast(int index, DataType type) {
      ChunkColumn column = cast[index];
      if (column == null) {
        MemoryScope scope = memory;
        if (scope == null) {
          scope = ledger.openScope("columns of other types");
          memory = scope;
        }
        column =
            requireNonNull(
                ColumnCast.of(
                    chunk.column(file.positions()[index]),
                    chunk.rowCount(),
                    type,
                    scope,
                    (row, failure) -> {
                      throw failure;
                    }));
        cast[index] = column;
      }
      return column;
    }

    @Override
    public int rowCount() {
      return chunk.rowCount();
    }

    @Override
    public void load(Runnable cancellation) {
      chunk.load(cancellation);
    }

    @Override
    public ChunkColumn column(int index) {
      ConstantColumn constant = file.constants()[index];
      DataType type = file.casts()[index];
      if (type != null) {
        return cast(index, type);
      }
      return constant == null
          ? chunk.column(file.positions()[index])
          : constant.withRows(chunk.rowCount());
    }

    @Override
    public int blockCount() {
      return chunk.blockCount();
    }

    @Override
    public long bytes() {
      return chunk.bytes();
    }

    @Override
    public long readBytes() {
      return chunk.readBytes();
    }
  }
}

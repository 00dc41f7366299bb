package dev.paceline.benchmarks.load;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.datasets.RowSink;
import dev.paceline.storage.table.definition.TableDefinition;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps generated rows as batches in native memory, as another program might hold them: integers
 * and dates in 4 bytes, long integers and decimals in 8, strings one behind the other. One thread
 * at a time.
 */
final class BatchCollector implements RowSink {
  static final int BATCH_ROWS = 2048;

  private static final int FIRST_BYTES = 1 << 16;

  private final TableDefinition table;
  private final MemoryScope memory;
  private final List<Batch> batches = new ArrayList<>();
  private final long[][] lanes;
  private final byte[][] heaps;
  private final int[] heapLengths;
  private int rows;
  private int column;

  /**
   * @param memory where the batches stay
   */
  BatchCollector(TableDefinition table, MemoryScope memory) {
    this.table = table;
    this.memory = memory;
    this.lanes = new long[table.columnCount()][BATCH_ROWS];
    this.heaps = new byte[table.columnCount()][];
    Arrays.fill(heaps, new byte[0]);
    this.heapLengths = new int[table.columnCount()];
  }

  /** Ends the last batch, and gives all. */
  List<Batch> finish() {
    if (rows > 0) {
      endBatch();
    }
    return batches;
  }

  @Override
  public RowSink integer(long value) {
    lanes[column++][rows] = value;
    return this;
  }

  @Override
  public RowSink text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    int length = heapLengths[column];
    if (heaps[column].length < length + bytes.length) {
      int room = Math.max(FIRST_BYTES, 2 * (length + bytes.length));
      heaps[column] = Arrays.copyOf(heaps[column], room);
    }
    System.arraycopy(bytes, 0, heaps[column], length, bytes.length);
    heapLengths[column] += bytes.length;
    return integer(StringView.of(length, bytes.length));
  }

  @Override
  public RowSink nothing() {
    throw new UnsupportedOperationException("rows with NULL");
  }

  @Override
  public void end() {
    column = 0;
    if (++rows == BATCH_ROWS) {
      endBatch();
    }
  }

  private void endBatch() {
    ColumnVector[] vectors = new ColumnVector[lanes.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = vector(i);
    }
    batches.add(new Batch(vectors).set(rows, null));
    Arrays.fill(heapLengths, 0);
    rows = 0;
  }

  private ColumnVector vector(int index) {
    DataType type = table.column(index).type();
    ColumnVector vector = new ColumnVector(type);
    if (type.kind() == TypeKind.INT32 || type.kind() == TypeKind.DATE) {
      MemorySegment codes = memory.allocate((long) Integer.BYTES * rows);
      for (int row = 0; row < rows; row++) {
        int value = Math.toIntExact(lanes[index][row]);
        codes.setAtIndex(ValueLayout.JAVA_INT, row, value - Integer.MIN_VALUE);
      }
      return vector.setIntegers(codes, 0, Integer.BYTES, Integer.MIN_VALUE, 1);
    }
    MemorySegment longs = memory.allocate((long) Long.BYTES * rows);
    MemorySegment.copy(lanes[index], 0, longs, ValueLayout.JAVA_LONG, 0, rows);
    if (type.family() != TypeFamily.BYTES) {
      return vector.setLongs(longs, 0);
    }
    int length = heapLengths[index];
    MemorySegment heap = memory.allocate(Math.max(1, length));
    MemorySegment.copy(heaps[index], 0, heap, ValueLayout.JAVA_BYTE, 0, length);
    return vector.setViews(longs, 0, heap);
  }
}

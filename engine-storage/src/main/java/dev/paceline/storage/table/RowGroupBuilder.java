package dev.paceline.storage.table;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.EncodingChooser;
import dev.paceline.storage.encoding.EncodingChooser.Choice;
import dev.paceline.storage.encoding.profile.ColumnValues;
import dev.paceline.storage.scan.ActiveBufferManager;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.rowgroup.EncodedRowGroup;
import dev.paceline.storage.table.rowgroup.LaneScratch;
import dev.paceline.storage.table.rowgroup.ValueBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Collects the rows of one row group after the other, and encodes them. One thread at a time. */
final class RowGroupBuilder {
  /**
   * Row groups with more bytes, strings and eight for any other value, end early: reading needs all
   * wanted blocks of one in memory at the same time.
   */
  private static final long MAX_BYTES = 64L << 20;

  /** The largest part of the memory for blocks that a builder takes under a small limit. */
  private static final int ROOM_PARTS = 4;

  private static final long LEAST_MAX_BYTES = 1L << 20;

  private final TableDefinition definition;
  private final MemoryLedger ledger;
  private final AppendFailures failures;
  private final int maxRows;
  private final ValueBuffer[] columns;
  private final ValueBuffer[] strings;
  private final EncodingChooser chooser;
  private final LaneScratch lanes;

  /** The row that each column was set for last, counted from 1. */
  private final int[] lastSet;

  private final long maxBytes;
  private int rowCount;

  /**
   * @param scratch where values wait to be encoded
   */
  RowGroupBuilder(
      TableDefinition definition, Database database, MemoryScope scratch, AppendFailures failures) {
    this.definition = definition;
    this.ledger = database.ledger();
    this.maxRows = database.rowGroupRows();
    this.maxBytes = maxBytes(database);
    this.failures = failures;
    this.columns = new ValueBuffer[definition.columnCount()];
    this.chooser = new EncodingChooser(database.store().directory() != null);
    this.lanes = new LaneScratch(scratch);
    this.lastSet = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      ColumnDefinition column = definition.column(i);
      columns[i] =
          new ValueBuffer(
              column.storedType(),
              scratch,
              (code, row, what) -> failures.at(code, column, row, what));
    }
    this.strings = Arrays.stream(columns).filter(ValueBuffer::isString).toArray(ValueBuffer[]::new);
  }

  /** Bytes of values from which on a row group is full. */
  static long maxBytes(Database database) {
    ActiveBufferManager buffers = database.store().buffers();
    long room = buffers == null ? database.ledger().limitBytes() : buffers.capacity();
    return Math.clamp(room / ROOM_PARTS, LEAST_MAX_BYTES, MAX_BYTES);
  }

  int rowCount() {
    return rowCount;
  }

  /** Bytes of the values, as {@link #maxBytes} counts them. */
  long bytes() {
    long bytes = (long) (columns.length - strings.length) * Long.BYTES * rowCount;
    for (ValueBuffer column : strings) {
      bytes += column.heapLength();
    }
    return bytes;
  }

  /**
   * How many rows of a batch without a selection are to be appended before {@link #isFull} is asked
   * again.
   */
  int fitting(Batch batch, int fromRow) {
    int count = Math.min(batch.rowCount() - fromRow, maxRows - rowCount);
    count = Math.min(count, QueryContext.DEFAULT_BATCH_ROWS);
    long left = maxBytes - bytes();
    for (int i = 0; i < columns.length; i++) {
      ColumnVector vector = batch.column(i);
      if (columns[i].isString()
          && !vector.isConstantNull()
          && vector.valueHeap().byteSize() > left / 4) {
        count = fitting(vector, fromRow, count, left);
      }
    }
    return count;
  }

  /** The number of strings that are together as long as what is left, or reach beyond it. */
  private static int fitting(ColumnVector vector, int fromRow, int count, long left) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += vector.isNull(fromRow + i) ? 0 : StringView.length(vector.getView(fromRow + i));
      if (bytes >= left) {
        return i + 1;
      }
    }
    return count;
  }

  /** The values of a column, to set the one in row {@link #rowCount}. */
  ValueBuffer set(int column) {
    lastSet[column] = rowCount + 1;
    return columns[column];
  }

  /** Ends the row that was made; columns that were not set are NULL. */
  void endRow() {
    int row = rowCount++;
    int missing = 0;
    for (int last : lastSet) {
      missing |= last ^ rowCount;
    }
    if (missing != 0) {
      for (int i = 0; i < lastSet.length; i++) {
        if (lastSet[i] != rowCount) {
          columns[i].setNull(row);
        }
      }
    }
    if (rowCount % ValueBuffer.STAGED_ROWS == 0) {
      flush();
    }
  }

  /** Moves the staged rows on, and makes room for the next ones. */
  private void flush() {
    for (ValueBuffer column : columns) {
      column.flush(rowCount);
      if (rowCount < maxRows) {
        column.reserve(rowCount + 1);
      }
    }
  }

  boolean isFull() {
    return rowCount == maxRows || bytes() > maxBytes;
  }

  /** Takes rows of a batch without a selection; they fit. */
  void append(Batch batch, int fromRow, int count) {
    for (int i = 0; i < columns.length; i++) {
      ColumnVector vector = batch.column(i);
      if (vector.type().family() != definition.column(i).type().family()) {
        throw new IllegalArgumentException(vector + " for column " + definition.column(i).name());
      }
    }
    for (int i = 0; i < columns.length; i++) {
      columns[i].appendAll(batch.column(i), fromRow, count, rowCount);
    }
    rowCount += count;
    if (rowCount % ValueBuffer.STAGED_ROWS == 0) {
      flush();
    }
  }

  /** Whether the rows of another builder of the table fit as well. */
  boolean fits(RowGroupBuilder other) {
    return rowCount + other.rowCount <= maxRows && bytes() + other.bytes() <= maxBytes;
  }

  /**
   * Takes the rows of another builder of the table; they fit. NOT NULL is checked, since these rows
   * have no numbers here that their user would know.
   *
   * @param check is run every few milliseconds of work, and may throw
   */
  void append(RowGroupBuilder other, Runnable check) {
    for (int i = 0; i < columns.length; i++) {
      other.checkNulls(i);
      other.columns[i].flush(other.rowCount);
    }
    for (int from = 0; from < other.rowCount; ) {
      int staged = rowCount % ValueBuffer.STAGED_ROWS;
      int rows = Math.min(other.rowCount - from, ValueBuffer.STAGED_ROWS - staged);
      for (int i = 0; i < columns.length; i++) {
        columns[i].append(other.columns[i], from, rows, rowCount);
      }
      from += rows;
      rowCount += rows;
      if (rowCount % ValueBuffer.STAGED_ROWS == 0) {
        flush();
        check.run();
      }
    }
  }

  /**
   * Encodes the rows and starts the next row group. A column is written as soon as its encoding is
   * chosen, so that all columns use the same scratch memory, which stays in the processor's caches.
   *
   * @param check is run between two columns, and may throw
   */
  EncodedRowGroup encode(Runnable check) {
    List<ColumnBlock> blocks = new ArrayList<>();
    List<BlockSummary> summaries = new ArrayList<>();
    MemoryScope memory = ledger.openScope("table " + definition.name());
    try {
      for (int i = 0; i < columns.length; i++) {
        check.run();
        Choice choice = choose(i);
        blocks.add(choice.write(memory.allocate(choice.bytes()).asSlice(0, choice.bytes())));
        summaries.add(choice.summary());
      }
      EncodedRowGroup group = new EncodedRowGroup(rowCount, blocks, summaries, memory);
      for (ValueBuffer column : columns) {
        column.reset(rowCount);
      }
      Arrays.fill(lastSet, 0);
      rowCount = 0;
      return group;
    } catch (RuntimeException | Error e) {
      memory.close();
      throw e;
    }
  }

  private void checkNulls(int index) {
    ColumnDefinition column = definition.column(index);
    ValueBuffer buffer = columns[index];
    if (!column.nullable() && buffer.nullCount() > 0) {
      throw failures.at(
          ErrorCode.NOT_NULL_VIOLATION, column, buffer.firstNull(), "NULL in a NOT NULL column");
    }
  }

  private Choice choose(int index) {
    ColumnDefinition column = definition.column(index);
    ValueBuffer buffer = columns[index];
    ColumnValues values = buffer.values(rowCount, lanes);
    checkNulls(index);
    if (column.type().family() == TypeFamily.INTEGRAL && values.highs() != null) {
      buffer.checkRange(rowCount);
    }
    Choice choice = chooser.choose(values);
    ColumnStatistics statistics = choice.summary().statistics();
    if (column.type().family() == TypeFamily.INTEGRAL
        && statistics.hasLongBounds()
        && isOutside(column.type(), statistics.minLong(), statistics.maxLong())) {
      buffer.checkRange(rowCount);
    }
    return choice;
  }

  /** Whether a type has no values as small, or as large, as some that fit 64 bits. */
  private static boolean isOutside(DataType type, long min, long max) {
    return (type.fitsLong() || type.unsigned()) && min < type.minLong()
        || type.fitsLong() && max > type.maxLong();
  }
}

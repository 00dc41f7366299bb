package dev.paceline.server.avatica;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.session.ResultCursor;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.apache.calcite.avatica.Meta.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Writes the rows of our own queries from their column batches straight into the JSON text that is
 * sent: no cursor between, no boxes, no search for a serialiser per value.
 */
final class JsonFrameReader implements FrameReader {
  /**
   * The initial buffer of the first frame. Later ones start with the size of the largest before.
   */
  private static final int INITIAL_BYTES = 1 << 10;

  private final ResultSet rows;
  private final ResultCursor result;
  private final DataType[] types;
  private final long maxRows;
  private @Nullable Batch batch;
  private int row;
  private long offset;
  private boolean ended;
  private int frameBytes = INITIAL_BYTES;

  private JsonFrameReader(ResultSet rows, ResultCursor result) throws SQLException {
    this.rows = rows;
    this.result = result;
    this.types = result.columns().stream().map(ResultColumn::type).toArray(DataType[]::new);
    long limit = rows.getStatement().getLargeMaxRows();
    this.maxRows = limit == 0 ? Long.MAX_VALUE : limit;
  }

  /** The fastest reader of a result of which no row has been read yet. */
  static FrameReader of(ResultSet rows) throws SQLException {
    if (rows.isWrapperFor(ResultCursor.class)) {
      ResultCursor result = rows.unwrap(ResultCursor.class);
      if (result.columns().stream().noneMatch(column -> isText(column.type().kind()))) {
        return new JsonFrameReader(rows, result);
      }
    }
    return new ObjectFrameReader(rows, JsonFrameReader::number);
  }

  /** A double as JSON can say it: one that is too large for a double is read as infinite. */
  private static Number number(double value) {
    return Double.isInfinite(value)
        ? new BigDecimal(value > 0 ? JsonText.INFINITY : "-" + JsonText.INFINITY)
        : (Number) refuseNaN(value);
  }

  /** Whether values are sent as text that depends on the session: the cursor knows it. */
  private static boolean isText(TypeKind kind) {
    return switch (kind) {
      case TIMESTAMP_LTZ, INTERVAL, UUID, LIST, STRUCT, MAP -> true;
      default -> false;
    };
  }

  @Override
  public Frame next() throws SQLException {
    JsonText text = new JsonText(frameBytes);
    long first = offset;
    long end = Math.min(maxRows, first + MAX_ROWS);
    while (!ended && offset < end && text.length() < MAX_BYTES) {
      Batch current = batch();
      if (current == null) {
        break;
      }
      int limit = (int) Math.min(current.rowCount(), row + end - offset);
      int before = row;
      while (row < limit && text.length() < MAX_BYTES) {
        writeRow(current, text);
        row++;
      }
      offset += row - before;
    }
    if (!ended && (batch == null || offset == maxRows)) {
      ended = true;
      batch = null;
      rows.close();
    }
    frameBytes = Math.max(frameBytes, text.length() + text.length() / 8);
    return new Frame(first, ended, offset == first ? List.of() : List.of(new JsonRows(text)));
  }

  /**
   * The batch in which the next row is; null at the end. A batch must not outlive its query, whose
   * memory others get.
   */
  private @Nullable Batch batch() throws SQLException {
    if (rows.isClosed()) {
      batch = null;
      throw new SQLException("the result is closed", ErrorCode.OBJECT_CLOSED.sqlState());
    }
    Batch current = batch;
    if (current == null || row == current.rowCount()) {
      batch = null;
      current = result.nextBatch();
      batch = current;
      row = 0;
    }
    return current;
  }

  private void writeRow(Batch current, JsonText text) {
    text.beginRow();
    for (int i = 0; i < types.length; i++) {
      text.beginValue();
      ColumnVector column = current.column(i);
      if (column.isNull(row)) {
        text.writeNull();
      } else {
        writeValue(types[i], column, text);
      }
    }
    text.endRow();
  }

  private void writeValue(DataType type, ColumnVector column, JsonText text) {
    switch (type.kind()) {
      case INT8, INT16, INT32, INT64, DATE -> text.writeLong(column.getLong(row));
      case TIME, TIMESTAMP -> text.writeLong(Micros.toMillis(column.getLong(row)));
      case DECIMAL -> writeDecimal(type.scale(), column, text);
      case FLOAT64 -> text.writeDouble(refuseNaN(column.getDouble(row)));
      case FLOAT32 -> text.writeFloat((float) refuseNaN(column.getDouble(row)));
      case BOOLEAN -> text.writeBoolean(column.getBoolean(row));
      case CHAR, VARCHAR -> {
        MemorySegment heap = column.valueHeap();
        long view = column.getView(row);
        text.writeString(heap, StringView.offset(view), StringView.length(view));
      }
      case BINARY, VARBINARY -> text.writeBinary(column.getBytes(row));
      case TIMESTAMP_LTZ, INTERVAL, UUID, LIST, STRUCT, MAP ->
          throw new IllegalStateException("values of " + type + " are sent by the cursor");
    }
  }

  private void writeDecimal(int scale, ColumnVector column, JsonText text) {
    long low = column.getLong(row);
    if (column.getHigh(row) == low >> 63) {
      text.writeDecimal(low, scale);
    } else {
      text.writeAscii(column.getDecimal(row).toPlainString());
    }
  }

  /** JSON has no way to say it. */
  static double refuseNaN(double value) {
    if (Double.isNaN(value)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "NaN cannot be sent as JSON; connect with serialization=protobuf, or replace it in the"
              + " query");
    }
    return value;
  }
}

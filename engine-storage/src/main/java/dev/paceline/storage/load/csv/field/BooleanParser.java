package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.column.BooleanColumn;
import dev.paceline.storage.load.column.ConstantColumn;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** BOOLEAN: true, t, yes, y, 1 and false, f, no, n, 0, in any case. */
public final class BooleanParser extends FieldParser {
  private final boolean onlyWords;

  /**
   * @param onlyWords whether 1, 0, y and n are no values, but numbers and letters
   */
  public BooleanParser(boolean onlyWords) {
    super(DataType.BOOLEAN);
    this.onlyWords = onlyWords;
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment bits = memory.allocateZeroed(Bitmaps.bytes(rows));
    NullCollector nulls = new NullCollector(memory, rows);
    for (int row = 0; row < rows; row++) {
      if (!table.select(row, field)) {
        nulls.add(row);
        continue;
      }
      int truth = truth(table);
      if (truth > 0) {
        Bitmaps.set(bits, 0, row);
      } else if (truth < 0) {
        if (!failures.failed(row, field, "is not of type BOOLEAN")) {
          return null;
        }
        nulls.add(row);
      }
    }
    return nulls.isAll()
        ? ConstantColumn.ofNull(DataType.BOOLEAN, rows)
        : new BooleanColumn(nulls.rows(), bits);
  }

  /** 1 for true, 0 for false, -1 for neither. */
  private int truth(RecordTable table) {
    int length = table.end() - table.start();
    if (length == 1) {
      return switch (table.text().get(JAVA_BYTE, table.start())) {
        case 't', 'T' -> 1;
        case 'f', 'F' -> 0;
        case '1', 'y', 'Y' -> onlyWords ? -1 : 1;
        case '0', 'n', 'N' -> onlyWords ? -1 : 0;
        default -> -1;
      };
    }
    if (length > 16) {
      return -1;
    }
    return switch (table.string().strip().toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "1" -> 1;
      case "false", "f", "no", "n", "0" -> 0;
      default -> -1;
    };
  }
}

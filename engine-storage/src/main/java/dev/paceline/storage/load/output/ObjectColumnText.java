package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.list.NestedText;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.BlobText;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DoubleText;
import dev.paceline.core.type.IntervalText;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes floating-point numbers with the fewest digits that distinguish them, booleans, binary
 * strings, intervals, UUIDs, and nested values. Binary strings, intervals and nested values have
 * the text that a cast to VARCHAR gives them.
 */
final class ObjectColumnText extends ColumnText {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private final TypeKind kind;
  private final NestedText nested;

  ObjectColumnText(DataType type, MemoryScope memory) {
    super(memory, 0);
    this.kind = type.kind();
    this.nested = new NestedText(type);
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      if (vector.isNull(row)) {
        set(i, NULL);
        continue;
      }
      byte[] text = text(vector, row);
      reserve(text.length);
      MemorySegment.copy(text, 0, heap(), ValueLayout.JAVA_BYTE, end(), text.length);
      set(i, StringView.of(end(), text.length));
      setEnd(end() + text.length);
      bytes += text.length;
    }
    return bytes;
  }

  private byte[] text(ColumnVector vector, int row) {
    return switch (kind) {
      case BOOLEAN -> vector.getBoolean(row) ? TRUE : FALSE;
      case FLOAT32 -> ascii(DoubleText.of((float) vector.getDouble(row)));
      case FLOAT64 -> ascii(DoubleText.of(vector.getDouble(row)));
      case INTERVAL -> ascii(IntervalText.of(vector.getHigh(row), vector.getLong(row)));
      case UUID -> ascii(UuidText.of(vector.getBytes(row)).toString());
      case LIST, STRUCT, MAP -> nested.of(vector, row).getBytes(StandardCharsets.UTF_8);
      default -> ascii(BlobText.of(vector.getBytes(row)));
    };
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

package dev.paceline.storage.load.whole;

import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileChunk;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.text.Utf8Text;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One row: a file. */
final class WholeFileChunk extends FileChunk {
  /** The bytes behind a string that readers may look at. */
  private static final int PADDING = 64;

  /** A part of a file that is read between two checks for cancellation. */
  private static final int PART = 1 << 20;

  private final List<ColumnDefinition> columns;
  private final int[] wanted;

  WholeFileChunk(
      FileSet.Entry file, List<ColumnDefinition> columns, int[] wanted, MemoryLedger ledger) {
    super(file, ledger);
    this.columns = columns;
    this.wanted = wanted;
  }

  @Override
  protected Rows read(MemoryScope memory, Runnable cancellation) {
    List<ChunkColumn> values = new ArrayList<>();
    long readBytes = 0;
    for (int column : wanted) {
      ColumnDefinition definition = columns.get(column);
      switch (definition.name()) {
        case "content" -> {
          values.add(content(definition.type(), memory, cancellation));
          readBytes = file().bytes();
        }
        case "size" -> values.add(ConstantColumn.ofLong(DataType.INT64, 1, file().bytes()));
        case "last_modified" ->
            values.add(
                ConstantColumn.ofLong(DataType.TIMESTAMP_LTZ, 1, file().modifiedMillis() * 1000));
        default -> values.add(name(memory));
      }
    }
    return new Rows(1, values, readBytes);
  }

  private ConstantColumn name(MemoryScope memory) {
    byte[] name = file().path().toString().getBytes(StandardCharsets.UTF_8);
    MemorySegment heap = memory.allocate(name.length + PADDING);
    MemorySegment.copy(MemorySegment.ofArray(name), 0, heap, 0, name.length);
    return ConstantColumn.ofBytes(DataType.VARCHAR, 1, heap, name.length);
  }

  private ConstantColumn content(DataType type, MemoryScope memory, Runnable cancellation) {
    if (file().bytes() > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE,
          "file "
              + file().path()
              + " has "
              + file().bytes()
              + " bytes, but a string has at most "
              + StringView.MAX_LENGTH
              + "; read it as rows, for example by read_csv");
    }
    int length = (int) file().bytes();
    MemorySegment heap = memory.allocate(length + PADDING);
    try (FileRead read = FileRead.open(file())) {
      for (int from = 0; from < length; from += PART) {
        cancellation.run();
        read.read(from, heap, from, Math.min(PART, length - from));
      }
    }
    if (type.equals(DataType.VARCHAR) && !Utf8Text.isValid(heap, 0, length)) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE,
          "file " + file().path() + " is no text in UTF-8; read it by read_blob");
    }
    return ConstantColumn.ofBytes(type, 1, heap, length);
  }
}

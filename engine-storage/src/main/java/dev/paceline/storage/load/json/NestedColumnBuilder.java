package dev.paceline.storage.load.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.list.NestedBuilder;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.FileTypeNames;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.column.StringColumn;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Collects the lists, structs or maps of one column of a chunk. The values inside are collected in
 * builders of their own: the elements of all lists, each field of all structs, the keys and the
 * values of all maps. Not thread-safe.
 */
final class NestedColumnBuilder implements ColumnBuilder {
  private final DataType type;
  private final JsonOptions options;
  private final MemoryScope memory;
  private final List<ColumnBuilder> parts;

  /** A byte a row: 1 for NULL. */
  private final GrowingBuffer nulls;

  /** The number of parts up to the end of each row, which are not those of a struct. */
  private final GrowingBuffer ends;

  private int rows;

  NestedColumnBuilder(DataType type, JsonOptions options, MemoryScope memory) {
    this.type = type;
    this.options = options;
    this.memory = memory;
    this.nulls = new GrowingBuffer(memory);
    this.ends = new GrowingBuffer(memory);
    List<DataType> types =
        switch (type.kind()) {
          case LIST -> List.of(type.elementType());
          case MAP -> List.of(type.keyType(), type.valueType());
          default -> type.fields().stream().map(StructField::type).toList();
        };
    this.parts = types.stream().map(part -> ColumnBuilder.of(part, options, memory)).toList();
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public long bytes() {
    return ends.length() + parts.stream().mapToLong(ColumnBuilder::bytes).sum();
  }

  @Override
  public void shorten(int toRows) {
    rows = Math.min(rows, toRows);
    nulls.shorten(rows);
    ends.shorten((long) rows * Long.BYTES);
    int count = type.kind() == TypeKind.STRUCT ? rows : end(rows);
    parts.forEach(part -> part.shorten(count));
  }

  /** The number of parts of the first rows. */
  private int end(int count) {
    return count == 0
        ? 0
        : (int) ends.segment().get(ValueLayout.JAVA_LONG, (count - 1L) * Long.BYTES);
  }

  @Override
  public void addNull() {
    if (type.kind() == TypeKind.STRUCT) {
      parts.forEach(ColumnBuilder::addNull);
    }
    endRow(1);
  }

  private void endRow(int isNull) {
    nulls.writeByte(isNull);
    long at = ends.extend(Long.BYTES);
    ends.segment().set(ValueLayout.JAVA_LONG, at, parts.getFirst().rows());
    rows++;
  }

  @Override
  public void add(JsonParser parser) throws IOException, ValueMismatch {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      addNull();
      return;
    }
    boolean isArray =
        type.kind() == TypeKind.LIST || type.kind() == TypeKind.STRUCT && !type.hasNames();
    if (token != (isArray ? JsonToken.START_ARRAY : JsonToken.START_OBJECT)) {
      throw new ValueMismatch(
          JsonValues.of(parser), "is no value of type " + FileTypeNames.of(type));
    }
    switch (type.kind()) {
      case LIST -> addElements(parser);
      case MAP -> addEntries(parser);
      default -> {
        if (isArray) {
          addPositions(parser);
        } else {
          addFields(parser);
        }
      }
    }
    endRow(0);
  }

  private void addElements(JsonParser parser) throws IOException, ValueMismatch {
    while (next(parser) != JsonToken.END_ARRAY) {
      parts.getFirst().add(parser);
    }
  }

  private void addEntries(JsonParser parser) throws IOException, ValueMismatch {
    while (next(parser) != JsonToken.END_OBJECT) {
      parts.getFirst().add(parser);
      parser.nextToken();
      parts.getLast().add(parser);
    }
  }

  /** Adds the members of an object; missing ones are NULL, and others are left out. */
  private void addFields(JsonParser parser) throws IOException, ValueMismatch {
    while (next(parser) != JsonToken.END_OBJECT) {
      int index = fieldOf(parser.currentName());
      if (index < 0 && options.refusesOthers()) {
        throw ValueMismatch.ofMember(parser.currentName());
      }
      parser.nextToken();
      if (index < 0) {
        parser.skipChildren();
      } else {
        parts.get(index).shorten(rows); // of several members of one name, the last one counts
        parts.get(index).add(parser);
      }
    }
    for (ColumnBuilder part : parts) {
      if (part.rows() == rows) {
        part.addNull();
      }
    }
  }

  private int fieldOf(String name) {
    for (int i = 0; i < parts.size(); i++) {
      if (type.fields().get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private void addPositions(JsonParser parser) throws IOException, ValueMismatch {
    int count = 0;
    while (next(parser) != JsonToken.END_ARRAY) {
      if (count == parts.size()) {
        throw tooMany();
      }
      parts.get(count++).add(parser);
    }
    if (count < parts.size()) {
      throw tooMany();
    }
  }

  private ValueMismatch tooMany() {
    return new ValueMismatch("an array", "has another length than " + FileTypeNames.of(type));
  }

  private static JsonToken next(JsonParser parser) throws IOException {
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new IOException("the record ends too early");
    }
    return token;
  }

  @Override
  public ChunkColumn finish() {
    MemorySegment bitmap = memory.allocateZeroed(Bitmaps.bytes(rows));
    int nullCount = 0;
    for (int row = 0; row < rows; row++) {
      if (isNull(row)) {
        Bitmaps.set(bitmap, 0, row);
        nullCount++;
      }
    }
    if (nullCount == rows) {
      return ConstantColumn.ofNull(type, rows);
    }
    ColumnVector vector = build();
    NullRows nullRows =
        nullCount == 0 ? NullRows.none(rows) : new NullRows(rows, nullCount, bitmap);
    return new StringColumn(type, nullRows, vector.data(), vector.heap());
  }

  private boolean isNull(int row) {
    return nulls.segment().get(ValueLayout.JAVA_BYTE, row) != 0;
  }

  private ColumnVector build() {
    ColumnVector[] vectors = parts.stream().map(this::vector).toArray(ColumnVector[]::new);
    NestedBuilder builder = new NestedBuilder(type, memory);
    builder.reset(rows);
    for (int row = 0; row < rows; row++) {
      if (isNull(row)) {
        builder.appendNull();
        continue;
      }
      switch (type.kind()) {
        case LIST -> builder.appendList(vectors[0], end(row), end(row + 1));
        case MAP -> builder.appendMap(vectors[0], vectors[1], end(row), end(row + 1));
        default -> builder.appendStruct(vectors, row);
      }
    }
    return builder.finish();
  }

  private ColumnVector vector(ColumnBuilder part) {
    DataType partType =
        type.kind() == TypeKind.STRUCT
            ? type.fields().get(parts.indexOf(part)).type()
            : type.kind() == TypeKind.LIST
                ? type.elementType()
                : part == parts.getFirst() ? type.keyType() : type.valueType();
    ColumnVector vector = new ColumnVector(partType, memory);
    if (part.rows() > 0) {
      part.finish().read(0, part.rows(), vector);
    }
    return vector;
  }
}

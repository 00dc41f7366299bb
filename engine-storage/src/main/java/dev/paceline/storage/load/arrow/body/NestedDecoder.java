package dev.paceline.storage.load.arrow.body;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.list.NestedBuilder;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.arrow.body.BodyBuffers.Bytes;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.ArrowLayout;
import dev.paceline.storage.load.arrow.metadata.BatchMetadata;
import dev.paceline.storage.load.arrow.metadata.FieldPlace;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.column.StringColumn;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** Decodes lists, structs and maps. Not thread-safe. */
final class NestedDecoder {
  private static final int CHECK_ROWS = 1 << 10;

  private final ValueDecoder values;
  private final BatchMetadata batch;
  private final BodyBuffers buffers;
  private final MemoryScope memory;
  private final Runnable cancellation;

  /** The parts of the elements of lists that belong to each row, counted from the first of all. */
  private record Ranges(long first, long end, long[] starts, long[] ends) {}

  NestedDecoder(
      ValueDecoder values,
      BatchMetadata batch,
      BodyBuffers buffers,
      MemoryScope memory,
      Runnable cancellation) {
    this.values = values;
    this.batch = batch;
    this.buffers = buffers;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  /**
   * Decodes nested values.
   *
   * @param from the first value
   * @throws IOException or an unchecked exception if the file is damaged
   */
  ChunkColumn column(ArrowField field, FieldPlace place, long from, NullRows nulls)
      throws IOException {
    NestedBuilder builder = new NestedBuilder(field.type(), memory);
    builder.reset(nulls.rowCount());
    if (field.layout() == ArrowLayout.STRUCTS) {
      structs(field, place, from, nulls, builder);
    } else if (field.type().kind() == TypeKind.MAP) {
      maps(field, place, ranges(field, place, from, nulls), nulls, builder);
    } else {
      lists(field, place, ranges(field, place, from, nulls), nulls, builder);
    }
    ColumnVector vector = builder.finish();
    return new StringColumn(field.type(), nulls, vector.data(), vector.heap());
  }

  private void structs(
      ArrowField field, FieldPlace place, long from, NullRows nulls, NestedBuilder builder)
      throws IOException {
    ColumnVector[] fields = fields(field, place, from, nulls.rowCount());
    for (int row = 0; row < nulls.rowCount(); row++) {
      check(row);
      if (isNull(nulls, row)) {
        builder.appendNull();
      } else {
        builder.appendStruct(fields, row);
      }
    }
  }

  private ColumnVector[] fields(ArrowField struct, FieldPlace place, long from, int count)
      throws IOException {
    List<ArrowField> children = struct.children();
    ColumnVector[] fields = new ColumnVector[children.size()];
    FieldPlace child = place.child(struct);
    for (int i = 0; i < fields.length; i++) {
      fields[i] = values.vector(children.get(i), child, from, count);
      child = child.behind(children.get(i), batch);
    }
    return fields;
  }

  private void lists(
      ArrowField field, FieldPlace place, Ranges ranges, NullRows nulls, NestedBuilder builder)
      throws IOException {
    ColumnVector elements =
        values.vector(
            field.children().getFirst(),
            place.child(field),
            ranges.first(),
            Math.toIntExact(ranges.end() - ranges.first()));
    for (int row = 0; row < nulls.rowCount(); row++) {
      check(row);
      if (isNull(nulls, row)) {
        builder.appendNull();
      } else {
        builder.appendList(elements, (int) ranges.starts()[row], (int) ranges.ends()[row]);
      }
    }
  }

  private void maps(
      ArrowField field, FieldPlace place, Ranges ranges, NullRows nulls, NestedBuilder builder)
      throws IOException {
    ArrowField entries = field.children().getFirst();
    FieldPlace entriesPlace = place.child(field);
    int count = Math.toIntExact(ranges.end() - ranges.first());
    if (count > batch.length(entriesPlace.node()) - ranges.first()
        || batch.nullCount(entriesPlace.node()) != 0) {
      throw new IllegalArgumentException("entries of maps are missing or NULL");
    }
    ColumnVector[] pairs = fields(entries, entriesPlace, ranges.first(), count);
    for (int row = 0; row < nulls.rowCount(); row++) {
      check(row);
      if (isNull(nulls, row)) {
        builder.appendNull();
      } else {
        builder.appendMap(pairs[0], pairs[1], (int) ranges.starts()[row], (int) ranges.ends()[row]);
      }
    }
  }

  /** Returns where the elements of each list are. */
  private Ranges ranges(ArrowField field, FieldPlace place, long from, NullRows nulls)
      throws IOException {
    int count = nulls.rowCount();
    long[] starts = new long[count];
    long[] ends = new long[count];
    int buffer = place.buffer() + 1;
    switch (field.layout()) {
      case FIXED_LISTS -> {
        for (int row = 0; row < count; row++) {
          starts[row] = (from + row) * field.width();
          ends[row] = starts[row] + field.width();
        }
      }
      case LIST_VIEWS, LARGE_LIST_VIEWS -> {
        int width = field.layout() == ArrowLayout.LIST_VIEWS ? Integer.BYTES : Long.BYTES;
        numbers(buffer, from, width, starts, count);
        numbers(buffer + 1, from, width, ends, count);
        for (int row = 0; row < count; row++) {
          if (isNull(nulls, row)) {
            starts[row] = 0;
            ends[row] = 0;
          } else {
            ends[row] = Math.addExact(starts[row], ends[row]);
          }
        }
      }
      default -> {
        int width = field.layout() == ArrowLayout.LARGE_LISTS ? Long.BYTES : Integer.BYTES;
        long[] all = new long[count + 1];
        numbers(buffer, from, width, all, count + 1);
        System.arraycopy(all, 0, starts, 0, count);
        System.arraycopy(all, 1, ends, 0, count);
      }
    }
    long first = Long.MAX_VALUE;
    long end = 0;
    for (int row = 0; row < count; row++) {
      if (starts[row] < 0 || ends[row] < starts[row]) {
        throw new IllegalArgumentException("a list ends before it begins");
      }
      if (ends[row] > starts[row]) {
        first = Math.min(first, starts[row]);
        end = Math.max(end, ends[row]);
      }
    }
    first = Math.min(first, end);
    for (int row = 0; row < count; row++) {
      boolean isEmpty = ends[row] == starts[row];
      starts[row] = isEmpty ? 0 : starts[row] - first;
      ends[row] = isEmpty ? 0 : ends[row] - first;
    }
    return new Ranges(first, end, starts, ends);
  }

  private void numbers(int buffer, long from, int width, long[] numbers, int count)
      throws IOException {
    Bytes bytes = buffers.read(buffer, from * width, (from + count) * width);
    MemorySegment segment = bytes.segment();
    long at = from * width - bytes.start();
    for (int i = 0; i < count; i++, at += width) {
      numbers[i] =
          width == Integer.BYTES
              ? segment.get(JAVA_INT_UNALIGNED, at)
              : segment.get(JAVA_LONG_UNALIGNED, at);
    }
    memory.release(segment);
  }

  private static boolean isNull(NullRows nulls, int row) {
    return nulls.nullCount() > 0 && Bitmaps.get(nulls.bitmap(), 0, row);
  }

  private void check(int row) {
    if (row % CHECK_ROWS == 0) {
      cancellation.run();
    }
  }
}

package dev.paceline.storage.load.parquet;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.NestedBuilder;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.NullRows;
import dev.paceline.storage.load.column.StringColumn;
import dev.paceline.storage.load.parquet.page.ColumnRange;
import dev.paceline.storage.load.parquet.page.LeafLevels;
import dev.paceline.storage.load.parquet.page.RowRanges;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes lists, structs and maps of the values and levels of the columns of the file (Melnik et al.,
 * 2010). Used once, by one thread.
 *
 * <p>Each node gets a vector with one value for each entry that begins a value of it, or of what
 * would contain it: an entry whose repetition level is not above the number of lists that contain
 * the node. So the elements of a list follow each other, and where a list is empty or NULL, there
 * is one value that nobody takes.
 */
final class NestedAssembly {
  private static final int CHECK_ENTRIES = 1 << 10;

  private final ParquetRowGroup rowGroup;
  private final String place;
  private final FileRead read;
  private final RowRanges wanted;
  private final MemoryScope memory;
  private final Runnable cancellation;

  /**
   * The values of a node.
   *
   * @param levels of the first column of the file that belongs to it
   */
  private record Values(ColumnVector vector, int count, LeafLevels levels) {}

  /**
   * @param place what error messages call the column
   * @param memory of the result
   */
  NestedAssembly(
      ParquetRowGroup rowGroup,
      String place,
      FileRead read,
      RowRanges wanted,
      MemoryScope memory,
      Runnable cancellation) {
    this.rowGroup = rowGroup;
    this.place = place;
    this.read = read;
    this.wanted = wanted;
    this.memory = memory;
    this.cancellation = cancellation;
  }

  /**
   * Returns the wanted rows.
   *
   * @throws PacelineException INVALID_FILE if the row group is damaged
   */
  ChunkColumn column(NestedNode node) {
    int rows = (int) wanted.rowCount();
    try (MemoryScope scratch = memory.ledger().openScope("parts of " + place)) {
      Values values = values(node, scratch, memory);
      if (values.count() != rows) {
        throw damaged("it has " + values.count() + " of " + rows + " rows", null);
      }
      ColumnVector vector = values.vector();
      MemorySegment nulls = vector.nulls();
      int nullCount = nulls == null ? 0 : Bitmaps.count(nulls, 0, rows);
      if (nullCount == rows) {
        return ConstantColumn.ofNull(node.type(), rows);
      }
      return new StringColumn(
          node.type(),
          nulls == null ? NullRows.none(rows) : new NullRows(rows, nullCount, nulls),
          vector.data(),
          vector.heap());
    } catch (PacelineException e) {
      throw e.code() == ErrorCode.INVALID_ARGUMENT ? damaged(e.getMessage(), e) : e;
    }
  }

  private PacelineException damaged(String reason, PacelineException cause) {
    return new PacelineException(
        ErrorCode.INVALID_FILE, place + " is damaged: " + reason + "; write the file again", cause);
  }

  /**
   * Makes the values of a node.
   *
   * @param scratch of the values below it
   * @param target of its own values
   */
  private Values values(NestedNode node, MemoryScope scratch, MemoryScope target) {
    if (node.leaf() != null) {
      return leaf(node, target);
    }
    List<Values> children = new ArrayList<>();
    for (NestedNode child : node.children()) {
      children.add(values(child, scratch, scratch));
    }
    LeafLevels levels = children.getFirst().levels();
    for (Values child : children) {
      if (child.count() != children.getFirst().count()) {
        throw damaged("its parts have different numbers of values", null);
      }
    }
    NestedBuilder builder = new NestedBuilder(node.type(), target);
    int count = begun(levels, node.repetition());
    builder.reset(count);
    if (node.type().kind() == TypeKind.STRUCT) {
      structs(node, children, levels, builder);
    } else {
      lists(node, children, levels, builder);
    }
    return new Values(builder.finish(), count, levels);
  }

  private Values leaf(NestedNode node, MemoryScope target) {
    ParquetColumn column = requireNonNull(node.leaf(), "leaf");
    LeafLevels levels = new LeafLevels(node.definition(), node.repetition());
    ChunkColumn decoded =
        column.decode(
            new ColumnRange(
                read,
                column.node(),
                column.type(),
                rowGroup.chunkOfLeaf(column.leaf()),
                rowGroup.pages(node, place, read, target, cancellation),
                wanted,
                place,
                target,
                cancellation,
                levels));
    ColumnVector vector = new ColumnVector(column.type(), target);
    decoded.read(0, levels.count(), vector);
    return new Values(vector, levels.count(), levels);
  }

  /** Returns how many entries begin a value that is in {@code repetition} lists. */
  private static int begun(LeafLevels levels, int repetition) {
    int count = 0;
    for (int entry = 0; entry < levels.count(); entry++) {
      count += levels.repetition(entry) <= repetition ? 1 : 0;
    }
    return count;
  }

  private void structs(
      NestedNode node, List<Values> children, LeafLevels levels, NestedBuilder builder) {
    ColumnVector[] fields = children.stream().map(Values::vector).toArray(ColumnVector[]::new);
    if (children.getFirst().count() != begun(levels, node.repetition())) {
      throw damaged("a struct has several values of a field", null);
    }
    int value = 0;
    for (int entry = 0; entry < levels.count(); entry++) {
      check(entry);
      if (levels.repetition(entry) > node.repetition()) {
        continue;
      }
      if (levels.definition(entry) < node.definition()) {
        builder.appendNull();
      } else {
        builder.appendStruct(fields, value);
      }
      value++;
    }
  }

  /** Lists of one kind of elements, or maps of keys and values. */
  private void lists(
      NestedNode node, List<Values> children, LeafLevels levels, NestedBuilder builder) {
    ColumnVector elements = children.getFirst().vector();
    ColumnVector values = children.getLast().vector();
    boolean isMap = node.type().kind() == TypeKind.MAP;
    int element = 0;
    for (int entry = 0; entry < levels.count(); ) {
      int definition = levels.definition(entry);
      int first = element++;
      entry++;
      while (entry < levels.count() && levels.repetition(entry) > node.repetition()) {
        check(entry);
        element += levels.repetition(entry) <= node.repetition() + 1 ? 1 : 0;
        entry++;
      }
      check(entry);
      if (definition < node.definition()) {
        builder.appendNull();
        continue;
      }
      int end = definition == node.definition() ? first : element;
      if (isMap) {
        builder.appendMap(elements, values, first, end);
      } else {
        builder.appendList(elements, first, end);
      }
    }
  }

  private void check(int entry) {
    if (entry % CHECK_ENTRIES == 0) {
      cancellation.run();
    }
  }
}

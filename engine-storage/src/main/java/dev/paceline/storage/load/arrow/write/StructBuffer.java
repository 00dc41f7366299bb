package dev.paceline.storage.load.arrow.write;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.list.ElementVector;
import dev.paceline.core.expr.list.FieldReader;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.arrow.write.MessageWriter.Node;
import java.util.ArrayList;
import java.util.List;

/** Structs: one buffer for each field. */
final class StructBuffer extends FieldBuffer {
  private final FieldReader[] readers;
  private final List<ElementVector> pieces = new ArrayList<>();
  private final List<FieldBuffer> fields = new ArrayList<>();

  StructBuffer(DataType type, MemoryScope memory) {
    super(memory);
    this.readers = FieldReader.ofAll(type);
    type.fields()
        .forEach(
            field -> {
              pieces.add(new ElementVector(field.type(), memory));
              fields.add(FieldBuffer.of(field.type(), memory));
            });
  }

  @Override
  void appendValues(ColumnVector vector, int from, int count) {
    for (int i = 0; i < readers.length; i++) {
      ElementVector piece = pieces.get(i);
      piece.reset(count);
      for (int row = from; row < from + count; row++) {
        if (vector.isNull(row)) {
          piece.appendNull();
        } else {
          readers[i].reset(vector, row).appendTo(piece);
        }
      }
      fields.get(i).append(piece.finish(), 0, count);
    }
  }

  @Override
  void addBuffers(List<Node> nodes, List<GrowingBuffer> buffers) {
    fields.forEach(field -> field.addTo(nodes, buffers));
  }

  @Override
  void clearValues() {
    fields.forEach(FieldBuffer::clear);
  }

  @Override
  long valueBytes() {
    return fields.stream().mapToLong(FieldBuffer::bytes).sum();
  }

  @Override
  void releaseValues() {
    fields.forEach(FieldBuffer::release);
  }
}

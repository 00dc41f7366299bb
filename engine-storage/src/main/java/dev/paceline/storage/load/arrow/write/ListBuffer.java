package dev.paceline.storage.load.arrow.write;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.list.ElementVector;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.arrow.write.MessageWriter.Node;
import java.util.List;

/** Lists, or maps as lists of their entries. */
final class ListBuffer extends FieldBuffer {
  private final EndsBuffer ends;
  private final ListReader reader;
  private final ElementVector piece;
  private final FieldBuffer elements;

  ListBuffer(DataType type, MemoryScope memory) {
    super(memory);
    this.ends = new EndsBuffer(memory);
    this.reader = new ListReader(type.elementType());
    this.piece = new ElementVector(type.elementType(), memory);
    this.elements = FieldBuffer.of(type.elementType(), memory);
  }

  @Override
  void appendValues(ColumnVector vector, int from, int count) {
    long end = elements.rows();
    long added = 0;
    for (int i = 0; i < count; i++) {
      if (!vector.isNull(from + i)) {
        added += reader.reset(vector, from + i).count();
      }
      ends.add(end + added);
    }
    piece.reset(Math.toIntExact(added));
    for (int i = 0; i < count; i++) {
      if (!vector.isNull(from + i)) {
        reader.reset(vector, from + i);
        while (reader.next()) {
          reader.appendTo(piece);
        }
      }
    }
    elements.append(piece.finish(), 0, (int) added);
  }

  @Override
  void addBuffers(List<Node> nodes, List<GrowingBuffer> buffers) {
    buffers.add(ends.bytes());
    elements.addTo(nodes, buffers);
  }

  @Override
  void clearValues() {
    ends.clear();
    elements.clear();
  }

  @Override
  long valueBytes() {
    return ends.bytes().length() + elements.bytes();
  }

  @Override
  void releaseValues() {
    ends.bytes().release();
    elements.release();
  }
}

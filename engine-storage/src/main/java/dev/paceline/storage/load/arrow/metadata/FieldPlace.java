package dev.paceline.storage.load.arrow.metadata;

/**
 * The place of a field in the lists of a record batch. Immutable.
 *
 * @param node number of its first node
 * @param buffer number of its first buffer
 * @param views number of the first of its fields whose numbers of buffers vary
 */
public record FieldPlace(int node, int buffer, int views) {
  /** The first field of a record batch. */
  public static final FieldPlace FIRST = new FieldPlace(0, 0, 0);

  /** Returns the place of the first child of a field that begins here. */
  public FieldPlace child(ArrowField field) {
    return new FieldPlace(node + 1, buffer + field.layout().buffers(), views);
  }

  /**
   * Returns the place behind a field that begins here.
   *
   * @throws IllegalArgumentException if the batch has no such field
   */
  public FieldPlace behind(ArrowField field, BatchMetadata batch) {
    if (field.index() != null) {
      return new FieldPlace(node + 1, buffer + 2, views);
    }
    FieldPlace place = child(field);
    if (field.layout() == ArrowLayout.STRING_VIEWS) {
      int more = batch.variadicBuffers(views);
      place = new FieldPlace(place.node, place.buffer + more, views + 1);
    }
    for (ArrowField child : field.children()) {
      place = place.behind(child, batch);
    }
    return place;
  }
}

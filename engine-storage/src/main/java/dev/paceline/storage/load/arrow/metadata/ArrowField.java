package dev.paceline.storage.load.arrow.metadata;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A field of a schema, or a part of a nested one. Immutable.
 *
 * @param type what its values become; VARCHAR if it cannot be read
 * @param layout of the values; of those of the dictionary if there is one
 * @param width bytes of a FIXED value, bytes of a FIXED_STRINGS value, or elements of a FIXED_LISTS
 *     value; 0 for other layouts
 * @param number what the bytes of a FIXED value mean; null for other layouts
 * @param factor of SCALED and DIVIDED numbers; 1 for others
 * @param index null if there is no dictionary
 * @param children of a nested field
 * @param unreadable why it cannot be read, as the end of a sentence; null if it can
 */
public record ArrowField(
    String name,
    DataType type,
    ArrowLayout layout,
    int width,
    @Nullable NumberKind number,
    long factor,
    @Nullable DictionaryIndex index,
    List<ArrowField> children,
    @Nullable String unreadable) {
  /** The key of the metadata that names an extension of a type. */
  public static final String EXTENSION_NAME = "ARROW:extension:name";

  /** The key of the metadata that says more of such an extension. */
  public static final String EXTENSION_METADATA = "ARROW:extension:metadata";

  /** The name of the extension by which 16 bytes are a UUID. */
  public static final String UUID_EXTENSION = "arrow.uuid";

  public ArrowField {
    children = List.copyOf(children);
  }

  static ArrowField of(String name, DataType type, ArrowLayout layout) {
    return new ArrowField(name, type, layout, 0, null, 1, null, List.of(), null);
  }

  static ArrowField number(String name, DataType type, int width, NumberKind number, long factor) {
    return new ArrowField(
        name, type, ArrowLayout.FIXED, width, number, factor, null, List.of(), null);
  }

  /** Binary strings of one length, or UUIDs. */
  static ArrowField fixedStrings(String name, DataType type, int width) {
    return new ArrowField(
        name, type, ArrowLayout.FIXED_STRINGS, width, null, 1, null, List.of(), null);
  }

  static ArrowField nested(
      String name, DataType type, ArrowLayout layout, int width, List<ArrowField> children) {
    return new ArrowField(name, type, layout, width, null, 1, null, children, null);
  }

  /**
   * A field that cannot be read, but whose buffers are known.
   *
   * @param reason the end of a sentence
   */
  static ArrowField unreadable(
      String name, ArrowLayout layout, List<ArrowField> children, String reason) {
    return new ArrowField(name, DataType.VARCHAR, layout, 0, null, 1, null, children, reason);
  }

  ArrowField withIndex(DictionaryIndex codes) {
    return new ArrowField(name, type, layout, width, number, factor, codes, children, unreadable);
  }

  /** Returns the field of the dictionary that has the values. */
  public ArrowField withoutIndex() {
    return new ArrowField(name, type, layout, width, number, factor, null, children, unreadable);
  }

  /** Returns what the bytes of a FIXED value mean. */
  public NumberKind numberKind() {
    return requireNonNull(number, "number");
  }
}

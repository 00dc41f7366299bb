package dev.paceline.storage.load.json;

/** A value is not of its column's type, or has no column. */
final class ValueMismatch extends Exception {
  private final String value;

  /**
   * @param value as text
   * @param reason as the end of a sentence, such as "is no BIGINT"
   */
  ValueMismatch(String value, String reason) {
    super(reason, null, false, false);
    this.value = value;
  }

  /** Returns that a record or an object has a member that is no column or no field. */
  static ValueMismatch ofMember(String name) {
    return new ValueMismatch(
        name, "is a member that no record of the sample has; set sample_size=-1 to look at all");
  }

  String value() {
    return value;
  }
}

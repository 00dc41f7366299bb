package dev.paceline.storage.load.json;

/** A value is not of its column's type. */
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

  String value() {
    return value;
  }
}

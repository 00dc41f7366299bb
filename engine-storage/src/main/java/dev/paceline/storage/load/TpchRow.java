package dev.paceline.storage.load;

import dev.paceline.storage.table.Appender;
import java.nio.charset.StandardCharsets;

/** Sets the columns of a row one after the other, without an object a value. */
final class TpchRow {
  /** No column of TPC-H is longer. */
  private static final int MAX_LENGTH = 256;

  private final Appender appender;
  private final byte[] bytes = new byte[MAX_LENGTH];
  private int column;

  TpchRow(Appender appender) {
    this.appender = appender;
  }

  TpchRow integer(long value) {
    appender.setLong(column++, value);
    return this;
  }

  /** A decimal with two digits behind the point. */
  TpchRow cents(long value) {
    appender.setLong(column++, value);
    return this;
  }

  /**
   * @param days since 1970-01-01
   */
  TpchRow date(int days) {
    appender.setLong(column++, days);
    return this;
  }

  /** Text of the generator, which is ASCII. */
  @SuppressWarnings("deprecation") // the one way to copy Latin-1 characters without allocation
  TpchRow text(String value) {
    int length = value.length();
    if (length <= MAX_LENGTH) {
      value.getBytes(0, length, bytes, 0);
      appender.setBytes(column++, bytes, 0, length);
    } else {
      appender.setBytes(column++, value.getBytes(StandardCharsets.UTF_8));
    }
    return this;
  }

  TpchRow character(char value) {
    bytes[0] = (byte) value;
    appender.setBytes(column++, bytes, 0, 1);
    return this;
  }

  void end() {
    appender.endRow();
    column = 0;
  }
}

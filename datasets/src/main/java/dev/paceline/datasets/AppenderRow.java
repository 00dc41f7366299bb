package dev.paceline.datasets;

import dev.paceline.storage.table.Appender;
import java.nio.charset.StandardCharsets;

/** Appends rows to a table, without an object a value. */
final class AppenderRow implements RowSink {
  /** Longer texts are copied. */
  private static final int BUFFER_LENGTH = 256;

  private final Appender appender;
  private final byte[] bytes = new byte[BUFFER_LENGTH];
  private int column;

  AppenderRow(Appender appender) {
    this.appender = appender;
  }

  @Override
  public AppenderRow integer(long value) {
    appender.setLong(column++, value);
    return this;
  }

  @Override
  @SuppressWarnings("deprecation") // the one way to copy ASCII characters without allocation
  public AppenderRow text(String value) {
    int length = value.length();
    if (length <= BUFFER_LENGTH && isAscii(value)) {
      value.getBytes(0, length, bytes, 0);
      appender.setBytes(column++, bytes, 0, length);
    } else {
      appender.setBytes(column++, value.getBytes(StandardCharsets.UTF_8));
    }
    return this;
  }

  private static boolean isAscii(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) >= 128) {
        return false;
      }
    }
    return true;
  }

  @Override
  public AppenderRow character(char value) {
    bytes[0] = (byte) value;
    appender.setBytes(column++, bytes, 0, 1);
    return this;
  }

  @Override
  public AppenderRow nothing() {
    appender.setNull(column++);
    return this;
  }

  @Override
  public void end() {
    appender.endRow();
    column = 0;
  }
}

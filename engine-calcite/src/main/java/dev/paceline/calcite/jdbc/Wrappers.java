package dev.paceline.calcite.jdbc;

import java.sql.SQLException;

/** The one way in which our JDBC objects unwrap. */
final class Wrappers {
  private Wrappers() {}

  static <T> T unwrap(Object self, Class<T> wanted) throws SQLException {
    if (wanted.isInstance(self)) {
      return wanted.cast(self);
    }
    throw SqlErrors.invalid("this is no " + wanted.getName());
  }
}

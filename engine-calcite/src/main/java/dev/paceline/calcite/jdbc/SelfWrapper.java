package dev.paceline.calcite.jdbc;

import java.sql.SQLException;
import java.sql.Wrapper;

/** A JDBC object that unwraps to itself, which is the only way in which ours unwrap. */
interface SelfWrapper extends Wrapper {
  @Override
  default <T> T unwrap(Class<T> wanted) throws SQLException {
    if (wanted.isInstance(this)) {
      return wanted.cast(this);
    }
    throw SqlErrors.invalid("this is no " + wanted.getName());
  }

  @Override
  default boolean isWrapperFor(Class<?> wanted) {
    return wanted.isInstance(this);
  }
}

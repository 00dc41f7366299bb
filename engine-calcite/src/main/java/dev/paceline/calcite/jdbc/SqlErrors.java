package dev.paceline.calcite.jdbc;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes SQLExceptions of our errors: same message, SQLState and vendor code of the {@link
 * ErrorCode}, and the JDBC subclass that the SQLState asks for.
 */
final class SqlErrors {
  private SqlErrors() {}

  static SQLException of(PacelineException error) {
    ErrorCode code = error.code();
    String message = error.getMessage();
    String state = code.sqlState();
    int vendor = code.vendorCode();
    if (code == ErrorCode.DEADLINE_EXCEEDED) {
      return new SQLTimeoutException(message, state, vendor, error);
    }
    if (code == ErrorCode.ACCESS_DENIED) {
      // The operating system refuses a file: no fault of the statement, as class 42 has it.
      return new SQLNonTransientException(message, state, vendor, error);
    }
    return switch (state.substring(0, 2)) {
      case "42" -> new SQLSyntaxErrorException(message, state, vendor, error);
      case "22", "21" -> new SQLDataException(message, state, vendor, error);
      case "23" -> new SQLIntegrityConstraintViolationException(message, state, vendor, error);
      case "0A" -> new SQLFeatureNotSupportedException(message, state, vendor, error);
      case "08" -> new SQLNonTransientConnectionException(message, state, vendor, error);
      default -> new SQLException(message, state, vendor, error);
    };
  }

  static SQLException of(ErrorCode code, String message) {
    return of(new PacelineException(code, message));
  }

  static SQLException notSupported(String what) {
    return of(ErrorCode.NOT_SUPPORTED, what + " is not supported");
  }

  /**
   * @param map from names of types to classes; may be null
   * @throws SQLException if the map has entries, because types of users are not supported
   */
  static void requireNoTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw notSupported("a type map");
    }
  }

  static SQLException connectionClosed() {
    return of(ErrorCode.CLOSED, "this connection is closed");
  }

  /**
   * @param what a statement or a result set, whose connection is still open
   */
  static SQLException objectClosed(String what) {
    return of(ErrorCode.OBJECT_CLOSED, "this " + what + " is closed");
  }

  static SQLException invalid(String message) {
    return of(ErrorCode.INVALID_ARGUMENT, message);
  }

  /** Runs engine code and lets its errors out as SQLExceptions. */
  static <T> T call(EngineCall<T> call) throws SQLException {
    try {
      return call.run();
    } catch (PacelineException e) {
      throw of(e);
    } catch (RuntimeException | StackOverflowError e) {
      throw of(PacelineException.internal(String.valueOf(e), e));
    }
  }

  /** Like {@link #call}, for code without a result. */
  static void run(Runnable code) throws SQLException {
    call(
        () -> {
          code.run();
          return true;
        });
  }

  /** The work of the engine for a JDBC call. */
  interface EngineCall<T> {
    T run() throws SQLException;
  }
}

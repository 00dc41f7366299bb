package dev.paceline.server.avatica;

import java.sql.SQLException;

/** Carries an SQLException through Avatica's interfaces, which declare none. */
final class RemoteFailure extends RuntimeException {
  RemoteFailure(SQLException cause) {
    super(cause.getMessage(), cause, false, false);
  }
}

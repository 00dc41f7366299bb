package dev.paceline.calcite.jdbc;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** The facts that an application may tell a connection about itself, as JDBC names them. */
final class ClientInfo {
  /** The names, each with what it means. */
  static final Map<String, String> NAMES =
      Collections.unmodifiableMap(
          new TreeMap<>(
              Map.of(
                  "ApplicationName", "the name of the application",
                  "ClientHostname", "the host that the application runs on",
                  "ClientUser", "the user of the application")));

  private ClientInfo() {}
}

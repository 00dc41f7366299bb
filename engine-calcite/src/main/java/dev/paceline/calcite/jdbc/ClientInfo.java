package dev.paceline.calcite.jdbc;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What an application may say of itself to a connection, as JDBC names it. */
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

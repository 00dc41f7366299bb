/**
 * Public API. The {@code jdbc:paceline:} driver: the JDBC face of a {@link
 * dev.paceline.calcite.session.Session}. Applications use it through {@code java.sql}; see
 * docs/jdbc.md for the URL and its properties.
 */
package dev.paceline.calcite.jdbc;

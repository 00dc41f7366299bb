/**
 * Runs SQLite's SQL Logic Test corpus through the JDBC driver.
 *
 * @see <a href="https://www.sqlite.org/sqllogictest">SQL Logic Test</a>
 */
package dev.paceline.tests.sqllogic;

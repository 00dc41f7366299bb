/**
 * Internal. The registry of settings, which URLs, Properties, SET, SHOW, RESET, the table of
 * settings and the documentation read. It knows the engine and the storage, but no SQL and no JDBC.
 */
package dev.paceline.calcite.settings;

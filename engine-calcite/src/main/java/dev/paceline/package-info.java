/**
 * Public API. Databases inside the process: the embedding API, a data source for JDBC, and the
 * binding of metrics.
 */
package dev.paceline;

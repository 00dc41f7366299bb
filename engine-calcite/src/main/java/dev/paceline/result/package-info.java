/**
 * Public API. The rows of a query as columns: batches of vectors instead of JDBC's cursor over
 * rows.
 */
package dev.paceline.result;

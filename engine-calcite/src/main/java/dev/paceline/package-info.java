/** Public API. The small embedding API: column batches instead of JDBC's rows. */
package dev.paceline;

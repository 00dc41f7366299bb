/**
 * Internal. The parts that queries are executed in: pipelines with a source, stages and a sink, the
 * contexts of queries and workers, cancellation, deadlines and counters.
 */
package dev.paceline.core.exec;

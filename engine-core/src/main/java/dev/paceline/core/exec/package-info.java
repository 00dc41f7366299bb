/**
 * Internal. The parts that queries are executed in: chunks and their sources, pipelines of stages
 * that end in sinks, work orders, cancellation and deadlines.
 */
package dev.paceline.core.exec;

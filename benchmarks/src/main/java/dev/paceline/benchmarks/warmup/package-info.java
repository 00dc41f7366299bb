/**
 * How long the JVM takes until a query is as fast as it will be: each query in a JVM of its own,
 * over and over.
 */
package dev.paceline.benchmarks.warmup;

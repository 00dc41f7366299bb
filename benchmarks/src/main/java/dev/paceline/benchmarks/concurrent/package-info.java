/** Many queries at once, in Paceline and in a peer. */
package dev.paceline.benchmarks.concurrent;

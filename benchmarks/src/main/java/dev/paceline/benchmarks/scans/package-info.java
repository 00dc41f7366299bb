/**
 * Internal. Many streams of queries that scan one table at a time, through a buffer that is smaller
 * than what they read: what the scan scheduler is for. In the engine, and in the simulator, which
 * runs the same policies in virtual time.
 */
@NullMarked
package dev.paceline.benchmarks.scans;

import org.jspecify.annotations.NullMarked;

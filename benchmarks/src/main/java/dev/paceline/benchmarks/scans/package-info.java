/**
 * Internal. Many streams of queries that scan one table at a time, through a buffer that is smaller
 * than what they read: what the scan scheduler is for.
 */
@NullMarked
package dev.paceline.benchmarks.scans;

import org.jspecify.annotations.NullMarked;

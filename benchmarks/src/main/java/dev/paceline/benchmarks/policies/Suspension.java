package dev.paceline.benchmarks.policies;

/**
 * A time in which a query had no workers.
 *
 * @param query its name
 * @param begun whether it had begun before: it was suspended; else it waited
 * @param fromNanos from the begin of the experiment
 * @param toNanos from the begin of the experiment
 */
record Suspension(String query, boolean begun, long fromNanos, long toNanos) {}

package dev.paceline.core.sched.admission;

/**
 * The facts on which the {@link LoadController} decides, besides the queries.
 *
 * @param nowNanos of any clock, always the same
 * @param thresholdBytes that running queries should need at most, all together
 * @param capacityBytes that all queries may hold, those that are suspended included
 * @param priorities whether the scheduling policy goes by priorities: else nobody is suspended for
 *     another
 */
public record LoadConditions(
    long nowNanos, long thresholdBytes, long capacityBytes, boolean priorities) {}

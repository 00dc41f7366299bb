package dev.paceline.core.plan;

/**
 * @param column of the input
 */
public record SortKey(int column, boolean descending, boolean nullsFirst) {}

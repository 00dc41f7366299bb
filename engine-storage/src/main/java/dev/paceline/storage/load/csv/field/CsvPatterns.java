package dev.paceline.storage.load.csv.field;

import org.jspecify.annotations.Nullable;

/**
 * How a file writes dates and timestamps.
 *
 * @param date null for {@code YYYY-MM-DD}
 * @param timestamp null for {@code YYYY-MM-DD HH:MM:SS}
 */
public record CsvPatterns(@Nullable DatePattern date, @Nullable DatePattern timestamp) {}

package dev.paceline.storage.encoding.profile;

import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.storage.block.ColumnSketch;
import org.jspecify.annotations.Nullable;

/**
 * The facts that passes over the values have found.
 *
 * @param divisor greatest common divisor of all differences to the smallest INTEGRAL value; 1 where
 *     that is unknown or the differences do not fit 63 bits
 * @param entries the distinct strings, if they are few
 */
public record ColumnProfile(
    ColumnStatistics statistics,
    ColumnSketch sketch,
    long divisor,
    @Nullable StringEntries entries) {}

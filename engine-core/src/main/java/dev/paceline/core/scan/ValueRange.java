package dev.paceline.core.scan;

/**
 * The range in which all values of an INTEGRAL column lie, NULLs aside, as a vector holds them
 * (decimals without their point).
 *
 * @param min not greater than {@code max}
 */
public record ValueRange(long min, long max) {
  /** The range of both together. */
  public ValueRange union(ValueRange other) {
    return new ValueRange(Math.min(min, other.min), Math.max(max, other.max));
  }
}

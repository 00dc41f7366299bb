package dev.paceline.benchmarks.frame;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The smallest value of an option of {@link BenchmarkCommand}, or of each of its values. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface AtLeast {
  /** Returns the smallest value. */
  double value();
}

package dev.paceline.benchmarks.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How many bytes a benchmark reads in sequence for each row; the report turns them into GB/s. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface BytesRead {
  /** Lanes of the parameter {@code width}. */
  int lanes() default 0;

  /** Bytes beside them. */
  int bytes() default 0;
}

package dev.paceline.core.kernel.tier;

import java.util.List;

/** SIMD kernels of one family, which can be compiled before queries use them. */
public interface SimdKernels {
  /** A call of one kernel on synthetic rows. */
  @FunctionalInterface
  interface Exercise {
    /**
     * Calls the kernel.
     *
     * @param rows from 1 to {@link ExerciseBatch#MAX_ROWS}
     */
    void run(int rows);
  }

  /**
   * Returns calls that together take every branch of the kernels that queries take often: what the
   * JIT never saw taken, it leaves out, and the first query that takes it would throw the compiled
   * code away.
   *
   * @param batch the memory that the calls work on; the caller resets it before each call
   */
  List<Exercise> exercises(ExerciseBatch batch);
}

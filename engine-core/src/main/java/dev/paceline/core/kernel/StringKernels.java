package dev.paceline.core.kernel;

import java.lang.foreign.MemorySegment;

/** Searches in byte strings. */
public abstract class StringKernels {
  public static final StringKernels INSTANCE =
      SimdSupport.provide(StringKernels.class, "SimdStringKernels", ScalarStringKernels::new);

  /**
   * Where a needle first occurs in bytes [from, to) of a heap; -1 if it does not.
   *
   * @param needle one byte or more
   * @return its offset in the heap
   */
  public abstract long indexOf(MemorySegment heap, long from, long to, byte[] needle);
}

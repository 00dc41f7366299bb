package dev.paceline.core.sched;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The processors that a thread may run on, by Linux's {@code sched_getaffinity} and {@code
 * sched_setaffinity}. Thread-safe.
 */
final class ProcessorAffinity {
  /** Bytes of a set of processors: of 8,192 of them. */
  private static final int SET_BYTES = 1024;

  private static final int THIS_THREAD = 0;

  private final MethodHandle get;
  private final MethodHandle set;

  /** The processors that the process may use. */
  private final BitSet allowed;

  private ProcessorAffinity(MethodHandle get, MethodHandle set) {
    this.get = get;
    this.set = set;
    this.allowed = read();
  }

  /**
   * Learns from the calling thread what may be used.
   *
   * @throws PacelineException NOT_SUPPORTED where the system has no such calls
   */
  @SuppressWarnings("restricted") // both calls change nothing but where a thread runs
  static ProcessorAffinity open() {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor call = FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS);
    Linker.Option heapArrays = Linker.Option.critical(true); // both return at once
    ProcessorAffinity affinity =
        new ProcessorAffinity(
            linker.downcallHandle(find(linker, "sched_getaffinity"), call, heapArrays),
            linker.downcallHandle(find(linker, "sched_setaffinity"), call, heapArrays));
    affinity.unpin(); // changes nothing, but would fail where the rest would
    return affinity;
  }

  private static MemorySegment find(Linker linker, String function) {
    return linker
        .defaultLookup()
        .find(function)
        .orElseThrow(
            () ->
                new PacelineException(
                    ErrorCode.NOT_SUPPORTED,
                    "workers can be pinned to processors on Linux only: this system has no "
                        + function));
  }

  /** Lets the calling thread run on one processor only, the next one for each number. */
  void pin(int number) {
    int processor = allowed.stream().skip(number % allowed.cardinality()).findFirst().orElseThrow();
    BitSet one = new BitSet();
    one.set(processor);
    write(one);
  }

  /** Lets the calling thread run on all that the process may use. */
  void unpin() {
    write(allowed);
  }

  /** Returns the processors that the calling thread may use. */
  BitSet read() {
    byte[] bits = new byte[SET_BYTES];
    call(get, bits);
    return BitSet.valueOf(bits);
  }

  private void write(BitSet processors) {
    call(set, Arrays.copyOf(processors.toByteArray(), SET_BYTES));
  }

  private static void call(MethodHandle function, byte[] bits) {
    int result;
    try {
      result =
          (int) function.invokeExact(THIS_THREAD, (long) SET_BYTES, MemorySegment.ofArray(bits));
    } catch (Throwable e) {
      throw PacelineException.internal("the processors of a thread are out of reach: " + e, e);
    }
    if (result < 0) {
      throw PacelineException.internal("the system refuses to pin a thread", null);
    }
  }
}

package dev.paceline.core.kernel.tier;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The kernels of one family that serve now. A process begins with the scalar ones. When queries
 * have used these often, {@link KernelTraining} has the SIMD kernels compiled, and then they serve.
 * Both give the same results, so that a query may use first the ones, then the others. A family
 * changes at most once.
 *
 * <p>All methods may be called from any thread.
 *
 * @param <K> the family's abstract class
 */
public final class KernelTier<K> {
  /**
   * Calls of scalar kernels after which the SIMD kernels are worth their compilation: a call on a
   * batch wins some microseconds, and C2 works on a family for half a second or so.
   */
  private static final int CALLS_BEFORE_TRAINING = 250_000;

  private static final List<KernelTier<?>> ALL = new CopyOnWriteArrayList<>();

  private final Class<K> family;
  private final String simdClass;
  private final K scalar;

  // Without any order of memory: a thread that still sees the scalar kernels uses those once more,
  // and SIMD kernels have no fields.
  private K serving;
  private int calls;
  private final AtomicBoolean requested = new AtomicBoolean();
  private volatile KernelState state;

  /**
   * Chooses what serves first.
   *
   * @param simdClass simple name of the class in {@code kernel.simd}, with a public constructor
   *     without arguments; it extends the family and implements {@link SimdKernels}
   * @param scalar the kernels that serve until the SIMD kernels do
   */
  public KernelTier(Class<K> family, String simdClass, K scalar) {
    this.family = family;
    this.simdClass = simdClass;
    this.scalar = scalar;
    boolean atOnce = SimdSupport.mode() == SimdMode.ON;
    serving = atOnce ? fastest() : scalar;
    state = atOnce ? KernelState.SIMD : KernelState.SCALAR;
    ALL.add(this);
  }

  /** Returns the kernels that serve now. */
  public K current() {
    return current(1);
  }

  /**
   * Returns the kernels that serve now, for a call that does the work of several usual ones.
   *
   * @param calls how many usual calls of a batch the work compares to
   */
  @SuppressWarnings("ReferenceEquality")
  public K current(int calls) {
    K kernels = serving;
    if (kernels == scalar) {
      count(calls);
    }
    return kernels;
  }

  private void count(int more) {
    // Threads may overwrite each other's counts; the number need not be exact.
    int before = calls;
    int now = (int) Math.min(Integer.MAX_VALUE, (long) before + more);
    calls = now;
    if (before < CALLS_BEFORE_TRAINING
        && now >= CALLS_BEFORE_TRAINING
        && SimdSupport.mode() == SimdMode.TIERED
        && requested.compareAndSet(false, true)) {
      KernelTraining.request(this);
    }
  }

  /**
   * Returns the SIMD kernels, whether they are compiled or not; the scalar ones where SIMD is off.
   */
  public K fastest() {
    return SimdSupport.isEnabled() ? SimdSupport.load(family, simdClass) : scalar;
  }

  /** Has the SIMD kernels serve from now on. */
  void serveSimd(K kernels) {
    serving = kernels;
    state = KernelState.SIMD;
  }

  void setState(KernelState state) {
    this.state = state;
  }

  /** Returns what serves now, and why. */
  public KernelState state() {
    return state;
  }

  /** Returns the family's name, such as "compare". */
  public String name() {
    return family.getSimpleName().replace("Kernels", "").toLowerCase(Locale.ROOT);
  }

  /** Returns the number of times that scalar kernels were asked for, roughly. */
  public int scalarCalls() {
    return calls;
  }

  /** Returns the families that this process has used. */
  public static List<KernelTier<?>> all() {
    return List.copyOf(ALL);
  }
}

package dev.paceline.calcite.cancel;

import dev.paceline.core.exec.CancellationToken;
import java.util.function.Supplier;

/**
 * Ends the planning of a statement that was cancelled or has no time left.
 *
 * <p>Calcite knows nothing of time limits and asks for cancellation between the rules of an
 * optimiser only; parser, validator, converter and single rules may run for seconds. The classes
 * through which all of them go (types, expressions, validator, metadata) call {@link #check}. They
 * outlive the statement, in cached plans and as shared instances. The statement is therefore bound
 * to the thread that plans it, for the time of its planning.
 */
public final class PlanningCheck {
  private static final ScopedValue<CancellationToken> STATEMENT = ScopedValue.newInstance();

  private PlanningCheck() {}

  /**
   * Plans on this thread.
   *
   * @param statement ends the planning; its error comes out of this method, possibly as the cause
   *     of one of Calcite's
   * @return what the planning returns
   */
  public static <T> T during(CancellationToken statement, Supplier<T> planning) {
    return ScopedValue.where(STATEMENT, statement).call(planning::get);
  }

  /** Returns what ends the statement that this thread plans; something that never ends, if none. */
  public static CancellationToken statement() {
    return STATEMENT.isBound() ? STATEMENT.get() : new CancellationToken();
  }

  /**
   * Returns unless this thread plans a statement that should end. Takes some nanoseconds.
   *
   * @throws dev.paceline.core.error.PacelineException CANCELLED or DEADLINE_EXCEEDED
   */
  public static void check() {
    if (STATEMENT.isBound()) {
      STATEMENT.get().throwIfCancelled();
    }
  }
}

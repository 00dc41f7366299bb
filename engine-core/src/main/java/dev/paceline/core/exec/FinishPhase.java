package dev.paceline.core.exec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A step of finishing a {@link Sink}: independent work orders that any workers run in parallel, and
 * what follows when all of them have ended.
 *
 * @param orders may be empty
 * @param next is called once, by one worker and as a work order of its own, when all orders have
 *     ended; null if the sink is complete then
 */
public record FinishPhase(List<Sink.FinishOrder> orders, @Nullable Supplier<FinishPhase> next) {
  /** Nothing is left to do. */
  public static final FinishPhase COMPLETE = new FinishPhase(List.of(), null);

  public FinishPhase {
    orders = List.copyOf(orders);
  }

  /** A last phase. */
  public static FinishPhase of(List<Sink.FinishOrder> orders) {
    return orders.isEmpty() ? COMPLETE : new FinishPhase(orders, null);
  }

  /** Runs several sequences of phases side by side. */
  public static FinishPhase all(List<FinishPhase> phases) {
    List<Sink.FinishOrder> orders = new ArrayList<>();
    List<Supplier<FinishPhase>> following = new ArrayList<>();
    for (FinishPhase phase : phases) {
      orders.addAll(phase.orders);
      if (phase.next != null) {
        following.add(phase.next);
      }
    }
    return new FinishPhase(
        orders,
        following.isEmpty() ? null : () -> all(following.stream().map(Supplier::get).toList()));
  }

  /** Appends a phase that is only known when all earlier ones have ended. */
  public FinishPhase then(Supplier<FinishPhase> last) {
    Supplier<FinishPhase> earlier = next;
    return new FinishPhase(orders, earlier == null ? last : () -> earlier.get().then(last));
  }

  /** Runs this phase and all that follow, by the calling thread. */
  public void runAll(WorkerContext context) {
    orders.forEach(order -> order.run(context));
    if (next != null) {
      next.get().runAll(context);
    }
  }

  /** Appends an action that completes the sink when all phases have ended. */
  public FinishPhase thenRun(Runnable action) {
    return then(
        () -> {
          action.run();
          return COMPLETE;
        });
  }
}

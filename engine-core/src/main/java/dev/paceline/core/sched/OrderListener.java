package dev.paceline.core.sched;

/** Is told of every work order that has ended, by the worker that ran it; must not block. */
@FunctionalInterface
public interface OrderListener {
  void ended(OrderRecord order);
}

package dev.paceline.calcite.adapter;

import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.util.BuiltInMethod;

/**
 * Initialises classes that the first plan of a process needs on a thread of their own, while the
 * database is opened and its first statement is parsed. Each takes some ten milliseconds. They are
 * few: classes whose initialisation needs others in a cycle could make two threads wait for each
 * other for ever, and most of Calcite's do. These need only classes of the JDK and of Linq4j.
 */
final class EarlyClasses {
  private static final AtomicBoolean STARTED = new AtomicBoolean();

  private EarlyClasses() {}

  /** Starts the thread if it has not been started in this process. */
  static void initialize() {
    if (!STARTED.get() && STARTED.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name("paceline-classes").start(EarlyClasses::run);
    }
  }

  private static void run() {
    try {
      // The parser needs the second one at once: if the database is open by then, it does the rest.
      for (Class<?> type : new Class<?>[] {BuiltInMethod.class, BigDecimal.class}) {
        MethodHandles.lookup().ensureInitialized(type);
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError("both classes are public", e);
    }
  }
}

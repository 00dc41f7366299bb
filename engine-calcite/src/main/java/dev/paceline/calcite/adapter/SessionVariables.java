package dev.paceline.calcite.adapter;

import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The variables that SET VARIABLE has given a session, by their names in any case. Thread-safe. */
public final class SessionVariables {
  /** Each change puts another one in the place of this one. */
  private volatile Snapshot now = new Snapshot(Map.of(), null);

  /**
   * The variables at one moment.
   *
   * @param state an object of this moment, which equals no other; null if there are no variables
   */
  private record Snapshot(Map<String, Variable> variables, @Nullable Object state) {}

  /**
   * A variable.
   *
   * @param name in lower case
   * @param value as {@link dev.paceline.core.expr.Expressions#literal} takes it; null for NULL
   */
  public record Variable(String name, DataType type, @Nullable Object value) {}

  /** Gives a variable a value, which the engine bounds to 16 MB, or creates it. */
  public synchronized void set(String name, DataType type, @Nullable Object value) {
    Map<String, Variable> changed = new TreeMap<>(now.variables);
    String key = name.toLowerCase(Locale.ROOT);
    changed.put(key, new Variable(key, type, value));
    now = new Snapshot(changed, new Object());
  }

  /** Forgets a variable, if there is one of this name. */
  public synchronized void remove(String name) {
    Map<String, Variable> changed = new TreeMap<>(now.variables);
    if (changed.remove(name.toLowerCase(Locale.ROOT)) != null) {
      now = new Snapshot(changed, changed.isEmpty() ? null : new Object());
    }
  }

  /** Returns the variable of this name; null if there is none. */
  public @Nullable Variable find(String name) {
    return now.variables.get(name.toLowerCase(Locale.ROOT));
  }

  /** Returns all variables in the order of their names. */
  public List<Variable> all() {
    return List.copyOf(now.variables.values());
  }

  /** Returns what is the same object until a variable changes; null while there are none. */
  @Nullable Object state() {
    return now.state;
  }
}

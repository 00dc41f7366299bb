package dev.paceline.calcite.session.control;

import dev.paceline.core.engine.Engine;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.Locale;

/** The settings of a running or waiting query that ALTER QUERY n SET changes. */
public enum QuerySetting {
  /** How important it is. */
  PRIORITY {
    @Override
    boolean change(Engine engine, long number, int value) {
      return engine.setPriority(number, value);
    }
  },
  /** How many workers run its orders at once, at most. */
  WORKERS {
    @Override
    boolean change(Engine engine, long number, int value) {
      return engine.setQueryWorkers(number, value);
    }
  };

  /** Returns false if there is no query of that number. */
  abstract boolean change(Engine engine, long number, int value);

  /** Like {@link #change}, but throws INVALID_ARGUMENT if that fails. */
  public final void execute(Engine engine, long number, int value) {
    if (!change(engine, number, value)) {
      throw QueryCommand.unknown(number, "alter");
    }
  }

  public static QuerySetting of(String name) {
    for (QuerySetting setting : values()) {
      if (setting.name().equalsIgnoreCase(name)) {
        return setting;
      }
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT, "a query has priority and workers to be set, not " + name);
  }

  /** Reads a value. */
  public int value(String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        name().toLowerCase(Locale.ROOT) + " is a whole number from 1 on, not '" + text + "'");
  }
}

package dev.paceline.calcite.session.named;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The texts of the statements that a session has prepared, by their names. Thread-safe. */
public final class NamedStatements {
  private final Map<String, String> texts =
      new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * @throws PacelineException INVALID_STATEMENT if there is a statement of this name
   */
  public void add(String name, String text) {
    if (texts.putIfAbsent(name, text) != null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "there is already a prepared statement "
              + name
              + "; write DEALLOCATE "
              + name
              + " first");
    }
  }

  /**
   * @throws PacelineException INVALID_ARGUMENT if there is no statement of this name
   */
  public String get(String name) {
    String text = texts.get(name);
    if (text == null) {
      throw unknown(name);
    }
    return text;
  }

  /**
   * @param name null for all statements
   * @throws PacelineException INVALID_ARGUMENT if there is no statement of this name
   */
  public void remove(@Nullable String name) {
    if (name == null) {
      texts.clear();
    } else if (texts.remove(name) == null) {
      throw unknown(name);
    }
  }

  private PacelineException unknown(String name) {
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT,
        "there is no prepared statement " + name + NameSuggestion.of(name, texts.keySet()));
  }
}

package dev.paceline.calcite.settings;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The description of one setting.
 *
 * @param name the spelling that is shown; see {@link Settings#of} for the spellings that are read
 * @param scope whether it holds for a session or for all of them
 * @param type the values that it takes
 * @param defaultValue the default as it is shown; users may write it, too
 * @param description what it is, in plain sentences
 * @param reader returns the value in force; null for the default
 * @param writer changes the value, where null stands for the default; it is null if the setting is
 *     fixed once a connection is open
 */
public record Setting<T>(
    String name,
    SettingScope scope,
    SettingType<T> type,
    String defaultValue,
    String description,
    Function<SettingTarget, @Nullable T> reader,
    @Nullable BiConsumer<SettingTarget, @Nullable T> writer) {

  /** Returns whether SET and RESET change the setting. */
  public boolean isSettable() {
    return writer != null;
  }

  /**
   * Reads a value.
   *
   * @param written the name as the user wrote it, for messages
   * @return null for the default
   * @throws PacelineException INVALID_ARGUMENT that names the setting and what it takes
   */
  public @Nullable T parse(String written, String text) {
    if (text.strip().equalsIgnoreCase(defaultValue)) {
      return null;
    }
    try {
      return type.parser().apply(written, text);
    } catch (PacelineException e) {
      throw new PacelineException(
          e.code(), e.getMessage() + "; an example is " + type.example(), e);
    }
  }

  /** Returns the value in force, as users write it. */
  public String show(SettingTarget target) {
    T value = reader.apply(target);
    return value == null ? defaultValue : type.printer().apply(value);
  }

  /**
   * Changes the value.
   *
   * @param value null for the default
   * @throws PacelineException INVALID_ARGUMENT if the setting is fixed or the value does not fit
   */
  public void change(SettingTarget target, @Nullable T value) {
    if (writer == null) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          name
              + " cannot change while a connection is open; write it into the URL, such as ;"
              + name
              + "="
              + type.example());
    }
    writer.accept(target, value);
  }
}

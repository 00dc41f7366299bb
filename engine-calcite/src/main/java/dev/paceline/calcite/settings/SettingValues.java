package dev.paceline.calcite.settings;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values that a user gives to settings before a database is opened. Immutable. */
public final class SettingValues {
  /** The values by the shown names of the settings; null values stand for the default. */
  private final Map<String, @Nullable Object> values = new HashMap<>();

  /**
   * Reads values.
   *
   * @param entries names and texts; a later one replaces an earlier one of the same setting
   * @throws PacelineException INVALID_ARGUMENT that names what is wrong
   */
  public SettingValues(List<Map.Entry<String, String>> entries) {
    for (Map.Entry<String, String> entry : entries) {
      Setting<?> setting = Settings.of(entry.getKey());
      values.put(setting.name(), setting.parse(entry.getKey(), entry.getValue()));
    }
  }

  /** Returns the value of a setting; null for the default. */
  @SuppressWarnings("unchecked") // the setting's own parser made the value
  public <T> @Nullable T get(Setting<T> setting) {
    return (T) values.get(setting.name());
  }

  /**
   * Checks that a database was opened with the given values of the settings that are fixed while it
   * is open. A setting without a value, or with its default, accepts any.
   *
   * @param database names the database for messages
   * @throws PacelineException INVALID_ARGUMENT that names the setting and both values
   */
  public void checkOpenedWith(SettingTarget target, String database) {
    for (Setting<?> setting : Settings.ALL) {
      if (setting.scope() == SettingScope.INSTANCE && isFixedByOpening(setting)) {
        check(setting, target, database);
      }
    }
  }

  private <T> void check(Setting<T> setting, SettingTarget target, String database) {
    T wanted = get(setting);
    String actual =
        setting.name().equals(Settings.WORKERS.name())
            ? String.valueOf(target.engine().options().workers())
            : setting.show(target);
    if (wanted != null && !setting.type().printer().apply(wanted).equals(actual)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "%s is open in this process with %s=%s, not %s; leave the setting out or close the other connections first"
              .formatted(database, setting.name(), actual, setting.type().printer().apply(wanted)));
    }
  }

  /** Changes all settings that are given and that may change after opening. */
  public void applyTo(SettingTarget target) {
    for (Setting<?> setting : Settings.ALL) {
      if (values.containsKey(setting.name()) && !isFixedByOpening(setting)) {
        apply(setting, target);
      }
    }
  }

  /** SET changes how many workers are active, but not how many threads there are. */
  private static boolean isFixedByOpening(Setting<?> setting) {
    return !setting.isSettable() || setting.name().equals(Settings.WORKERS.name());
  }

  private <T> void apply(Setting<T> setting, SettingTarget target) {
    setting.change(target, get(setting));
  }
}

package dev.paceline.calcite.session;

import dev.paceline.calcite.settings.Setting;
import dev.paceline.calcite.settings.SettingScope;
import dev.paceline.calcite.settings.SettingTarget;
import dev.paceline.calcite.settings.Settings;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.function.Consumer;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSetOption;
import org.jspecify.annotations.Nullable;

/** SET, RESET and SHOW of the registered settings. */
final class SettingStatements {
  private static final String ALL = "all";

  private SettingStatements() {}

  /** Plans SET and RESET. */
  static StatementPlan plan(SqlSetOption set) {
    if (set.getScope() != null) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "SET " + set.getScope() + " is not supported; leave " + set.getScope() + " out");
    }
    String name = set.name().toString();
    SqlNode value = set.getValue();
    if (value == null && name.equalsIgnoreCase(ALL)) {
      return new StatementPlan.Set(SettingStatements::resetAll);
    }
    return new StatementPlan.Set(
        change(Settings.of(name), name, value == null ? null : text(value)));
  }

  private static <T> Consumer<SettingTarget> change(
      Setting<T> setting, String written, @Nullable String text) {
    T value = text == null ? null : setting.parse(written, text);
    return target -> setting.change(target, value);
  }

  /** Resets the settings of the session; those of the database concern other sessions. */
  private static void resetAll(SettingTarget session) {
    for (Setting<?> setting : Settings.ALL) {
      if (setting.scope() == SettingScope.SESSION && setting.isSettable()) {
        setting.change(session, null);
      }
    }
  }

  static String text(SqlNode value) {
    return switch (value) {
      case SqlIdentifier identifier -> identifier.toString();
      case SqlLiteral literal -> literal.toValue();
      default -> value.toString();
    };
  }

  /** Returns the query that SHOW ALL or SHOW with the name of a setting stands for. */
  static String show(String name) {
    if (name.equalsIgnoreCase(ALL)) {
      return "select * from paceline.settings order by name";
    }
    String shown = Settings.of(name).name();
    return "select \"value\" as \"%s\" from paceline.settings where name = '%s'"
        .formatted(shown, shown);
  }
}

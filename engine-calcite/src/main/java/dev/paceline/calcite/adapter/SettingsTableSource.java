package dev.paceline.calcite.adapter;

import dev.paceline.calcite.settings.Setting;
import dev.paceline.calcite.settings.SettingTarget;
import dev.paceline.calcite.settings.Settings;
import dev.paceline.calcite.table.SessionTableSource;
import dev.paceline.core.error.Choice;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The system table of settings, with the values of the session that reads it. Thread-safe. */
final class SettingsTableSource extends SystemTableSource implements SessionTableSource {
  static final TableDefinition DEFINITION =
      new TableDefinition(
          "settings",
          Stream.of("name", "value", "default_value", "scope", "type", "description")
              .map(name -> new ColumnDefinition(name, DataType.VARCHAR, false))
              .toList());

  SettingsTableSource(EngineInstance instance) {
    super(instance, SystemSchema.NAME, DEFINITION, (database, rows) -> {});
  }

  @Override
  public ScanTarget snapshot(SettingTarget session) {
    return snapshotOf(rows -> Settings.ALL.forEach(setting -> append(setting, session, rows)));
  }

  private static void append(Setting<?> setting, SettingTarget session, Appender rows) {
    List<String> cells =
        List.of(
            setting.name(),
            setting.show(session),
            setting.defaultValue(),
            Choice.nameOf(setting.scope()),
            setting.type().name(),
            setting.description());
    for (int i = 0; i < cells.size(); i++) {
      rows.setBytes(i, cells.get(i).getBytes(StandardCharsets.UTF_8));
    }
    rows.endRow();
  }
}

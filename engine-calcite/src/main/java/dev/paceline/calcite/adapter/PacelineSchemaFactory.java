package dev.paceline.calcite.adapter;

import dev.paceline.calcite.settings.Setting;
import dev.paceline.calcite.settings.SettingScope;
import dev.paceline.calcite.settings.Settings;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.SchemaFactory;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.schema.SchemaVersion;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;

/**
 * Shows the tables of a Paceline database in a Calcite model.
 *
 * <p>Operands: {@code directory}, or {@code name} of a database in memory that a {@code
 * jdbc:paceline:mem:NAME} connection of this process shares; {@code memory}, {@code workers} and
 * {@code readOnly} as in a URL. Calcite never closes a schema: the database stays open until the
 * process ends.
 */
public final class PacelineSchemaFactory implements SchemaFactory {
  private static final String DIRECTORY = "directory";
  private static final String NAME = "name";

  /** Called by Calcite, which finds the class by its name in the model. */
  public PacelineSchemaFactory() {}

  @Override
  public Schema create(SchemaPlus parentSchema, String name, Map<String, Object> operand) {
    List<Map.Entry<String, String>> settings = new ArrayList<>();
    String place = null;
    for (Map.Entry<String, Object> entry : operand.entrySet()) {
      String value = String.valueOf(entry.getValue());
      switch (entry.getKey()) {
        case DIRECTORY -> place = value;
        case NAME -> place = "mem:" + value;
        // Calcite adds these by itself.
        case "modelUri", "baseDirectory", "tables" -> {}
        default -> {
          checkOfDatabase(entry.getKey());
          settings.add(Map.entry(entry.getKey(), value));
        }
      }
    }
    if (place == null || (operand.containsKey(DIRECTORY) && operand.containsKey(NAME))) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the schema " + name + " needs either the operand directory or the operand name");
    }
    ConnectionUrl url = ConnectionUrl.of(ConnectionUrl.location(place), settings);
    Catalog catalog = SessionSettings.open(url).instance().catalog();
    return new AbstractSchema() {
      @Override
      protected Map<String, Table> getTableMap() {
        return modelTables(catalog);
      }

      @Override
      public Schema snapshot(SchemaVersion version) {
        Map<String, Table> now = modelTables(catalog);
        return new AbstractSchema() {
          @Override
          protected Map<String, Table> getTableMap() {
            return now;
          }
        };
      }
    };
  }

  private static Map<String, Table> modelTables(Catalog catalog) {
    Map<String, Table> tables = new TreeMap<>();
    catalog
        .pacelineTables(Catalog.SCHEMA)
        .forEach((key, table) -> tables.put(key, new ModelTable(table)));
    return tables;
  }

  /** Refuses settings of sessions: Calcite runs the sessions of a model. */
  private static void checkOfDatabase(String name) {
    Setting<?> setting = Settings.of(name);
    if (setting.scope() == SettingScope.SESSION && !setting.equals(Settings.READ_ONLY)) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          name
              + " is for connections of jdbc:paceline: only; of a model, leave it out"
              + (setting.equals(Settings.TIME_ZONE) ? " and set timeZone for jdbc:calcite:" : ""));
    }
  }
}

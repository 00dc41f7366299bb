package dev.paceline.calcite.adapter;

import dev.paceline.calcite.adapter.ConnectionUrl.Property;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.EnumMap;
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
    Map<Property, String> properties = new EnumMap<>(Property.class);
    String place = null;
    for (Map.Entry<String, Object> entry : operand.entrySet()) {
      String value = String.valueOf(entry.getValue());
      switch (entry.getKey()) {
        case DIRECTORY -> place = value;
        case NAME -> place = "mem:" + value;
        // Calcite adds these by itself.
        case "modelUri", "baseDirectory", "tables" -> {}
        default -> properties.put(ofDatabase(entry.getKey()), value);
      }
    }
    if (place == null || (operand.containsKey(DIRECTORY) && operand.containsKey(NAME))) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the schema " + name + " needs either the operand directory or the operand name");
    }
    Catalog catalog =
        EngineInstance.acquire(ConnectionUrl.of(ConnectionUrl.location(place), properties))
            .catalog();
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
    catalog.pacelineTables().forEach((key, table) -> tables.put(key, new ModelTable(table)));
    return tables;
  }

  /**
   * A property of a database; those of sessions would say nothing here, where Calcite runs them.
   */
  private static Property ofDatabase(String key) {
    Property property = Property.of(key);
    return switch (property) {
      case TIME_ZONE, WITHOUT, JOIN_ORDER ->
          throw new PacelineException(
              ErrorCode.NOT_SUPPORTED,
              property.key()
                  + " is for connections of jdbc:paceline: only; of a model, leave it out"
                  + (property == Property.TIME_ZONE ? " and set timeZone for jdbc:calcite:" : ""));
      default -> property;
    };
  }
}

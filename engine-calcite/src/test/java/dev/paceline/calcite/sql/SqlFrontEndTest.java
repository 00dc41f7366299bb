package dev.paceline.calcite.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.adapter.ConnectionUrl;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.adapter.InformationSchema;
import dev.paceline.calcite.adapter.StoredTableSource;
import dev.paceline.calcite.adapter.SystemSchema;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.file.FileCatalog;
import dev.paceline.calcite.file.FileFormats;
import dev.paceline.calcite.lower.ScannedTables;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.List;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.junit.jupiter.api.Test;

final class SqlFrontEndTest {
  private static TableDefinition table(String... columns) {
    return new TableDefinition(
        "t",
        List.of(columns).stream()
            .map(name -> new ColumnDefinition(name, DataType.INT32, true))
            .toList());
  }

  /** Another session exchanges the columns between validation and conversion. */
  @Test
  void aNameMeansTheSameTableFromValidationToThePlan() {
    EngineInstance instance =
        EngineInstance.acquire(ConnectionUrl.parse("jdbc:paceline:mem:;memory=64m", null));
    try {
      Database database = instance.database();
      Table first = database.createTable(table("a", "b"));
      SystemSchema system = new SystemSchema(instance);
      SqlFrontEnd frontEnd =
          new SqlFrontEnd(
              instance.catalog(),
              new FileCatalog(
                  instance.engine(), FileAccess.NONE, FileFormats.ALL, instance.fileCache()),
              system,
              new InformationSchema(instance, system));
      SqlValidator validator = frontEnd.validator();
      SqlNode validated = validator.validate(SqlFrontEnd.parse("SELECT a FROM t"));
      database.dropTable(first);
      database.createTable(table("c", "b", "a"));

      RelRoot root = frontEnd.convert(validator, validated, Experiment.NONE);

      assertThat(ScannedTables.of(root.rel))
          .singleElement()
          .isInstanceOfSatisfying(
              StoredTableSource.class, source -> assertThat(source.table()).isSameAs(first));
    } finally {
      instance.release();
    }
  }
}

package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.InformationSchema;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.SystemSchema;
import dev.paceline.calcite.sql.catalog.PostgresCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.List;

/** Creates a schema. */
public record CreateSchema(String name, boolean ifNotExists) implements SchemaStatement {
  private static final List<String> OTHERS =
      List.of(
          SessionCatalog.TEMPORARY,
          SystemSchema.NAME,
          InformationSchema.NAME,
          PostgresCatalog.NAME);

  @Override
  public void execute(SessionCatalog catalog) {
    if (OTHERS.stream().anyMatch(name::equalsIgnoreCase)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the name " + name + " is that of a schema of Paceline; choose another one");
    }
    try {
      catalog.toChange(catalog.catalog(false).database()).createSchema(name);
    } catch (PacelineException e) {
      if (e.code() != ErrorCode.TABLE_EXISTS || !ifNotExists) {
        throw e;
      }
    }
  }
}

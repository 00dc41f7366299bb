package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.List;

/** Gives a view another name in its schema. */
public record RenameView(List<String> name, boolean ifExists, String newName)
    implements SchemaStatement {
  @Override
  public void execute(SessionCatalog session) {
    SessionCatalog.StoredView found = session.findView(name);
    if (found != null) {
      session.toChange(found.database()).renameView(found.view(), newName);
    } else if (session.find(name) != null) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, name.getLast() + " is a table; write ALTER TABLE");
    } else if (!ifExists) {
      throw session.unknown("view", name);
    }
  }
}

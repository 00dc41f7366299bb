package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a view a comment.
 *
 * @param comment null for none
 */
public record CommentOnView(List<String> name, @Nullable String comment)
    implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    SessionCatalog.StoredView found = catalog.findView(name);
    if (found == null) {
      throw catalog.unknown("view", name);
    }
    catalog.toChange(found.database()).createView(found.view().withComment(comment), true);
  }
}

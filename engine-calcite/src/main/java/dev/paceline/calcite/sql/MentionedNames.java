package dev.paceline.calcite.sql;

import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** All names that occur in a statement. */
public final class MentionedNames extends SqlBasicVisitor<Void> {
  private final Set<String> names = new TreeSet<>();

  private MentionedNames() {}

  public static Set<String> in(SqlNode statement) {
    MentionedNames visitor = new MentionedNames();
    statement.accept(visitor);
    return visitor.names;
  }

  @Override
  public Void visit(SqlIdentifier identifier) {
    names.addAll(identifier.names);
    return null;
  }
}

package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.sql.SequenceCalls;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.grammar.definition.IdentityDeclaration;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import org.apache.calcite.sql.SqlNode;

/** The sequences that columns take their values from: identity columns and defaults. */
public final class ColumnSequences {
  private final SessionCatalog catalog;

  public ColumnSequences(SessionCatalog catalog) {
    this.catalog = catalog;
  }

  /**
   * Returns the value of an identity column, whose sequence is named after the column.
   *
   * @throws PacelineException TYPE_MISMATCH if the column has no whole numbers
   */
  public ColumnValue of(
      IdentityDeclaration identity,
      String table,
      String column,
      DataType type,
      SessionCatalog.Target target) {
    switch (type.kind()) {
      case INT8, INT16, INT32, INT64 -> {}
      default ->
          throw new PacelineException(
              ErrorCode.TYPE_MISMATCH,
              "column "
                  + column
                  + " is "
                  + type
                  + "; an identity column is a SMALLINT, an INTEGER or a BIGINT");
    }
    Database database = catalog.catalog(target.temporary()).database();
    String name = table + "_" + column + "_seq";
    for (int number = 1;
        database.sequence(new ObjectName(target.schema(), name)) != null;
        number++) {
      name = table + "_" + column + "_seq" + number;
    }
    SequenceDefinition sequence = CreateSequence.define(target.schema(), name, identity.options());
    ObjectName written =
        new ObjectName(target.temporary() ? SessionCatalog.TEMPORARY : target.schema(), name);
    return new ColumnValue(
        identity.always() ? ColumnValue.Kind.IDENTITY_ALWAYS : ColumnValue.Kind.IDENTITY_BY_DEFAULT,
        "nextval(" + SequenceCalls.call(written) + ")",
        sequence);
  }

  /** Returns the text of a default, in which sequences have their schemas. */
  public String defaultText(SqlNode expression, String text, String sql) {
    return SequenceCalls.qualified(
        expression,
        text,
        sql,
        names -> {
          Sequence sequence = catalog.findSequence(names);
          if (sequence == null) {
            throw catalog.unknownSequence(names);
          }
          return catalog.nameOf(sequence);
        });
  }
}

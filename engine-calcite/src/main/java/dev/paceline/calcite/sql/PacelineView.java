package dev.paceline.calcite.sql;

import dev.paceline.calcite.sql.column.DistinctNames;
import dev.paceline.core.error.ErrorClass;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * A view, for one statement. Its query is validated by itself, so that it sees no names of the
 * statement, and each use of the view is converted anew. One thread.
 */
final class PacelineView extends AbstractTable implements TranslatableTable {
  private final ViewDefinition view;
  private final StatementNames names;
  private final boolean ofSession;
  private @Nullable RelDataType rowType;
  private boolean resolving;

  /**
   * @param ofSession whether it is temporary, and its query may read temporary tables
   */
  PacelineView(ViewDefinition view, StatementNames names, boolean ofSession) {
    this.view = view;
    this.names = names;
    this.ofSession = ofSession;
  }

  /** The query of the view, and the type of its rows with the names of the view's columns. */
  private record Validated(SqlValidator validator, SqlNode query, RelDataType rowType) {}

  /**
   * @throws PacelineException what is wrong with the view now, with its name
   */
  @Override
  public RelDataType getRowType(RelDataTypeFactory types) {
    RelDataType known = rowType;
    if (known == null) {
      names.use(view, ofSession);
      known = validate(types).rowType();
      rowType = known;
    }
    return known;
  }

  @Override
  public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
    Validated validated = validate(context.getCluster().getTypeFactory());
    try {
      return RelOptUtil.createCastRel(
          names.convert(validated.validator(), validated.query(), context.getCluster()),
          validated.rowType(),
          true);
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      throw failure(e);
    }
  }

  private Validated validate(RelDataTypeFactory types) {
    if (resolving) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "view " + view.name() + " refers to itself");
    }
    resolving = true;
    try {
      SqlNode parsed = StatementShape.limit(SqlFrontEnd.parse(view.query()));
      ColumnLabels.write(parsed, view.query());
      SqlValidator validator = names.validator(view, ofSession);
      SqlNode validated = validator.validate(parsed);
      return new Validated(
          validator, validated, named(validator.getValidatedNodeType(validated), types));
    } catch (RuntimeException | AssertionError | StackOverflowError e) {
      throw failure(e);
    } finally {
      resolving = false;
    }
  }

  /** Gives columns the names that the view declares. */
  private RelDataType named(RelDataType rows, RelDataTypeFactory types) {
    List<RelDataTypeField> fields = rows.getFieldList();
    List<String> declared = view.columns();
    if (declared.size() > fields.size()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "it is declared with "
              + declared.size()
              + " columns, but its query gives "
              + fields.size());
    }
    List<String> given = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      given.add(i < declared.size() ? declared.get(i) : fields.get(i).getName());
    }
    RelDataTypeFactory.Builder named = types.builder();
    List<String> distinct = DistinctNames.of(given);
    for (RelDataTypeField field : fields) {
      named.add(distinct.get(field.getIndex()), field.getType());
    }
    return named.build();
  }

  /** Adds the name of the view to an error that the user can resolve. */
  private PacelineException failure(Throwable error) {
    PacelineException known = SqlErrorTranslation.of(error, view.query(), null);
    return known.code().errorClass() == ErrorClass.USER
        ? new PacelineException(
            known.code(), "view " + view.name() + ": " + known.getMessage(), known)
        : known;
  }
}

package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.adapter.StoredTableSource;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.function.SequenceOperator;
import dev.paceline.calcite.lower.ScannedTables;
import dev.paceline.calcite.plan.EnumLabels;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.session.named.ParameterTypes;
import dev.paceline.calcite.sql.PriorityHint;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.type.DataType;
import dev.paceline.grammar.query.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Plans queries: validates them, converts them to logical plans, and has these optimised. One for a
 * session; any thread may use it.
 */
final class QueryPreparation {
  private final SessionCatalog catalog;
  private final SqlFrontEnd frontEnd;
  private final Experiment experiment;

  QueryPreparation(SessionCatalog catalog, SqlFrontEnd frontEnd, Experiment experiment) {
    this.catalog = catalog;
    this.frontEnd = frontEnd;
    this.experiment = experiment;
  }

  /** Plans a query that Paceline runs in the place of another statement. */
  StatementPlan.Query plan(String sql, StatementRun run) {
    return plan(SqlFrontEnd.parse(sql), run);
  }

  /** Validates and plans a query. Its rows have strings in the place of the values of ENUMs. */
  StatementPlan.Query plan(SqlNode node, StatementRun run) {
    return plan(node, false, run);
  }

  /** Validates and plans a query whose rows are added to a table, where ENUMs keep their types. */
  StatementPlan.Query planStored(SqlNode node, StatementRun run) {
    return plan(node, true, run);
  }

  private StatementPlan.Query plan(SqlNode node, boolean stored, StatementRun run) {
    Integer priority = PriorityHint.take(node);
    SqlValidator validator = frontEnd.validator();
    int parameters = ParameterTypes.count(node);
    SqlNode validated = validator.validate(node);
    List<RelDataType> parameterTypes = ParameterTypes.of(validated, validator, parameters);
    RelDataType rowType = validator.getValidatedNodeType(validated);
    List<List<String>> origins = validator.getFieldOrigins(validated);
    run.check();
    RelRoot root = convert(validator, validated);
    return plan(
        columns(rowType, origins, stored),
        parameterTypes,
        stored ? root : EnumLabels.of(root),
        priority,
        validator);
  }

  /** Returns the logical plan of a query that the validator has seen. */
  RelRoot convert(SqlValidator validator, SqlNode validated) {
    return frontEnd.convert(validator, validated, experiment);
  }

  /**
   * Plans a query that has a logical plan.
   *
   * @param priority the priority that a hint gives it; null for the session's
   * @param validator the validator that has seen the query
   */
  StatementPlan.Query plan(
      List<ResultColumn> columns,
      List<RelDataType> parameterTypes,
      RelRoot root,
      @Nullable Integer priority,
      SqlValidator validator) {
    List<CatalogUse> uses = usesOf(root.rel, validator);
    PacelineRel physical = SqlFrontEnd.plan(root);
    return new StatementPlan.Query(
        columns, parameterTypes, physical, uses, ScannedTables.of(physical), priority);
  }

  private static List<ResultColumn> columns(
      RelDataType rowType, List<List<String>> origins, boolean keepsEnums) {
    List<RelDataTypeField> fields = rowType.getFieldList();
    List<ResultColumn> columns = new ArrayList<>(fields.size());
    for (int i = 0; i < fields.size(); i++) {
      RelDataTypeField field = fields.get(i);
      List<String> origin = i < origins.size() ? origins.get(i) : null;
      boolean stored = origin != null && origin.size() >= 3;
      int last = stored ? origin.size() - 1 : 0;
      String name = field.getName();
      DataType type = TypeMapping.toDataType(field.getType());
      columns.add(
          new ResultColumn(
              name,
              stored ? origin.get(last - 2) : "",
              stored ? origin.get(last - 1) : "",
              stored ? origin.get(last) : name,
              keepsEnums ? type : type.withoutEnums(),
              field.getType().isNullable()));
    }
    return columns;
  }

  /** Returns what a plan depends on: sizes of tables, sequences, files and views. */
  List<CatalogUse> usesOf(RelNode rel, SqlValidator validator) {
    List<CatalogUse> uses = new ArrayList<>();
    for (TableSource source : ScannedTables.of(rel)) {
      if (source instanceof StoredTableSource stored) {
        uses.add(CatalogUse.TableSize.of(stored.table()));
      }
    }
    for (SequenceOperator operator : SequenceOperator.in(rel)) {
      uses.add(new CatalogUse.Numbers(operator.sequence(), operator.advances()));
    }
    SqlFrontEnd.filesIn(validator).forEach(files -> uses.add(new CatalogUse.Files(files)));
    for (boolean temporary : List.of(true, false)) {
      SqlFrontEnd.viewsIn(validator, temporary)
          .forEach(
              view -> uses.add(new CatalogUse.View(catalog.catalog(temporary).database(), view)));
    }
    return uses;
  }

  /** Plans a query of one row with the values of expressions. */
  StatementPlan.Query planRow(List<SqlNode> expressions, StatementRun run) {
    SqlNodeList items = new SqlNodeList(expressions, SqlParserPos.ZERO);
    return plan(PlainSelect.of(SqlParserPos.ZERO, items, null), run);
  }
}

package dev.paceline.calcite.sql;

import dev.paceline.calcite.file.FileRequest;
import dev.paceline.calcite.file.FileTableSource;
import dev.paceline.calcite.sql.catalog.PostgresCatalog;
import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidator;

/**
 * Resolves the names of tables and views for one statement, and for the queries of all views that
 * it uses. As a schema, it is the one that each database has. One thread.
 */
final class StatementNames extends AbstractSchema {
  private final SqlFrontEnd frontEnd;
  private final Map<String, Table> tables;
  private final Set<ViewDefinition> used = new LinkedHashSet<>();
  private final Set<ViewDefinition> usedTemporary = new LinkedHashSet<>();

  /** The files that the statement reads or describes. */
  private final Set<FileTableSource> opened = new LinkedHashSet<>();

  /** The names of the tables that files have become. */
  private final Map<FileRequest, String> files = new HashMap<>();

  /** Counts the SELECTs of the statement and of each use of a view in it. */
  private final AtomicInteger selects = new AtomicInteger();

  /** All schemas, of which this is one. */
  private final CalciteSchema root;

  /**
   * @param root to which the caller adds all schemas
   * @param tables of the schema that each database has
   */
  StatementNames(SqlFrontEnd frontEnd, CalciteSchema root, Map<String, Table> tables) {
    this.frontEnd = frontEnd;
    this.root = root;
    this.tables = new HashMap<>(tables);
  }

  SqlFrontEnd frontEnd() {
    return frontEnd;
  }

  /** Adds the views of the schema that each database has. */
  void add(List<ViewDefinition> views) {
    views.forEach(view -> tables.put(view.name(), new PacelineView(view, this, false)));
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tables;
  }

  /** Returns whether a table or a view of some schema has a name, in any case. */
  boolean hasTable(String name) {
    return root.getSubSchemaMap().values().stream()
        .anyMatch(schema -> schema.getTable(name, false) != null);
  }

  /**
   * Adds files as a table, once for each request.
   *
   * @return the name of the table
   * @throws dev.paceline.core.error.PacelineException what is wrong with the files or the options
   */
  String add(FileRequest request) {
    return files.computeIfAbsent(request, this::open);
  }

  /**
   * Returns whether an option adds a column of its name to files that have no such column.
   *
   * @throws dev.paceline.core.error.PacelineException what is wrong with the files or the options
   */
  boolean canAdd(FileRequest request, String option) {
    return frontEnd.files().hasOption(request, option)
        && frontEnd.files().open(request).columns().stream()
            .noneMatch(column -> column.name().equalsIgnoreCase(option));
  }

  private String open(FileRequest request) {
    return add(frontEnd.files().open(request));
  }

  /** Returns a query without tables that describes files. */
  String describe(FileRequest request) {
    FileTableSource source = frontEnd.files().describe(request);
    opened.add(source);
    return source.description();
  }

  /** Returns the files that the statement, and the views that it uses, read or describe. */
  Set<FileTableSource> opened() {
    return opened;
  }

  /**
   * Adds a table that has no name outside of the statement.
   *
   * @return its name
   */
  String add(FileTableSource source) {
    opened.add(source);
    String name = source.name();
    for (int number = 2; hasTable(name); number++) {
      name = source.name() + " #" + number;
    }
    tables.put(name, new PacelineTable(source));
    return name;
  }

  AtomicInteger selects() {
    return selects;
  }

  /** Returns the views, or the temporary ones, that the statement uses and that these use. */
  Set<ViewDefinition> used(boolean ofSession) {
    return ofSession ? usedTemporary : used;
  }

  /** Notes that the statement uses a view, unless that is one that never changes. */
  void use(ViewDefinition view, boolean ofSession) {
    if (!view.schema().equals(PostgresCatalog.NAME)) {
      used(ofSession).add(view);
    }
  }

  /**
   * Returns a validator for the statement.
   *
   * @param ofSession whether names may mean temporary tables and views
   */
  SqlValidator validator(boolean ofSession) {
    return frontEnd.validator(root, this, ofSession, frontEnd.currentSchema());
  }

  /** Returns a validator for the query of a view. */
  SqlValidator validator(ViewDefinition view, boolean ofSession) {
    return frontEnd.validator(
        root, this, ofSession, ofSession ? frontEnd.currentSchema() : view.schema());
  }

  /** Returns the logical plan of the query of a view. */
  RelNode convert(SqlValidator validator, SqlNode validated, RelOptCluster cluster) {
    return frontEnd.convert(validator, validated, cluster, false).project();
  }
}

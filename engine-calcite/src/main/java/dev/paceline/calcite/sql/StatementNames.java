package dev.paceline.calcite.sql;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.file.FileRequest;
import dev.paceline.calcite.file.FileTableSource;
import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.HashMap;
import java.util.LinkedHashSet;
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
import org.jspecify.annotations.Nullable;

/**
 * What the names of tables and views mean for one statement, and for the queries of all views that
 * it uses. One thread.
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
  private @Nullable CalciteSchema root;

  /**
   * @param tables tables and views, which the caller may still add
   */
  StatementNames(SqlFrontEnd frontEnd, Map<String, Table> tables) {
    this.frontEnd = frontEnd;
    this.tables = tables;
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tables;
  }

  /** Sets where the names of all schemas are found. */
  void setRoot(CalciteSchema schema) {
    root = schema;
  }

  /** Returns whether there is a table or a view of a name, in any case. */
  boolean hasTable(String name) {
    return tables.keySet().stream().anyMatch(name::equalsIgnoreCase);
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

  void use(ViewDefinition view, boolean ofSession) {
    used(ofSession).add(view);
  }

  /**
   * Returns a validator for the statement or for the query of a view.
   *
   * @param ofSession whether names may mean temporary tables and views
   */
  SqlValidator validator(boolean ofSession) {
    return frontEnd.validator(requireNonNull(root), this, ofSession);
  }

  /** Returns the logical plan of the query of a view. */
  RelNode convert(SqlValidator validator, SqlNode validated, RelOptCluster cluster) {
    return frontEnd.convert(validator, validated, cluster, false).project();
  }
}

package dev.paceline.calcite.session;

import dev.paceline.calcite.file.CopyOutput;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.session.control.QueryCommand;
import dev.paceline.calcite.session.control.QuerySetting;
import dev.paceline.calcite.session.ddl.IfExists;
import dev.paceline.calcite.session.ddl.SchemaStatement;
import dev.paceline.calcite.session.named.NamedStatements;
import dev.paceline.calcite.settings.SettingTarget;
import dev.paceline.calcite.table.TableSource;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/** The plan of a statement. Immutable; sessions share it through the plan cache. */
sealed interface StatementPlan {
  /** The columns of the result; empty if the statement returns no rows. */
  default List<ResultColumn> columns() {
    return List.of();
  }

  default boolean returnsRows() {
    return false;
  }

  /** One type a parameter. */
  default List<RelDataType> parameterTypes() {
    return List.of();
  }

  default int parameterCount() {
    return parameterTypes().size();
  }

  /** The tables and views that it rests on. */
  default List<CatalogUse> uses() {
    return List.of();
  }

  /**
   * Returns this plan with further uses, so that it is planned anew when one of them changes. A
   * PIVOT without a list of values, for example, uses the rows in which its columns were found.
   */
  default StatementPlan restingOn(List<CatalogUse> others) {
    if (others.isEmpty()) {
      return this;
    }
    List<CatalogUse> all = new ArrayList<>(uses());
    all.addAll(others);
    return switch (this) {
      case Query query -> query.withUses(all);
      case InsertQuery insert -> new InsertQuery(insert.target(), insert.source(), all);
      case InsertReturning returning ->
          new InsertReturning(
              returning.insert().restingOn(others),
              returning.target(),
              returning.all(),
              returning.returned());
      case CreateTable create when create.source() != null ->
          new CreateTable(
              create.definition(),
              create.temporary(),
              create.exists(),
              create.source().withUses(all));
      case CopyTo copy -> new CopyTo(copy.source().withUses(all), copy.output());
      case SetVariable set -> new SetVariable(set.name(), set.value().withUses(all));
      case Explain explain -> new Explain(explain.lines(), all);
      case Analyze analyze -> new Analyze(analyze.statement().restingOn(others));
      default -> this;
    };
  }

  /**
   * A query.
   *
   * @param physical what the engine runs
   * @param scanned the tables of which it takes snapshots, all at one moment
   * @param priority that a hint gives it; null for the session's
   */
  record Query(
      List<ResultColumn> columns,
      List<RelDataType> parameterTypes,
      PacelineRel physical,
      List<CatalogUse> uses,
      java.util.Set<TableSource> scanned,
      @Nullable Integer priority)
      implements StatementPlan {
    /** Returns the same query, which rests on other tables. */
    Query withUses(List<CatalogUse> others) {
      return new Query(columns, parameterTypes, physical, others, scanned, priority);
    }

    @Override
    public boolean returnsRows() {
      return true;
    }
  }

  /**
   * A query whose parameters have no type before they have values.
   *
   * @param query false for an INSERT
   */
  record Deferred(int parameterCount, boolean query) implements StatementPlan {
    @Override
    public boolean returnsRows() {
      return query;
    }
  }

  /** Shows the plan of a query. */
  record Explain(List<String> lines, List<CatalogUse> uses) implements StatementPlan {
    static final List<ResultColumn> COLUMNS = List.of(ResultColumn.of("PLAN", DataType.VARCHAR));

    @Override
    public List<ResultColumn> columns() {
      return COLUMNS;
    }

    @Override
    public boolean returnsRows() {
      return true;
    }
  }

  /**
   * Executes a statement, and shows the plan of its query and what its operators did.
   *
   * @param statement a {@link Query}, an {@link InsertQuery}, or a {@link CreateTable} of a query
   */
  record Analyze(StatementPlan statement) implements StatementPlan {
    @Override
    public List<ResultColumn> columns() {
      return Explain.COLUMNS;
    }

    @Override
    public boolean returnsRows() {
      return true;
    }

    @Override
    public List<RelDataType> parameterTypes() {
      return statement.parameterTypes();
    }

    @Override
    public List<CatalogUse> uses() {
      return statement.uses();
    }
  }

  /**
   * Makes a table.
   *
   * @param temporary whether only the session sees it
   * @param exists what to do if there is a table of this name
   * @param source of its rows; null for none
   */
  record CreateTable(
      TableDefinition definition, boolean temporary, IfExists exists, @Nullable Query source)
      implements StatementPlan {
    @Override
    public List<RelDataType> parameterTypes() {
      return source == null ? List.of() : source.parameterTypes();
    }

    @Override
    public List<CatalogUse> uses() {
      return source == null ? List.of() : source.uses();
    }
  }

  /**
   * Puts a table with the rows of a query in the place of another table.
   *
   * @param source reads the table
   */
  record RewriteTable(Table table, TableDefinition definition, Query source)
      implements StatementPlan {
    @Override
    public List<RelDataType> parameterTypes() {
      return source.parameterTypes();
    }

    @Override
    public List<CatalogUse> uses() {
      return source.uses();
    }
  }

  /** Changes what there is in the database, and needs no query for that. */
  record ChangeSchema(SchemaStatement statement) implements StatementPlan {}

  /**
   * Adds the rows of a query, whose columns are those of the table.
   *
   * @param target first of {@link #uses}
   */
  record InsertQuery(Table target, Query source, List<CatalogUse> uses) implements StatementPlan {
    @Override
    public List<RelDataType> parameterTypes() {
      return source.parameterTypes();
    }
  }

  /**
   * Adds rows of constants and parameters, without any query.
   *
   * @param rows every row has a cell for every column of the table: a {@link Parameter}, a plain
   *     Java value, or null for NULL
   */
  record InsertRows(
      Table target,
      List<@Nullable Object[]> rows,
      List<RelDataType> parameterTypes,
      List<CatalogUse> uses)
      implements StatementPlan {}

  /**
   * Inserts rows and returns the result of a query over them.
   *
   * @param insert an {@link InsertQuery} or {@link InsertRows}
   * @param all the columns of the target, in their order
   * @param returned the query; it scans the target alone, without parameters
   */
  record InsertReturning(StatementPlan insert, Table target, Query all, Query returned)
      implements StatementPlan {
    @Override
    public List<ResultColumn> columns() {
      return returned.columns();
    }

    @Override
    public boolean returnsRows() {
      return true;
    }

    @Override
    public List<RelDataType> parameterTypes() {
      return insert.parameterTypes();
    }

    @Override
    public List<CatalogUse> uses() {
      return insert.uses();
    }
  }

  /**
   * Writes the rows of a query to a file or a stream.
   *
   * @param output takes the columns of the query
   */
  record CopyTo(Query source, CopyOutput output) implements StatementPlan {
    @Override
    public List<RelDataType> parameterTypes() {
      return source.parameterTypes();
    }

    @Override
    public List<CatalogUse> uses() {
      return source.uses();
    }
  }

  /**
   * Writes all tables and views to a directory, or makes them of one.
   *
   * @param format of the files; empty for an import
   * @param saveOptions of the COPY that writes each table
   * @param loadOptions of the COPY that reads it again
   */
  record CopyDatabase(
      Path directory,
      String format,
      Map<String, Object> saveOptions,
      Map<String, Object> loadOptions)
      implements StatementPlan {}

  /** Adds the rows of a stream to a table. It is planned when there is the stream. */
  record CopyFromStream() implements StatementPlan {}

  /**
   * Does something to a query.
   *
   * @param number of its {@link dev.paceline.core.engine.QueryReport}
   */
  record Control(QueryCommand command, long number) implements StatementPlan {}

  /**
   * Shows the pipelines of a query as a picture.
   *
   * @param number of its {@link dev.paceline.core.engine.QueryReport}
   */
  record Picture(long number) implements StatementPlan {
    static final List<ResultColumn> COLUMNS = List.of(ResultColumn.of("DOT", DataType.VARCHAR));

    @Override
    public List<ResultColumn> columns() {
      return COLUMNS;
    }

    @Override
    public boolean returnsRows() {
      return true;
    }
  }

  /**
   * Changes something of a query.
   *
   * @param number of its {@link dev.paceline.core.engine.QueryReport}
   */
  record Alter(QuerySetting setting, long number, int value) implements StatementPlan {}

  /** Shows the work orders that the engine remembers. */
  record Trace() implements StatementPlan {
    static final List<ResultColumn> COLUMNS = List.of(ResultColumn.of("TRACE", DataType.VARCHAR));

    @Override
    public List<ResultColumn> columns() {
      return COLUMNS;
    }

    @Override
    public boolean returnsRows() {
      return true;
    }
  }

  /** Changes the statements that the session has prepared by their names. */
  record ChangeNamed(Consumer<NamedStatements> change) implements StatementPlan {}

  /**
   * Executes a statement that was prepared by its name.
   *
   * @param sql the text of that statement
   * @param values of its parameters, if these are literals
   * @param computed a query of one row with the values of the parameters; null if they are literals
   * @param order for each parameter, the column of {@code computed} that has its value
   */
  record Execute(
      String sql,
      StatementPlan plan,
      List<@Nullable Object> values,
      @Nullable Query computed,
      List<Integer> order)
      implements StatementPlan {
    @Override
    public List<ResultColumn> columns() {
      return plan.columns();
    }

    @Override
    public boolean returnsRows() {
      return plan.returnsRows();
    }

    @Override
    public List<CatalogUse> uses() {
      if (computed == null) {
        return plan.uses();
      }
      List<CatalogUse> all = new ArrayList<>(plan.uses());
      all.addAll(computed.uses());
      return all;
    }
  }

  /**
   * Gives a variable of the session the value of the first column of a query's only row.
   *
   * @param name as it is written
   */
  record SetVariable(String name, Query value) implements StatementPlan {
    @Override
    public List<RelDataType> parameterTypes() {
      return value.parameterTypes();
    }

    @Override
    public List<CatalogUse> uses() {
      return value.uses();
    }
  }

  /** Changes settings of the session or of its database. */
  record Set(Consumer<SettingTarget> change) implements StatementPlan {}

  /**
   * Stands for a value in a row of {@link InsertRows}.
   *
   * @param index from 0
   */
  record Parameter(int index) {}
}

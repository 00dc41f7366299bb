package dev.paceline.calcite.session;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.file.CopyInput;
import dev.paceline.calcite.file.CopyOptions;
import dev.paceline.calcite.file.CopyOutput;
import dev.paceline.calcite.file.FileCatalog;
import dev.paceline.calcite.file.FileRequest;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.CopyStatement;
import dev.paceline.grammar.DatabaseCopyStatement;
import dev.paceline.grammar.query.PlainSelect;
import dev.paceline.storage.access.FilePattern;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.WriterFormat;
import dev.paceline.storage.load.folder.FolderLayout;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Plans COPY: from files it is an INSERT of their rows, and to a file a query whose rows are
 * written.
 */
final class CopyPlanner {
  private final StatementPlanner planner;

  CopyPlanner(StatementPlanner planner) {
    this.planner = planner;
  }

  StatementPlan plan(CopyStatement copy, String sql, StatementRun run) {
    if (!copy.reads()) {
      return to(copy, run);
    }
    String path = copy.path();
    return path == null
        ? new StatementPlan.CopyFromStream()
        : from(copy, path, planner.frontEnd().files(), sql);
  }

  /**
   * Plans COPY … FROM STDIN of what is now in a file.
   *
   * @param file with everything that the stream had
   */
  StatementPlan fromSpool(CopyStatement copy, Path file, String sql) {
    return from(copy, file.toString(), planner.frontEnd().files().withAllFiles(), sql);
  }

  /** Plans COPY … FROM of a file whose path is relative to a directory. */
  StatementPlan fromDirectory(CopyStatement copy, Path directory, String sql) {
    String path = copy.path();
    return path == null
        ? new StatementPlan.CopyFromStream()
        : from(copy, directory.resolve(path).toString(), planner.frontEnd().files(), sql);
  }

  StatementPlan plan(DatabaseCopyStatement copy) {
    FileCatalog files = planner.frontEnd().files();
    Path directory = FilePattern.of(copy.directory()).path();
    files.access().check(directory);
    CopyOptions options = CopyOptions.of(copy.options(), false);
    if (!copy.exports()) {
      if (!copy.options().isEmpty()) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT, "IMPORT DATABASE has no options; its scripts have them");
      }
      return new StatementPlan.CopyDatabase(directory, "", Map.of(), Map.of());
    }
    WriterFormat format =
        files.formats().writer(Objects.requireNonNullElse(options.format(), "parquet"));
    new FileOptions(options.values()).checkNames(format.name(), format.optionNames());
    return new StatementPlan.CopyDatabase(
        directory, format.name(), options.values(), options.readingOptions(files, format.name()));
  }

  private StatementPlan from(CopyStatement copy, String path, FileCatalog files, String sql) {
    InsertPlanner inserts = new InsertPlanner(planner);
    Table table = inserts.target(copy.rows(), sql);
    boolean isList = !copy.columns().isEmpty();
    int[] listed =
        InsertPlanner.targetColumns(isList ? copy.columns() : null, table.definition(), sql);
    CopyOptions options = CopyOptions.of(copy.options(), true);
    CopyInput input =
        CopyInput.open(
            files,
            new FileRequest("", List.of(path), options.values()),
            options.formatOf(copy.path()),
            table.definition(),
            listed,
            isList);
    SqlValidator validator = planner.frontEnd().validator();
    SqlParserPos position = copy.getParserPosition();
    SqlIdentifier from = SqlFrontEnd.addTable(validator, input.source(), position);
    return inserts.insert(table, input.columns(), allOf(from, position), sql, validator);
  }

  private StatementPlan to(CopyStatement copy, StatementRun run) {
    SqlNode rows = copy.rows();
    SqlNode query =
        rows instanceof SqlIdentifier table
            ? select(columns(copy), table, copy.getParserPosition())
            : rows;
    CopyOptions options = CopyOptions.of(copy.options(), false);
    FileOptions given = new FileOptions(options.values());
    List<String> keys = given.strings("partition_by");
    StatementPlan.Query source =
        planner.queries().plan(keys == null ? query : orderedBy(keys, query), run);
    List<ColumnDefinition> columns =
        source.columns().stream()
            .map(column -> new ColumnDefinition(column.label(), column.type(), column.nullable()))
            .toList();
    FileCatalog files = planner.frontEnd().files();
    String written = copy.path();
    WriterFormat format = files.formats().writer(options.formatOf(written));
    return new StatementPlan.CopyTo(
        source,
        new CopyOutput(
            written == null ? null : output(written, files),
            FolderLayout.of(given, columns, format.name()),
            format,
            FolderLayout.ofFormat(given),
            columns));
  }

  /**
   * Sorts rows by the columns that name directories, so that one file at a time is open however
   * many directories there are.
   */
  private static SqlNode orderedBy(List<String> keys, SqlNode query) {
    SqlParserPos position = query.getParserPosition();
    List<SqlNode> order = new ArrayList<>();
    keys.forEach(key -> order.add(new SqlIdentifier(key, position)));
    if (query instanceof SqlOrderBy sorted && sorted.offset == null && sorted.fetch == null) {
      order.addAll(sorted.orderList.getList());
      return new SqlOrderBy(position, sorted.query, new SqlNodeList(order, position), null, null);
    }
    SqlNode all = select(SqlNodeList.of(SqlIdentifier.star(position)), query, position);
    return new SqlOrderBy(position, all, new SqlNodeList(order, position), null, null);
  }

  private static Path output(String written, FileCatalog files) {
    Path path = FilePattern.of(written).path();
    files.access().check(path);
    if (path.getFileName() == null) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "'" + written + "' is a directory; name a file in it");
    }
    return path;
  }

  private static SqlNodeList columns(CopyStatement copy) {
    SqlParserPos position = copy.getParserPosition();
    return copy.columns().isEmpty()
        ? SqlNodeList.of(SqlIdentifier.star(position))
        : new SqlNodeList(copy.columns(), position);
  }

  private static SqlSelect allOf(SqlIdentifier table, SqlParserPos position) {
    return select(SqlNodeList.of(SqlIdentifier.star(position)), table, position);
  }

  private static SqlSelect select(
      SqlNodeList columns, @Nullable SqlNode table, SqlParserPos position) {
    return PlainSelect.of(position, columns, table);
  }
}

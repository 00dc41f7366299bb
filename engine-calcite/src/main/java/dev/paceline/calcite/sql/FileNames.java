package dev.paceline.calcite.sql;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.file.FileFormats;
import dev.paceline.calcite.file.FileRequest;
import dev.paceline.calcite.sql.column.VirtualColumns;
import dev.paceline.grammar.FileReference;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlPivot;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnpivot;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Puts names of tables in the place of the files in FROM: of strings, of functions such as
 * read_csv, and of names in quotes that no table has and that look like those of files. The columns
 * are then qualified by the name of the first file without its suffix, or of the function, if the
 * statement gives no other. For one statement.
 */
final class FileNames {
  private final StatementNames names;
  private final CommonTableNames commonTables;

  /** The keys of ORDER BY behind a SELECT. */
  private final Map<SqlSelect, SqlNodeList> orderKeys = new IdentityHashMap<>();

  FileNames(StatementNames names, CommonTableNames commonTables) {
    this.names = names;
    this.commonTables = commonTables;
  }

  /** Changes a query, before its parts are visited. */
  void replace(@Nullable SqlNode node) {
    if (node instanceof SqlOrderBy order && order.query instanceof SqlSelect select) {
      orderKeys.put(select, order.orderList);
    }
    if (node instanceof SqlSelect select && select.getFrom() != null) {
      VirtualColumns columns = new VirtualColumns(select, orderKeys.get(select));
      select.setFrom(inFrom(select.getFrom(), false, columns));
      columns.leaveOut(select);
    }
  }

  /**
   * @param named whether the statement gives the table a name
   */
  private SqlNode inFrom(SqlNode node, boolean named, VirtualColumns columns) {
    switch (node) {
      case FileReference reference -> {
        return table(request(reference), reference.getParserPosition(), named, columns);
      }
      case SqlIdentifier name -> {
        return isFile(name)
            ? table(
                new FileRequest("", List.of(name.getSimple()), Map.of()),
                name.getParserPosition(),
                named,
                columns)
            : name;
      }
      case SqlJoin join -> {
        join.setLeft(inFrom(join.getLeft(), false, columns));
        join.setRight(inFrom(join.getRight(), false, columns));
      }
      case SqlPivot pivot -> pivot.setOperand(0, inFrom(pivot.query, false, columns));
      case SqlUnpivot unpivot -> unpivot.setOperand(0, inFrom(unpivot.query, false, columns));
      case SqlBasicCall call when isAround(call) ->
          call.setOperand(0, inFrom(call.operand(0), call.getKind() == SqlKind.AS, columns));
      default -> {
        // a sub-query, which is visited itself, or something without files
      }
    }
    return node;
  }

  /** Whether the first operand of a call is a table. */
  private static boolean isAround(SqlCall call) {
    return switch (call.getKind()) {
      case AS, TABLE_REF, TABLESAMPLE, LATERAL, EXTEND, OVER -> true;
      default -> false;
    };
  }

  private boolean isFile(SqlIdentifier name) {
    return name.isSimple()
        && FileFormats.looksLikeFile(name.getSimple())
        && !commonTables.contains(name.getSimple())
        && !names.hasTable(name.getSimple());
  }

  private static FileRequest request(FileReference reference) {
    String function = reference.function();
    return new FileRequest(
        function == null ? "" : function, reference.paths(), reference.options());
  }

  private SqlNode table(
      FileRequest request, SqlParserPos position, boolean named, VirtualColumns columns) {
    boolean reads = request.function().isEmpty() || FileFormats.isReader(request.function());
    SqlNode table =
        reads
            ? new SqlIdentifier(
                List.of(Catalog.SCHEMA, names.add(columns.withOptions(request, names::canAdd))),
                position)
            : SqlFrontEnd.parse(names.describe(request));
    return named
        ? table
        : SqlStdOperatorTable.AS.createCall(
            position, table, new SqlIdentifier(alias(request), position));
  }

  private static String alias(FileRequest request) {
    if (!request.function().isEmpty()) {
      return request.function();
    }
    String path = request.patterns().getFirst();
    String name = path.substring(path.lastIndexOf('/') + 1);
    int point = name.indexOf('.');
    return point <= 0 ? name : name.substring(0, point);
  }
}

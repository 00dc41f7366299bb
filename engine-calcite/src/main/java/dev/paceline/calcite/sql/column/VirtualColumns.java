package dev.paceline.calcite.sql.column;

import dev.paceline.calcite.file.FileRequest;
import dev.paceline.grammar.query.StarSelection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Columns that files have when a query names them, and that a star does not mean: those that the
 * option of the same name adds. For one SELECT.
 */
public final class VirtualColumns {
  private static final Set<String> NAMES = Set.of("filename", "file_row_number");

  /** Those that the SELECT names. */
  private final Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /** Those that some file has got. */
  private final Set<String> added = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * @param orderKeys of ORDER BY behind the SELECT; null if there are none
   */
  public VirtualColumns(SqlSelect select, @Nullable SqlNodeList orderKeys) {
    Names visitor = new Names();
    select.getOperandList().forEach(part -> visitor.look(part));
    visitor.look(orderKeys);
  }

  /** Finds the columns that a SELECT names, but not those of the queries in it. */
  private final class Names extends SqlBasicVisitor<@Nullable Void> {
    void look(@Nullable SqlNode node) {
      if (node != null) {
        node.accept(this);
      }
    }

    @Override
    public @Nullable Void visit(SqlIdentifier name) {
      String last = Util.last(name.names);
      NAMES.stream().filter(last::equalsIgnoreCase).forEach(named::add);
      return null;
    }

    @Override
    public @Nullable Void visit(SqlCall call) {
      if (call.getKind().belongsTo(SqlKind.QUERY)) {
        return null;
      }
      if (call.getKind() == SqlKind.AS) {
        look(call.operand(0)); // the rest are new names
        return null;
      }
      return super.visit(call);
    }
  }

  /**
   * Returns a request for the same files with the options that add the virtual columns which the
   * query names.
   *
   * @param canAdd whether an option adds a column that the files do not have
   */
  public FileRequest withOptions(FileRequest request, BiPredicate<FileRequest, String> canAdd) {
    Map<String, Object> options = new LinkedHashMap<>(request.options());
    for (String name : named) {
      if (options.keySet().stream().noneMatch(name::equalsIgnoreCase)
          && canAdd.test(request, name)) {
        options.put(name, true);
        added.add(name);
      }
    }
    return new FileRequest(request.function(), request.patterns(), options);
  }

  /** Leaves the columns out of the stars of a SELECT. */
  public void leaveOut(SqlSelect select) {
    if (added.isEmpty()) {
      return;
    }
    SqlNodeList items = new SqlNodeList(select.getSelectList().getParserPosition());
    for (SqlNode item : select.getSelectList()) {
      items.add(without(item));
    }
    select.setSelectList(items);
  }

  private SqlNode without(SqlNode item) {
    SqlParserPos position = item.getParserPosition();
    if (StarSelection.isStar(item)) {
      return StarSelection.of(
          position, item, names(position), SqlNodeList.EMPTY, SqlNodeList.EMPTY);
    }
    if (!StarSelection.is(item)) {
      return item;
    }
    SqlCall star = (SqlCall) item;
    SqlNodeList excluded = names(position);
    for (SqlNode name : (SqlNodeList) star.operand(1)) {
      if (!added.contains(name.toString())) {
        excluded.add(name);
      }
    }
    return StarSelection.of(position, star.operand(0), excluded, star.operand(2), star.operand(3));
  }

  private SqlNodeList names(SqlParserPos position) {
    return new SqlNodeList(
        added.stream().map(name -> new SqlIdentifier(name, position)).toList(), position);
  }
}

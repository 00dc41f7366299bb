package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.table.StructRelType;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.DelegatingScope;
import org.apache.calcite.sql.validate.ListScope;
import org.apache.calcite.sql.validate.SqlNameMatcher;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of {@link ListOperator#FIELD} of names that lead into structs: {@code s.a} and {@code
 * t.s.a}. A table comes before a column of the same name, and a column before a function that is
 * called without parentheses, such as USER.
 */
public final class StructPaths extends SqlShuttle {
  private final SqlValidator validator;
  private final SqlValidatorScope scope;
  private final List<String> aliases;

  /** The expansion of lists in FROM that is changed, which has no columns yet. */
  private final @Nullable SqlCall unnest;

  private StructPaths(
      SqlValidator validator,
      SqlValidatorScope scope,
      List<String> aliases,
      @Nullable SqlCall unnest) {
    this.validator = validator;
    this.scope = scope;
    this.aliases = aliases;
    this.unnest = unnest;
  }

  /** Returns an expression without such names. */
  public static SqlNode in(SqlNode expression, SqlValidator validator, SqlValidatorScope scope) {
    return new StructPaths(validator, scope, List.of(), null).of(expression);
  }

  /** Changes the lists that are expanded in FROM. */
  public static void changeLists(SqlCall unnest, SqlValidator validator, SqlValidatorScope scope) {
    StructPaths paths = new StructPaths(validator, scope, List.of(), unnest);
    for (int i = 0; i < unnest.operandCount(); i++) {
      unnest.setOperand(i, paths.of(unnest.operand(i)));
    }
  }

  /**
   * Changes the clauses of a SELECT but FROM. An item of the SELECT list for all fields of a struct
   * becomes one for each of them.
   */
  public static void change(SqlSelect select, SqlValidator validator, SqlValidatorScope scope) {
    List<String> aliases = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      if (item.getKind() == SqlKind.AS) {
        aliases.add(((SqlCall) item).operand(1).toString());
      }
    }
    StructPaths paths = new StructPaths(validator, scope, aliases, null);
    List<SqlNode> items = new ArrayList<>();
    for (SqlNode item : select.getSelectList()) {
      items.addAll(paths.items(item));
    }
    select.getSelectList().clear();
    select.getSelectList().addAll(items);
    if (select.getWhere() != null) {
      select.setWhere(paths.of(select.getWhere()));
    }
    if (select.getGroup() != null) {
      select.setGroupBy((SqlNodeList) paths.of(select.getGroup()));
    }
    if (select.getHaving() != null) {
      select.setHaving(paths.of(select.getHaving()));
    }
    SqlNodeList windows = select.getWindowList();
    windows.replaceAll(paths::of);
    if (select.getQualify() != null) {
      select.setQualify(paths.of(select.getQualify()));
    }
    if (select.getOrderList() != null) {
      select.setOrderBy((SqlNodeList) paths.of(select.getOrderList()));
    }
  }

  /** Gives an item of a SELECT list that is a field the name of the field. */
  public static void nameFields(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      for (int i = 0; i < items.size(); i++) {
        SqlNode item = items.get(i);
        if (item.getKind() == SqlKind.DOT) {
          items.set(i, named(item, ((SqlCall) item).operand(1).toString()));
        }
      }
    }
  }

  private static SqlNode named(SqlNode value, String name) {
    SqlParserPos position = value.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(position, value, new SqlIdentifier(name, position));
  }

  private SqlNode of(SqlNode expression) {
    SqlNode changed = expression.accept(this);
    return changed == null ? expression : changed;
  }

  /** Returns the fields of the struct of a star; null if it is that of a table or of all tables. */
  public static @Nullable List<SqlNode> fields(
      SqlIdentifier star, SqlValidator validator, SqlValidatorScope scope) {
    return new StructPaths(validator, scope, List.of(), null).fields(star);
  }

  private @Nullable List<SqlNode> fields(SqlIdentifier star) {
    if (star.names.size() == 1) {
      return null;
    }
    SqlIdentifier prefix = star.skipLast(1);
    SqlNode struct = isTable(prefix.names) ? null : struct(prefix);
    return struct == null ? null : fields(struct);
  }

  private List<SqlNode> items(SqlNode item) {
    if (item instanceof SqlIdentifier name && name.isStar()) {
      List<SqlNode> fields = fields(name);
      return fields == null ? List.of(item) : fields;
    }
    if (expandsList(item)) {
      SqlCall call = (SqlCall) item;
      return unnested(of(call.operand(0)), UnnestDepth.of(call));
    }
    if (item.getKind() == SqlKind.AS && expandsList(((SqlCall) item).operand(0))) {
      List<SqlNode> values = items(((SqlCall) item).operand(0));
      return values.size() == 1 && values.getFirst().getKind() != SqlKind.AS
          ? List.of(named(values.getFirst(), ((SqlCall) item).operand(1).toString()))
          : values; // fields have names of their own
    }
    SqlNode changed = of(item);
    boolean isField = item instanceof SqlIdentifier && changed instanceof SqlCall;
    return List.of(isField ? named(changed, Util.last(((SqlIdentifier) item).names)) : changed);
  }

  private static boolean expandsList(SqlNode item) {
    return item instanceof SqlCall call
        && call.getOperator() instanceof SqlFunction function
        && function.getName().equalsIgnoreCase(ListOperator.UNNEST.getName())
        && call.operandCount() > 0;
  }

  /** Expands the lists in a list, as deep as asked for, and structs. */
  private List<SqlNode> unnested(SqlNode value, UnnestDepth depth) {
    SqlParserPos position = value.getParserPosition();
    RelDataType type = validator.deriveType(scope, value);
    if (type.isStruct()) {
      return depth.recursive() ? allFields(value) : fields(value);
    }
    SqlNode list = value;
    RelDataType element = type.getComponentType();
    for (int i = 1; i < depth.levels() && element != null; i++) {
      RelDataType inner = element.getComponentType();
      if (inner == null) {
        break;
      }
      list = FunctionAliases.called("FLATTEN", List.of(list), position);
      element = inner;
    }
    SqlNode elements = ListOperator.UNNEST.createCall(position, list);
    return depth.recursive() && element != null && element.isStruct()
        ? allFields(elements)
        : List.of(elements);
  }

  /** The fields of a struct, and those of the structs in it in their place. */
  private List<SqlNode> allFields(SqlNode struct) {
    List<SqlNode> all = new ArrayList<>();
    for (SqlNode field : fields(struct)) {
      SqlNode value = ((SqlCall) field).operand(0);
      RelDataType type = validator.deriveType(scope, value);
      if (type.getComponentType() != null) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "a recursive UNNEST of lists in structs is not supported; unnest the fields");
      }
      if (type.isStruct()) {
        all.addAll(allFields(value));
      } else {
        all.add(field);
      }
    }
    return all;
  }

  private List<SqlNode> fields(SqlNode struct) {
    RelDataType type = validator.deriveType(scope, struct);
    if (!type.isStruct()) {
      return List.of(struct);
    }
    List<SqlNode> fields = new ArrayList<>();
    boolean hasNames = StructRelType.hasNames(type);
    for (RelDataTypeField field : type.getFieldList()) {
      SqlParserPos position = struct.getParserPosition();
      SqlNode key =
          hasNames
              ? SqlLiteral.createCharString(field.getName(), position)
              : SqlLiteral.createExactNumeric(Integer.toString(field.getIndex() + 1), position);
      SqlNode value = ListOperator.FIELD.createCall(position, struct, key);
      fields.add(named(value, hasNames ? field.getName() : "element" + (field.getIndex() + 1)));
    }
    return fields;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind().belongsTo(SqlKind.QUERY)) {
      return call;
    }
    SqlNode visited = super.visit(call);
    boolean isIn = call.getKind() == SqlKind.IN || call.getKind() == SqlKind.NOT_IN;
    if (isIn && visited instanceof SqlCall in && in.operand(1).isA(SqlKind.QUERY)) {
      wrapStruct(in);
    }
    return visited;
  }

  /** Lets a struct be one value of IN with a query, and not as many as it has fields. */
  private void wrapStruct(SqlCall in) {
    SqlNode left = in.operand(0);
    if (left.getKind() != SqlKind.ROW
        && !isAlias(left)
        && validator.deriveType(scope, left) instanceof StructRelType) {
      in.setOperand(0, SqlStdOperatorTable.ROW.createCall(left.getParserPosition(), left));
    }
  }

  /** Whether an expression is an alias of the SELECT list, which has no type yet. */
  private boolean isAlias(SqlNode expression) {
    return expression instanceof SqlIdentifier name
        && name.isSimple()
        && aliases.stream().anyMatch(name.getSimple()::equalsIgnoreCase)
        && scope.findQualifyingTableNames(name.getSimple(), name, matcher()).isEmpty();
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    if (name.isSimple()) {
      return isColumnNamedAsFunction(name) ? quoted(name) : row(name);
    }
    if (name.isStar()) {
      return name;
    }
    RelDataType table = table(name.names.subList(0, name.names.size() - 1));
    if (table != null && matcher().field(table, Util.last(name.names)) != null) {
      return name;
    }
    SqlNode field = struct(name);
    return field == null ? name : field;
  }

  /**
   * Returns whether a name could be a function without parentheses, such as USER, and is a column
   * of a table of this FROM, which comes first.
   */
  private boolean isColumnNamedAsFunction(SqlIdentifier name) {
    if (validator.makeNullaryCall(name) == null) {
      return false;
    }
    SqlValidatorScope tables = scope;
    while (!(tables instanceof ListScope) && tables instanceof DelegatingScope inner) {
      tables = inner.getParent();
    }
    return tables instanceof ListScope list
        && list.getChildren().stream()
            .anyMatch(table -> matcher().field(table.getRowType(), name.getSimple()) != null);
  }

  private static SqlIdentifier quoted(SqlIdentifier name) {
    SqlParserPos position = name.getParserPosition();
    return new SqlIdentifier(name.names, null, position, List.of(position.withQuoting(true)));
  }

  /** The struct of all columns of the table with a name, unless that is the name of a column. */
  private SqlNode row(SqlIdentifier name) {
    String table = name.getSimple();
    RelDataType type = unnest == null ? table(name.names) : null;
    if (type == null
        || aliases.stream().anyMatch(table::equalsIgnoreCase)
        || !scope.findQualifyingTableNames(table, name, matcher()).isEmpty()) {
      return name;
    }
    SqlParserPos position = name.getParserPosition();
    List<SqlNode> parts = new ArrayList<>();
    for (String column : type.getFieldNames()) {
      parts.add(SqlLiteral.createCharString(column, position));
      parts.add(name.plus(column, position));
    }
    return FunctionAliases.called("STRUCT_PACK", parts, position);
  }

  private boolean isTable(List<String> names) {
    return table(names) != null;
  }

  /** Returns the type of the rows of a table with a name; null if there is none. */
  private @Nullable RelDataType table(List<String> names) {
    SqlValidatorScope.ResolvedImpl resolved = new SqlValidatorScope.ResolvedImpl();
    scope.resolve(names, matcher(), false, resolved);
    return resolved.count() == 1 ? resolved.only().rowType() : null;
  }

  private SqlNameMatcher matcher() {
    return validator.getCatalogReader().nameMatcher();
  }

  /** The column that a name begins with, or a field in it; null if it begins with no column. */
  private @Nullable SqlNode struct(SqlIdentifier name) {
    for (int size = name.names.size() - 2; size > 0; size--) {
      RelDataType table = table(name.names.subList(0, size));
      if (table != null && matcher().field(table, name.names.get(size)) != null) {
        return field(name, size + 1);
      }
    }
    String column = name.names.getFirst();
    boolean known =
        aliases.stream().anyMatch(column::equalsIgnoreCase)
            || (unnest == null
                ? !scope.findQualifyingTableNames(column, name, matcher()).isEmpty()
                : isColumnBefore(column));
    return known ? field(name, 1) : null;
  }

  /** Whether a name is that of a column of a table before the lists. */
  private boolean isColumnBefore(String column) {
    SqlValidatorScope around = scope;
    while (around instanceof DelegatingScope inner) {
      if (inner instanceof ListScope tables) {
        for (SqlValidatorNamespace table : tables.getChildren()) {
          if (isUnnest(table.getNode())) {
            break;
          }
          if (matcher().field(table.getRowType(), column) != null) {
            return true;
          }
        }
      }
      around = inner.getParent();
    }
    return false;
  }

  private boolean isUnnest(@Nullable SqlNode table) {
    return Objects.equals(table, unnest)
        || table instanceof SqlCall call
            && (call.getKind() == SqlKind.AS || call.getKind() == SqlKind.LATERAL)
            && isUnnest(call.operand(0));
  }

  /** The field that names lead to behind those of a column. */
  private static SqlNode field(SqlIdentifier name, int columnNames) {
    SqlNode value = name.getComponent(0, columnNames);
    for (int i = columnNames; i < name.names.size(); i++) {
      value =
          ListOperator.FIELD.createCall(
              name.getParserPosition(),
              value,
              SqlLiteral.createCharString(name.names.get(i), name.getComponentParserPosition(i)));
    }
    return value;
  }
}

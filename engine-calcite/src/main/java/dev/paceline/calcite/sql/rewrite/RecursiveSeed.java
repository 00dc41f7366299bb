package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.query.NamedUnion;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * The first query of WITH RECURSIVE decides the types of the columns. Its strings become VARCHAR of
 * any length: those that the second query adds are often longer.
 */
public final class RecursiveSeed {
  /** A string as VARCHAR, and any other value as it is. */
  public static final SqlFunction OF_ANY_LENGTH =
      new SqlFunction(
          "OF_ANY_LENGTH",
          SqlKind.OTHER_FUNCTION,
          binding -> type(binding.getTypeFactory(), binding.getOperandType(0)),
          null,
          OperandTypes.ANY,
          SqlFunctionCategory.SYSTEM) {
        /** Derives the type without looking the name up, which no statement knows. */
        @Override
        public RelDataType deriveType(
            SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
          return type(validator.getTypeFactory(), validator.deriveType(scope, call.operand(0)));
        }
      };

  private RecursiveSeed() {}

  /**
   * The type of a column of a recursion whose first query has a type. Its values may be NULL: the
   * second query may add NULL.
   */
  public static RelDataType type(RelDataTypeFactory types, RelDataType type) {
    return types.createTypeWithNullability(
        SqlTypeUtil.inCharFamily(type) ? types.createSqlType(SqlTypeName.VARCHAR) : type, true);
  }

  /**
   * Changes the first query of a recursive table; does nothing to other nodes.
   *
   * @throws PacelineException if the recursion has an order, a limit or columns by name
   */
  public static void widen(@Nullable SqlNode node) {
    if (node instanceof SqlWithItem item
        && item.recursive.booleanValue()
        && item.query instanceof SqlOrderBy ordered
        && ordered.query.getKind() == SqlKind.UNION
        && mentions(ordered.query, item.name.getSimple())) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "ORDER BY and LIMIT of a recursion are not supported; write them behind the query that"
              + " reads "
              + item.name.getSimple());
    }
    if (node instanceof SqlWithItem item
        && item.recursive.booleanValue()
        && item.query instanceof SqlBasicCall union
        && union.getKind() == SqlKind.UNION) {
      if (union.getOperator() instanceof NamedUnion && mentions(union, item.name.getSimple())) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "UNION BY NAME of a recursion is not supported; write the columns in the same order");
      }
      if (mentions(union.operand(1), item.name.getSimple())) {
        widenColumns(union.operand(0));
      }
    }
  }

  /** Changes the columns of a query, of each part of a set operation, and of rows of VALUES. */
  private static void widenColumns(SqlNode query) {
    switch (query) {
      case SqlSelect select -> {
        List<SqlNode> columns = new ArrayList<>();
        for (SqlNode column : select.getSelectList()) {
          columns.add(widened(column));
        }
        select.setSelectList(new SqlNodeList(columns, select.getSelectList().getParserPosition()));
      }
      case SqlOrderBy ordered -> widenColumns(ordered.query);
      case SqlWith with -> widenColumns(with.body);
      case SqlCall call when isOfQueries(call) ->
          call.getOperandList().forEach(RecursiveSeed::widenColumns);
      case SqlCall row when row.getKind() == SqlKind.ROW -> {
        for (int i = 0; i < row.operandCount(); i++) {
          if (!isWidened(row.operand(i))) {
            row.setOperand(i, ofAnyLength(row.operand(i)));
          }
        }
      }
      default -> {
        // a query of another kind has no list of columns to change
      }
    }
  }

  private static boolean isOfQueries(SqlCall call) {
    return switch (call.getKind()) {
      case UNION, INTERSECT, EXCEPT, VALUES -> true;
      default -> false;
    };
  }

  private static boolean mentions(SqlNode query, String table) {
    boolean[] found = new boolean[1];
    query.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier name) {
            found[0] |= name.isSimple() && name.getSimple().equalsIgnoreCase(table);
            return null;
          }
        });
    return found[0];
  }

  private static SqlNode widened(SqlNode column) {
    if (column instanceof SqlBasicCall as && as.getKind() == SqlKind.AS) {
      return isWidened(as.operand(0))
          ? column
          : SqlStdOperatorTable.AS.createCall(
              column.getParserPosition(), ofAnyLength(as.operand(0)), as.operand(1));
    }
    if (isWidened(column) || column instanceof SqlIdentifier star && star.isStar()) {
      return column;
    }
    return column instanceof SqlIdentifier name
        ? SqlStdOperatorTable.AS.createCall(
            column.getParserPosition(),
            ofAnyLength(column),
            name.getComponent(name.names.size() - 1))
        : ofAnyLength(column);
  }

  private static boolean isWidened(SqlNode column) {
    return column instanceof SqlBasicCall call && call.getOperator().equals(OF_ANY_LENGTH);
  }

  private static SqlNode ofAnyLength(SqlNode column) {
    return OF_ANY_LENGTH.createCall(column.getParserPosition(), column);
  }
}

package dev.paceline.calcite.session.named;

import dev.paceline.calcite.function.KnownTypeName;
import dev.paceline.calcite.table.TypeMapping;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/** Finds the types of a statement's parameters, or gives them types. */
public final class ParameterTypes {
  private ParameterTypes() {}

  /** Returns the number of parameters of a statement. */
  public static int count(SqlNode statement) {
    int[] count = {0};
    statement.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlDynamicParam parameter) {
            count[0] = Math.max(count[0], parameter.getIndex() + 1);
            return null;
          }
        });
    return count[0];
  }

  /** Returns the types that the validator has found, and BIGINT for those of LIMIT and OFFSET. */
  public static List<RelDataType> of(SqlNode validated, SqlValidator validator, int count) {
    if (count == 0) {
      return List.of();
    }
    RelDataType[] types = new RelDataType[count];
    Arrays.fill(types, validator.getUnknownType());
    validated.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlDynamicParam parameter) {
            RelDataType type = validator.getValidatedNodeTypeIfKnown(parameter);
            if (type != null) {
              types[parameter.getIndex()] = type;
            }
            return null;
          }

          @Override
          public Void visit(SqlCall call) {
            super.visit(call);
            switch (call) {
              case SqlOrderBy order -> {
                rowCount(order.offset);
                rowCount(order.fetch);
              }
              case SqlSelect select -> {
                rowCount(select.getOffset());
                rowCount(select.getFetch());
              }
              default -> {
                // has neither LIMIT nor OFFSET
              }
            }
            return null;
          }

          private void rowCount(@Nullable SqlNode node) {
            if (node != null) {
              node.accept(
                  new SqlBasicVisitor<Void>() {
                    @Override
                    public Void visit(SqlDynamicParam parameter) {
                      types[parameter.getIndex()] =
                          validator.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
                      return null;
                    }
                  });
            }
          }
        });
    return List.of(types);
  }

  /** Writes CAST(? AS type) for every parameter but those of LIMIT and OFFSET. */
  public static SqlNode impose(SqlNode statement, List<RelDataType> types) {
    SqlNode changed =
        statement.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlDynamicParam parameter) {
                return cast(parameter, types.get(parameter.getIndex()));
              }

              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                if (call instanceof SqlOrderBy order) {
                  return new SqlOrderBy(
                      order.getParserPosition(),
                      order.query.accept(this),
                      (SqlNodeList) order.orderList.accept(this),
                      order.offset,
                      order.fetch);
                }
                return super.visit(call);
              }
            });
    return changed == null ? statement : changed;
  }

  /** Writes CAST(value AS type). */
  public static SqlNode cast(SqlNode value, RelDataType type) {
    boolean isNested = TypeMapping.toDataType(type).isNested();
    return SqlStdOperatorTable.CAST.createCall(
        value.getParserPosition(),
        value,
        isNested
            ? KnownTypeName.of(type, value.getParserPosition())
            : SqlTypeUtil.convertTypeToSpec(type));
  }

  /** Returns a text by which lists of types differ. */
  public static String describe(List<RelDataType> types) {
    return types.stream().map(RelDataType::getFullTypeString).collect(Collectors.joining(","));
  }
}

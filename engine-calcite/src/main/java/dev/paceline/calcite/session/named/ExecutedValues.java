package dev.paceline.calcite.session.named;

import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.grammar.ExecuteStatement;
import dev.paceline.grammar.query.NamedParameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Assigns the values of EXECUTE to the parameters of the prepared statement. */
public final class ExecutedValues {
  private ExecutedValues() {}

  /**
   * Returns the index of the value of each parameter, in the order of the parameters. Indexes start
   * at 0.
   *
   * @param statement the prepared statement
   * @throws PacelineException PARAMETER_COUNT if a value is missing or has no parameter,
   *     INVALID_STATEMENT if only some values have names
   */
  public static List<Integer> order(ExecuteStatement execute, SqlNode statement) {
    TreeMap<Integer, String> parameters = parameters(statement);
    List<String> given = execute.names();
    int count = parameters.isEmpty() ? 0 : parameters.lastKey() + 1;
    boolean named = given.stream().anyMatch(name -> !name.isEmpty());
    if (named && given.contains("")) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "EXECUTE needs names for all values, or for none");
    }
    if (!named) {
      return inOrder(given.size(), count, parameters, execute.name());
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      order.add(indexOf(given, parameters.getOrDefault(i, String.valueOf(i + 1))));
    }
    for (int i = 0; i < given.size(); i++) {
      if (!order.contains(i)) {
        throw new PacelineException(
            ErrorCode.PARAMETER_COUNT,
            "statement "
                + execute.name()
                + " has no parameter $"
                + given.get(i)
                + ", or it has another value");
      }
    }
    return order;
  }

  private static List<Integer> inOrder(
      int values, int count, Map<Integer, String> parameters, String statement) {
    if (values != count) {
      throw new PacelineException(
          ErrorCode.PARAMETER_COUNT,
          "the statement has " + count + " parameters, but " + values + " values were given");
    }
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = parameters.getOrDefault(i, "");
      if (!name.isEmpty() && !Character.isDigit(name.charAt(0))) {
        throw new PacelineException(
            ErrorCode.PARAMETER_COUNT,
            "the parameters of statement "
                + statement
                + " have names; write "
                + name
                + " := value");
      }
      order.add(i);
    }
    return order;
  }

  private static int indexOf(List<String> given, String name) {
    for (int i = 0; i < given.size(); i++) {
      if (given.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw new PacelineException(
        ErrorCode.PARAMETER_COUNT, "the parameter $" + name + " has no value");
  }

  /**
   * Returns the name of each parameter by its index; those without a name have a number, from 1.
   */
  private static TreeMap<Integer, String> parameters(SqlNode statement) {
    TreeMap<Integer, String> names = new TreeMap<>();
    statement.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            names.put(
                parameter.getIndex(),
                parameter instanceof NamedParameter named
                    ? named.name()
                    : String.valueOf(parameter.getIndex() + 1));
            return null;
          }
        });
    return names;
  }

  /** Returns the type of a parameter for values of a type: strings have no length. */
  public static RelDataType type(DataType value, RelDataTypeFactory types) {
    DataType type = value.kind() == TypeKind.CHAR ? DataType.VARCHAR : value;
    return types.createTypeWithNullability(TypeMapping.toRelType(types, type), true);
  }
}

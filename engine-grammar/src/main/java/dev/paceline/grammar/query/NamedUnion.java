package dev.paceline.grammar.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.SqlSetOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * UNION [ALL] BY NAME. Its columns are those of the left query in their order, then those that only
 * the right query has; a query has NULL in the columns that it lacks.
 */
public final class NamedUnion extends SqlSetOperator {
  /** The operator without ALL. */
  public static final NamedUnion DISTINCT = new NamedUnion("UNION BY NAME", false);

  /** The operator with ALL. */
  public static final NamedUnion ALL = new NamedUnion("UNION ALL BY NAME", true);

  private static final int PRECEDENCE_OF_UNION = 12;

  private NamedUnion(String name, boolean all) {
    super(
        name,
        SqlKind.UNION,
        PRECEDENCE_OF_UNION,
        all,
        NamedUnion::rowType,
        null,
        OperandTypes.VARIADIC);
  }

  /**
   * Returns, for each column of the result, the place of the column of the same name, in any case.
   *
   * @param names of the result
   * @param columns of one of the queries
   * @return places from 0; -1 for names that the query does not have
   */
  public static int[] places(List<String> names, List<String> columns) {
    List<String> keys = columns.stream().map(NamedUnion::key).toList();
    return names.stream().mapToInt(name -> keys.indexOf(key(name))).toArray();
  }

  /** The operator is this one: it is not looked up by its name. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    call.getOperandList().forEach(query -> validator.deriveType(scope, query));
    return validateOperands(validator, scope, call);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static RelDataType rowType(SqlOperatorBinding binding) {
    Map<String, String> names = new LinkedHashMap<>();
    Map<String, List<RelDataType>> types = new LinkedHashMap<>();
    for (int query = 0; query < 2; query++) {
      for (RelDataTypeField field : binding.getOperandType(query).getFieldList()) {
        String key = key(field.getName());
        names.putIfAbsent(key, field.getName());
        List<RelDataType> found = types.computeIfAbsent(key, name -> new ArrayList<>());
        found.add(field.getType());
        if (found.size() > query + 1) {
          throw new CalciteException(
              "a query of UNION BY NAME has the column " + field.getName() + " twice", null);
        }
        for (int missing = found.size(); missing <= query; missing++) {
          found.addFirst(null);
        }
      }
    }
    RelDataTypeFactory.Builder row = binding.getTypeFactory().builder();
    types.forEach(
        (key, found) -> row.add(names.get(key), commonType(names.get(key), found, binding)));
    return row.build();
  }

  /**
   * @param found types of the column in the queries; null, or missing, for a query that lacks it
   */
  private static RelDataType commonType(
      String name, List<RelDataType> found, SqlOperatorBinding binding) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    List<RelDataType> types = found.stream().filter(type -> type != null).toList();
    RelDataType common = factory.leastRestrictive(types);
    if (common == null && binding instanceof SqlCallBinding call) {
      common =
          call.getValidator()
              .getTypeCoercion()
              .getWiderTypeForTwo(types.getFirst(), types.getLast(), true);
    }
    if (common == null) {
      throw new CalciteException(
          "the columns "
              + name
              + " of UNION BY NAME have the types "
              + types.getFirst()
              + " and "
              + types.getLast()
              + ", which have no type in common",
          null);
    }
    boolean nullable = types.size() < 2 || types.stream().anyMatch(RelDataType::isNullable);
    return factory.createTypeWithNullability(common, nullable);
  }
}

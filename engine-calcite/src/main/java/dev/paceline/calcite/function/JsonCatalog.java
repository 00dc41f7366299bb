package dev.paceline.calcite.function;

import static dev.paceline.calcite.function.ListTypes.Operand.LIST;

import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.json.JsonCast;
import dev.paceline.core.expr.json.JsonConstructors;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The functions that make JSON of values of any type. JSON is a string; the parser tells which
 * strings are JSON by the functions that they come from.
 */
final class JsonCatalog {
  /** Stands for a value that is JSON already, among the marks of the values of a call. */
  private static final char JSON = 'j';

  static final ListOperator ARRAY = collected("LIST_TO_JSON", false, false);
  static final ListOperator ARRAY_OF_JSON = collected("LIST_OF_JSON_TO_JSON", false, true);
  static final ListOperator OBJECT = collected("LIST_TO_JSON_OBJECT", true, false);
  static final ListOperator OBJECT_OF_JSON = collected("LIST_OF_JSON_TO_JSON_OBJECT", true, true);

  static final ListOperator TO_JSON = toJson("TO_JSON");

  private JsonCatalog() {}

  /** Adds the functions to the catalog. */
  static void add() {
    ListCatalog.add(TO_JSON);
    for (String name : List.of("ROW_TO_JSON", "ARRAY_TO_JSON", "JSON_QUOTE")) {
      ListCatalog.add(toJson(name));
    }
    ListCatalog.add(
        new ListOperator(
            "CAST_TO_JSON",
            ListTypes.of(SqlTypeName.VARCHAR, false),
            null,
            OperandTypes.ANY,
            (result, a) -> cast(a.getFirst()),
            true));
    for (boolean lenient : new boolean[] {false, true}) {
      ListCatalog.add(
          new ListOperator(
              lenient ? "TRY_JSON_VALUE_OF" : "JSON_VALUE_OF",
              binding ->
                  binding
                      .getTypeFactory()
                      .createTypeWithNullability(binding.getOperandType(1), true),
              null,
              OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.ANY),
              (result, a) -> JsonCast.of(a.getFirst(), result, lenient)));
    }
    ListCatalog.add(
        new ListOperator(
            "JSON_ARRAY_OF",
            ListTypes.of(SqlTypeName.VARCHAR, false),
            null,
            OperandTypes.VARIADIC,
            (result, a) -> JsonConstructors.array(parts(a, 1, 1))));
    ListCatalog.add(
        new ListOperator(
            "JSON_OBJECT_OF",
            ListTypes.of(SqlTypeName.VARCHAR, false),
            null,
            OperandTypes.VARIADIC,
            (result, a) -> object(a)));
  }

  private static ListOperator toJson(String name) {
    return new ListOperator(
        name,
        ListTypes.of(SqlTypeName.VARCHAR, false),
        null,
        OperandTypes.ANY,
        (result, a) -> JsonConstructors.of(a.getFirst()));
  }

  private static ListOperator collected(String name, boolean object, boolean texts) {
    return new ListOperator(
        name,
        ListTypes.of(SqlTypeName.VARCHAR, true),
        null,
        ListTypes.operands(1, LIST),
        (result, a) ->
            object
                ? JsonConstructors.objectOf(a.getFirst(), texts)
                : JsonConstructors.arrayOf(a.getFirst(), texts));
  }

  /** Strings must be JSON. */
  private static Expression cast(Expression value) {
    return value.type().family() == TypeFamily.BYTES && !value.type().isNested()
        ? JsonConstructors.checked(Expressions.cast(value, DataType.VARCHAR))
        : JsonConstructors.of(value);
  }

  /** The values from an operand on, in steps; the first operand has a mark for each. */
  private static JsonConstructors.Parts parts(List<Expression> operands, int first, int step) {
    String marks = String.valueOf(((Literal) operands.getFirst()).value());
    List<Expression> values = new ArrayList<>();
    List<Boolean> texts = new ArrayList<>();
    for (int i = first; i < operands.size(); i += step) {
      texts.add(marks.charAt(values.size()) == JSON);
      values.add(operands.get(i));
    }
    return new JsonConstructors.Parts(values, texts);
  }

  private static Expression object(List<Expression> operands) {
    List<Expression> names = new ArrayList<>();
    for (int i = 1; i < operands.size(); i += 2) {
      names.add(operands.get(i));
    }
    return JsonConstructors.object(names, parts(operands, 2, 2));
  }
}

package dev.paceline.calcite.function;

import static dev.paceline.calcite.function.ListTypes.Operand.ELEMENT;
import static dev.paceline.calcite.function.ListTypes.Operand.LIST;
import static dev.paceline.calcite.function.ListTypes.Operand.LIST_OR_MAP;
import static dev.paceline.calcite.function.ListTypes.Operand.LIST_OR_TEXT;
import static dev.paceline.calcite.function.ListTypes.Operand.NESTED;
import static dev.paceline.calcite.function.ListTypes.Operand.NUMBERS;
import static dev.paceline.calcite.function.ListTypes.Operand.TEXT;
import static dev.paceline.calcite.function.ListTypes.Operand.WHOLE;
import static org.apache.calcite.sql.type.SqlTypeName.BIGINT;
import static org.apache.calcite.sql.type.SqlTypeName.BOOLEAN;
import static org.apache.calcite.sql.type.SqlTypeName.DOUBLE;
import static org.apache.calcite.sql.type.SqlTypeName.INTEGER;
import static org.apache.calcite.sql.type.SqlTypeName.VARCHAR;

import dev.paceline.calcite.function.ListTypes.Operand;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.function.FailureToNull;
import dev.paceline.core.expr.list.ListAggregates;
import dev.paceline.core.expr.list.ListFunctions;
import dev.paceline.core.expr.list.ListSelections;
import dev.paceline.core.expr.list.StringSplits;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** The functions of nested values, by all their names. */
final class ListCatalog {
  private static final List<ListOperator> ALL = new ArrayList<>();

  /** One operator for each name. */
  static final List<ListOperator> OPERATORS;

  static {
    lengths();
    elements();
    searches();
    changes();
    aggregates();
    strings();
    MoreListFunctions.add();
    StructCatalog.add();
    MapCatalog.add();
    CollectedLists.add();
    JsonCatalog.add();
    ALL.add(
        new ListOperator(
            "TRY",
            ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE),
            null,
            OperandTypes.ANY,
            (result, a) -> new FailureToNull(a.getFirst())));
    OPERATORS = List.copyOf(ALL);
  }

  private ListCatalog() {}

  /** Adds an operator that is made elsewhere. */
  static void add(ListOperator operator) {
    ALL.add(operator);
  }

  static void add(
      List<String> names,
      SqlReturnTypeInference result,
      int required,
      List<Operand> operands,
      ListOperator.Body body) {
    Operand[] kinds = operands.toArray(Operand[]::new);
    ListOperator.Body known = ListTypes.withLists(body, kinds);
    for (String name : names) {
      ALL.add(
          new ListOperator(
              name,
              result,
              ListTypes.parameters(kinds),
              ListTypes.operands(required, kinds),
              known));
    }
  }

  private static void lengths() {
    add(
        List.of("LEN", "LENGTH"),
        ListTypes.of(BIGINT, false),
        1,
        List.of(LIST_OR_TEXT),
        (result, a) ->
            isList(a.getFirst())
                ? ListFunctions.length(a.getFirst())
                : Expressions.call(ScalarFunction.CHAR_LENGTH, result, a));
    add(
        List.of("CARDINALITY"),
        ListTypes.of(BIGINT, false),
        1,
        List.of(LIST_OR_MAP),
        (result, a) -> ListFunctions.length(listOrNull(a.getFirst())));
    add(
        List.of("ARRAY_LENGTH"),
        ListTypes.of(BIGINT, false),
        1,
        List.of(LIST, WHOLE),
        (result, a) -> {
          checkDimension(a);
          return ListFunctions.length(a.getFirst());
        });
  }

  private static Expression listOrNull(Expression value) {
    return value.type().element() == null
        ? Expressions.literal(DataType.list(DataType.INT64), null)
        : value;
  }

  private static void checkDimension(List<Expression> operands) {
    boolean first =
        operands.size() == 1
            || operands.get(1) instanceof Literal literal
                && literal.value() instanceof Number dimension
                && dimension.longValue() == 1;
    if (!first) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, "array_length is supported for the constant dimension 1 only");
    }
  }

  private static boolean isList(Expression expression) {
    return expression.type().kind() == TypeKind.LIST;
  }

  private static void elements() {
    for (String name : List.of("LIST_VALUE", "LIST_PACK")) {
      ALL.add(
          new ListOperator(
              name,
              binding -> ListTypes.listOf(binding.getTypeFactory(), binding.collectOperandTypes()),
              null,
              OperandTypes.VARIADIC,
              ListFunctions::listOf));
    }
    ALL.add(
        new ListOperator(
            "ARRAY_VALUE",
            binding ->
                binding
                    .getTypeFactory()
                    .createArrayType(
                        ListTypes.listOf(binding.getTypeFactory(), binding.collectOperandTypes())
                            .getComponentType(),
                        binding.getOperandCount()),
            null,
            OperandTypes.ONE_OR_MORE,
            ListFunctions::listOf));
    add(
        List.of("LIST_EXTRACT", "LIST_ELEMENT", "ARRAY_EXTRACT"),
        binding ->
            SqlTypeUtil.inCharFamily(binding.getOperandType(0))
                ? ListTypes.of(VARCHAR, false).inferReturnType(binding)
                : ListTypes.ELEMENT.inferReturnType(binding),
        2,
        List.of(LIST_OR_TEXT, WHOLE),
        (result, a) -> {
          if (isList(a.getFirst())) {
            return ListFunctions.element(a.get(0), a.get(1));
          }
          return result.kind() == TypeKind.VARCHAR
              ? ListFunctions.sliceOfText(a.get(0), a.get(1), a.get(1))
              : Expressions.literal(result, null);
        });
    add(
        List.of("LIST_SLICE", "ARRAY_SLICE"),
        binding ->
            SqlTypeUtil.inCharFamily(binding.getOperandType(0))
                ? ListTypes.of(VARCHAR, false).inferReturnType(binding)
                : ListTypes.SAME_LIST.inferReturnType(binding),
        3,
        List.of(LIST_OR_TEXT, WHOLE, WHOLE, WHOLE),
        ListCatalog::slice);
  }

  private static Expression slice(DataType result, List<Expression> operands) {
    Expression sliced = operands.get(0);
    if (!result.isNested()) {
      if (operands.size() > 3) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED, "slices of strings with a step are not supported");
      }
      return ListFunctions.sliceOfText(sliced, operands.get(1), operands.get(2));
    }
    return ListFunctions.slice(
        isList(sliced) ? sliced : Expressions.literal(result, null),
        operands.get(1),
        operands.get(2),
        operands.size() > 3 ? operands.get(3) : Expressions.literal(DataType.INT64, 1));
  }

  private static void searches() {
    add(
        List.of("LIST_CONTAINS", "LIST_HAS", "ARRAY_CONTAINS", "ARRAY_HAS"),
        ListTypes.of(BOOLEAN, true),
        2,
        List.of(LIST, ELEMENT),
        (result, a) -> ListFunctions.contains(a.get(0), a.get(1)));
    add(
        List.of("LIST_POSITION", "LIST_INDEXOF", "ARRAY_POSITION", "ARRAY_INDEXOF"),
        ListTypes.of(INTEGER, true),
        2,
        List.of(LIST, ELEMENT),
        (result, a) -> ListFunctions.position(a.get(0), a.get(1)));
  }

  private static void changes() {
    add(
        List.of("LIST_CONCAT", "LIST_CAT", "ARRAY_CONCAT", "ARRAY_CAT"),
        ListTypes.COMMON_LIST,
        2,
        List.of(LIST, LIST),
        (result, a) -> ListFunctions.concat(result, a, false));
    add(
        List.of("LIST_APPEND", "ARRAY_APPEND", "ARRAY_PUSH_BACK"),
        ListTypes.extended(0, 1),
        2,
        List.of(LIST, ELEMENT),
        (result, a) -> ListFunctions.append(result, a.get(0), a.get(1)));
    add(
        List.of("LIST_PREPEND", "ARRAY_PREPEND"),
        ListTypes.extended(1, 0),
        2,
        List.of(ELEMENT, LIST),
        (result, a) -> ListFunctions.prepend(result, a.get(0), a.get(1)));
    add(
        List.of("ARRAY_PUSH_FRONT"),
        ListTypes.extended(0, 1),
        2,
        List.of(LIST, ELEMENT),
        (result, a) -> ListFunctions.prepend(result, a.get(1), a.get(0)));
    add(
        List.of("LIST_SORT", "ARRAY_SORT"),
        ListTypes.SAME_LIST,
        1,
        List.of(LIST, TEXT, TEXT),
        (result, a) ->
            ListFunctions.sort(
                a.getFirst(),
                isWord(a, 1, "DESC", "ASC"),
                isWord(a, 2, "NULLS FIRST", "NULLS LAST")));
    add(
        List.of("LIST_REVERSE_SORT", "ARRAY_REVERSE_SORT"),
        ListTypes.SAME_LIST,
        1,
        List.of(LIST, TEXT),
        (result, a) ->
            ListFunctions.sort(a.getFirst(), true, isWord(a, 1, "NULLS FIRST", "NULLS LAST")));
    same("LIST_REVERSE", "ARRAY_REVERSE", ListFunctions::reverse);
    same("LIST_DISTINCT", "ARRAY_DISTINCT", list -> ListFunctions.distinct(list, false));
    add(
        List.of("REPEAT"),
        binding ->
            SqlTypeUtil.inCharFamily(binding.getOperandType(0))
                ? ListTypes.of(VARCHAR, false).inferReturnType(binding)
                : ListTypes.SAME_LIST.inferReturnType(binding),
        2,
        List.of(LIST_OR_TEXT, WHOLE),
        (result, a) -> {
          if (isList(a.getFirst())) {
            return ListSelections.repeat(a.get(0), a.get(1));
          }
          return result.isNested()
              ? Expressions.literal(result, null)
              : Expressions.call(ScalarFunction.REPEAT, result, a);
        });
    add(
        List.of("FLATTEN"),
        ListTypes.INNER_LIST,
        1,
        List.of(NESTED),
        (result, a) -> ListFunctions.flatten(a.getFirst()));
  }

  /** Whether an operand, which must be constant, is the first of two words; not if it is absent. */
  static boolean isWord(List<Expression> operands, int index, String yes, String no) {
    if (index >= operands.size()) {
      return false;
    }
    Expression operand = operands.get(index);
    String word =
        operand instanceof Literal literal && literal.value() instanceof String text
            ? text.strip().toUpperCase(Locale.ROOT)
            : "";
    if (!word.equals(yes) && !word.equals(no)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the order of a list takes '" + no + "' or '" + yes + "' as a constant");
    }
    return word.equals(yes);
  }

  private static void same(
      String name, String other, java.util.function.UnaryOperator<Expression> function) {
    add(
        List.of(name, other),
        ListTypes.SAME_LIST,
        1,
        List.of(LIST),
        (result, a) -> function.apply(a.getFirst()));
  }

  private static void aggregates() {
    add(
        List.of("LIST_SUM", "ARRAY_SUM"),
        ListTypes.SUM,
        1,
        List.of(NUMBERS),
        (result, a) -> ListAggregates.sum(a.getFirst(), result));
    add(
        List.of("LIST_AVG", "ARRAY_AVG"),
        ListTypes.of(DOUBLE, true),
        1,
        List.of(NUMBERS),
        (result, a) -> ListAggregates.average(a.getFirst()));
    add(
        List.of("LIST_MIN", "ARRAY_MIN"),
        ListTypes.ELEMENT,
        1,
        List.of(LIST),
        (result, a) -> ListAggregates.extreme(a.getFirst(), false));
    add(
        List.of("LIST_MAX", "ARRAY_MAX"),
        ListTypes.ELEMENT,
        1,
        List.of(LIST),
        (result, a) -> ListAggregates.extreme(a.getFirst(), true));
    add(
        List.of("LIST_COUNT", "ARRAY_COUNT"),
        ListTypes.of(BIGINT, false),
        1,
        List.of(LIST),
        (result, a) -> ListAggregates.count(a.getFirst()));
    add(
        List.of("LIST_UNIQUE", "ARRAY_UNIQUE", "LIST_APPROX_COUNT_DISTINCT"),
        ListTypes.of(BIGINT, false),
        1,
        List.of(LIST),
        (result, a) -> ListFunctions.unique(a.getFirst()));
  }

  private static void strings() {
    add(
        List.of("PARSE_PATH"),
        ListCatalog::strings,
        1,
        List.of(TEXT),
        (result, a) -> StringSplits.ofPath(text(a.getFirst())));
    add(
        List.of("ARRAY_TO_STRING"),
        ListTypes.of(VARCHAR, true),
        2,
        List.of(LIST, TEXT),
        (result, a) -> ListFunctions.join(a.get(0), text(a.get(1)), true));
    add(
        List.of("STRING_SPLIT", "STR_SPLIT", "STRING_TO_ARRAY", "SPLIT"),
        ListCatalog::strings,
        2,
        List.of(TEXT, TEXT),
        (result, a) -> StringSplits.split(text(a.get(0)), text(a.get(1))));
    add(
        List.of("REGEXP_SPLIT_TO_ARRAY", "STRING_SPLIT_REGEX", "STR_SPLIT_REGEX"),
        ListCatalog::strings,
        2,
        List.of(TEXT, TEXT),
        (result, a) -> StringSplits.splitByPattern(text(a.get(0)), text(a.get(1))));
  }

  static Expression text(Expression value) {
    return Expressions.cast(value, DataType.VARCHAR);
  }

  static RelDataType strings(org.apache.calcite.sql.SqlOperatorBinding binding) {
    return ListTypes.nullable(
        binding,
        ListTypes.listOf(
            binding.getTypeFactory(), List.of(binding.getTypeFactory().createSqlType(VARCHAR))),
        false);
  }
}

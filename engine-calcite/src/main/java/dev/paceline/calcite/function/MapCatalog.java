package dev.paceline.calcite.function;

import static dev.paceline.calcite.function.ListTypes.Operand.ELEMENT;
import static dev.paceline.calcite.function.ListTypes.Operand.ENTRIES;
import static dev.paceline.calcite.function.ListTypes.Operand.LIST;
import static dev.paceline.calcite.function.ListTypes.Operand.MAP;
import static java.util.Objects.requireNonNull;
import static org.apache.calcite.sql.type.SqlTypeName.BOOLEAN;

import dev.paceline.calcite.table.StructRelType;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.list.MapFunctions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;

/** The functions of maps. */
final class MapCatalog {
  private static final DataType OF_NULL = DataType.map(DataType.INT64, DataType.INT64);

  private MapCatalog() {}

  /** Adds the functions to the catalog. */
  static void add() {
    constructors();
    parts();
    ofKey(List.of("MAP_EXTRACT", "ELEMENT_AT"), MapCatalog::valueList, MapFunctions::valueList);
    ofKey(List.of("MAP_EXTRACT_VALUE"), MapCatalog::value, MapFunctions::value);
    ofKey(List.of("MAP_CONTAINS"), ListTypes.of(BOOLEAN, true), MapFunctions::containsKey);
    ofKey(List.of("MAP_CONTAINS_VALUE"), ListTypes.of(BOOLEAN, true), MapFunctions::containsValue);
    ListCatalog.add(
        new ListOperator(
            "MAP_CONCAT",
            MapCatalog::common,
            null,
            OperandTypes.VARIADIC,
            (result, a) ->
                result.kind() == TypeKind.MAP
                    ? MapFunctions.concat(result, a)
                    : Expressions.literal(result, null)));
  }

  private static void constructors() {
    ListCatalog.add(
        new ListOperator(
            "MAP_OF", MapCatalog::ofEntries, null, OperandTypes.VARIADIC, MapFunctions::mapOf));
    ListCatalog.add(
        List.of("MAP"),
        MapCatalog::ofLists,
        0,
        List.of(LIST, LIST),
        (result, a) ->
            a.isEmpty()
                ? MapFunctions.mapOf(result, List.of())
                : MapFunctions.ofLists(result, a.get(0), a.get(1)));
    ListCatalog.add(
        List.of("MAP_FROM_ENTRIES"),
        MapCatalog::fromEntries,
        1,
        List.of(ENTRIES),
        (result, a) ->
            a.getFirst().type().kind() == TypeKind.LIST
                ? MapFunctions.fromEntries(result, a.getFirst())
                : Expressions.literal(result, null));
  }

  private static void parts() {
    part("MAP_KEYS", binding -> key(binding, 0), MapFunctions::keys);
    part("MAP_VALUES", binding -> value(binding, 0), MapFunctions::values);
    part("MAP_ENTRIES", MapCatalog::entry, MapFunctions::entries);
  }

  private static void part(
      String name, SqlReturnTypeInference element, UnaryOperator<Expression> function) {
    ListCatalog.add(
        List.of(name),
        binding ->
            ListTypes.nullable(
                binding,
                ListTypes.listOf(
                    binding.getTypeFactory(), List.of(element.inferReturnType(binding))),
                false),
        1,
        List.of(MAP),
        (result, a) -> function.apply(mapOrNull(a.getFirst())));
  }

  private static void ofKey(
      List<String> names, SqlReturnTypeInference result, BinaryOperator<Expression> function) {
    ListCatalog.add(
        names,
        result,
        2,
        List.of(MAP, ELEMENT),
        (type, a) ->
            a.getFirst().type().kind() == TypeKind.MAP
                ? function.apply(a.get(0), a.get(1))
                : Expressions.literal(type, null));
  }

  private static Expression mapOrNull(Expression value) {
    return value.type().kind() == TypeKind.MAP ? value : Expressions.literal(OF_NULL, null);
  }

  private static RelDataType key(SqlOperatorBinding binding, int operand) {
    RelDataType key = binding.getOperandType(operand).getKeyType();
    return key == null ? binding.getTypeFactory().createSqlType(SqlTypeName.BIGINT) : key;
  }

  private static RelDataType value(SqlOperatorBinding binding, int operand) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    RelDataType value = binding.getOperandType(operand).getValueType();
    return factory.createTypeWithNullability(
        value == null ? factory.createSqlType(SqlTypeName.BIGINT) : value, true);
  }

  private static RelDataType value(SqlOperatorBinding binding) {
    return value(binding, 0);
  }

  private static RelDataType valueList(SqlOperatorBinding binding) {
    return ListTypes.nullable(
        binding,
        ListTypes.listOf(binding.getTypeFactory(), List.of(value(binding, 0))),
        binding.getOperandType(0).isNullable());
  }

  private static RelDataType entry(SqlOperatorBinding binding) {
    return StructRelType.of(
        binding.getTypeFactory(),
        List.of(key(binding, 0), value(binding, 0)),
        List.of("key", "value"));
  }

  private static RelDataType map(SqlOperatorBinding binding, RelDataType key, RelDataType value) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    return factory.createMapType(
        factory.createTypeWithNullability(key, false),
        factory.createTypeWithNullability(value, true));
  }

  private static RelDataType ofEntries(SqlOperatorBinding binding) {
    List<RelDataType> keys = new ArrayList<>();
    List<RelDataType> values = new ArrayList<>();
    for (int i = 0; i + 1 < binding.getOperandCount(); i += 2) {
      keys.add(binding.getOperandType(i));
      values.add(binding.getOperandType(i + 1));
    }
    return map(binding, common(binding, keys), common(binding, values));
  }

  /** The type of all keys or all values. */
  private static RelDataType common(SqlOperatorBinding binding, List<RelDataType> types) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    return types.isEmpty()
        ? factory.createSqlType(SqlTypeName.NULL)
        : ListTypes.anyLength(
            factory, requireNonNull(ListTypes.listOf(factory, types).getComponentType()));
  }

  private static RelDataType ofLists(SqlOperatorBinding binding) {
    if (binding.getOperandCount() == 1) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "map takes a list of keys and a list of values");
    }
    if (binding.getOperandCount() == 0) {
      return ofEntries(binding);
    }
    RelDataType map =
        map(binding, ListTypes.elementOf(binding, 0), ListTypes.elementOf(binding, 1));
    return ListTypes.nullable(binding, map, false);
  }

  private static RelDataType fromEntries(SqlOperatorBinding binding) {
    RelDataType entry = ListTypes.elementOf(binding, 0);
    RelDataType map =
        entry.isStruct()
            ? map(
                binding,
                entry.getFieldList().get(0).getType(),
                entry.getFieldList().get(1).getType())
            : map(binding, entry, entry);
    return ListTypes.nullable(binding, map, false);
  }

  private static RelDataType common(SqlOperatorBinding binding) {
    List<RelDataType> types = binding.collectOperandTypes();
    boolean maps =
        types.stream()
            .allMatch(
                type ->
                    type.getSqlTypeName() == SqlTypeName.MAP
                        || type.getSqlTypeName() == SqlTypeName.NULL);
    RelDataType common =
        maps && !types.isEmpty() ? binding.getTypeFactory().leastRestrictive(types) : null;
    if (common == null) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH, "map_concat needs maps of one type, not " + types);
    }
    return binding.getTypeFactory().createTypeWithNullability(common, true);
  }
}

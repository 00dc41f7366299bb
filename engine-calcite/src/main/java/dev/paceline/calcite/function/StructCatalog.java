package dev.paceline.calcite.function;

import static dev.paceline.calcite.function.ListTypes.Operand.STRUCT;

import dev.paceline.calcite.table.StructRelType;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.list.ListFunctions;
import dev.paceline.core.expr.list.StructFunctions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** The functions of structs. Names of fields are operands, which are constant strings. */
final class StructCatalog {
  private StructCatalog() {}

  /** Adds the functions to the catalog. */
  static void add() {
    ListCatalog.add(
        new ListOperator(
            "STRUCT_PACK",
            StructCatalog::packed,
            null,
            OperandTypes.VARIADIC,
            (result, a) -> StructFunctions.pack(result, values(a, 0))));
    ListCatalog.add(ListOperator.ROW);
    ListCatalog.add(ListOperator.FIELD);
    for (String name : List.of("STRUCT_INSERT", "STRUCT_UPDATE")) {
      boolean replaces = name.equals("STRUCT_UPDATE");
      ListCatalog.add(
          new ListOperator(
              name,
              binding -> changed(binding, replaces),
              null,
              OperandTypes.VARIADIC,
              (result, a) -> changed(result, a, replaces)));
    }
    ListCatalog.add(
        new ListOperator(
            "STRUCT_EXTRACT_AT",
            binding -> fieldAt(binding).getType(),
            null,
            OperandTypes.ANY_ANY,
            (result, a) ->
                a.getFirst().type().kind() == TypeKind.STRUCT
                    ? StructFunctions.field(
                        a.getFirst(), ((Number) ((Literal) a.get(1)).value()).intValue() - 1)
                    : dev.paceline.core.expr.Expressions.literal(result, null)));
    ListCatalog.add(
        List.of("STRUCT_CONCAT"),
        StructCatalog::joined,
        2,
        List.of(STRUCT, STRUCT),
        (result, a) -> StructFunctions.concat(result, a.get(0), a.get(1)));
    ListCatalog.add(
        List.of("STRUCT_KEYS"),
        ListCatalog::strings,
        1,
        List.of(STRUCT),
        (result, a) -> StructFunctions.keys(a.getFirst()));
    ListCatalog.add(
        List.of("STRUCT_VALUES"),
        StructCatalog::unnamed,
        1,
        List.of(STRUCT),
        (result, a) -> dev.paceline.core.expr.Expressions.cast(a.getFirst(), result));
  }

  /** Every other operand, after some that come first. */
  private static List<Expression> values(List<Expression> operands, int first) {
    List<Expression> values = new ArrayList<>();
    for (int i = first + 1; i < operands.size(); i += 2) {
      values.add(operands.get(i));
    }
    return values;
  }

  private static RelDataType packed(SqlOperatorBinding binding) {
    List<String> names = new ArrayList<>();
    List<RelDataType> types = new ArrayList<>();
    addFields(binding, 0, names, types);
    return named(binding, names, types);
  }

  private static void addFields(
      SqlOperatorBinding binding, int first, List<String> names, List<RelDataType> types) {
    if (binding.getOperandCount() <= first) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          binding.getOperator().getName().toLowerCase(java.util.Locale.ROOT)
              + " needs fields with names: name := value");
    }
    for (int i = first; i < binding.getOperandCount(); i += 2) {
      names.add(name(binding, i));
      types.add(ListTypes.anyLength(binding.getTypeFactory(), binding.getOperandType(i + 1)));
    }
  }

  private static String name(SqlOperatorBinding binding, int operand) {
    String name =
        operand + 1 < binding.getOperandCount()
                && SqlTypeUtil.inCharFamily(binding.getOperandType(operand))
                && binding.isOperandLiteral(operand, false)
            ? binding.getOperandLiteralValue(operand, String.class)
            : null;
    if (name == null || name.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the fields of a struct need names: name := value");
    }
    return name;
  }

  private static RelDataType named(
      SqlOperatorBinding binding, List<String> names, List<RelDataType> types) {
    Set<String> different = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String name : names) {
      if (!different.add(name)) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT, "a struct cannot have two fields " + name);
      }
    }
    return StructRelType.of(binding.getTypeFactory(), types, names);
  }

  /** The type of a struct of some values without names. */
  static RelDataType row(SqlOperatorBinding binding) {
    return StructRelType.of(
        binding.getTypeFactory(),
        binding.collectOperandTypes().stream()
            .map(type -> ListTypes.anyLength(binding.getTypeFactory(), type))
            .toList(),
        null);
  }

  private static RelDataType struct(SqlOperatorBinding binding, int operand) {
    RelDataType type = binding.getOperandType(operand);
    if (!type.isStruct()) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          binding.getOperator().getName().toLowerCase(java.util.Locale.ROOT)
              + " needs a struct, not a value of the type "
              + type);
    }
    return type;
  }

  private static RelDataType changed(SqlOperatorBinding binding, boolean replaces) {
    RelDataType struct = struct(binding, 0);
    List<String> names = new ArrayList<>(struct.getFieldNames());
    List<RelDataType> types =
        new ArrayList<>(struct.getFieldList().stream().map(RelDataTypeField::getType).toList());
    List<String> newNames = new ArrayList<>();
    List<RelDataType> newTypes = new ArrayList<>();
    addFields(binding, 1, newNames, newTypes);
    for (int i = 0; i < newNames.size(); i++) {
      RelDataTypeField known = struct.getField(newNames.get(i), false, false);
      if (replaces && known != null) {
        types.set(known.getIndex(), newTypes.get(i));
      } else {
        names.add(newNames.get(i));
        types.add(newTypes.get(i));
      }
    }
    return named(binding, names, types);
  }

  private static Expression changed(DataType result, List<Expression> operands, boolean replaces) {
    Expression struct = operands.getFirst();
    List<Expression> values = values(operands, 1);
    if (!replaces) {
      return StructFunctions.insert(result, struct, values);
    }
    List<Expression> fields = new ArrayList<>();
    for (int i = 0; i < result.fields().size(); i++) {
      fields.add(i < struct.type().fields().size() ? StructFunctions.field(struct, i) : struct);
    }
    for (int i = 0; i < values.size(); i++) {
      String name = String.valueOf(((Literal) operands.get(2 * i + 1)).value());
      fields.set(StructFunctions.indexOf(result, name), values.get(i));
    }
    return StructFunctions.pack(result, fields);
  }

  private static RelDataType joined(SqlOperatorBinding binding) {
    List<String> names = new ArrayList<>();
    List<RelDataType> types = new ArrayList<>();
    boolean named = true;
    for (int i = 0; i < 2; i++) {
      RelDataType struct = struct(binding, i);
      named &= StructRelType.hasNames(struct);
      names.addAll(struct.getFieldNames());
      struct.getFieldList().forEach(field -> types.add(field.getType()));
    }
    return named
        ? named(binding, names, types)
        : StructRelType.of(binding.getTypeFactory(), types, null);
  }

  private static RelDataType unnamed(SqlOperatorBinding binding) {
    RelDataType struct = struct(binding, 0);
    return ListTypes.nullable(
        binding,
        StructRelType.of(
            binding.getTypeFactory(),
            struct.getFieldList().stream().map(RelDataTypeField::getType).toList(),
            null),
        false);
  }

  /** The type of a field of a struct, whose name or position from 1 is the second operand. */
  static RelDataType field(SqlOperatorBinding binding) {
    RelDataType struct = binding.getOperandType(0);
    if (struct.getSqlTypeName() == SqlTypeName.MAP) {
      return ListTypes.nullable(binding, struct.getValueType(), true);
    }
    if (struct.getSqlTypeName() == SqlTypeName.NULL) {
      return struct;
    }
    RelDataTypeField field =
        find(struct(binding, 0), binding.isOperandLiteral(1, false) ? literal(binding) : null);
    return binding
        .getTypeFactory()
        .createTypeWithNullability(
            field.getType(), struct.isNullable() || field.getType().isNullable());
  }

  /** The field of a struct, with or without names, at a position from 1. */
  private static RelDataTypeField fieldAt(SqlOperatorBinding binding) {
    RelDataType struct = struct(binding, 0);
    Object position = binding.isOperandLiteral(1, false) ? literal(binding) : null;
    if (!(position instanceof Integer number) || number < 1 || number > struct.getFieldCount()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "struct_extract_at takes a struct and a constant position from 1 to "
              + struct.getFieldCount());
    }
    return struct.getFieldList().get(number - 1);
  }

  private static @Nullable Object literal(SqlOperatorBinding binding) {
    return SqlTypeUtil.inCharFamily(binding.getOperandType(1))
        ? binding.getOperandLiteralValue(1, String.class)
        : SqlTypeName.INT_TYPES.contains(binding.getOperandType(1).getSqlTypeName())
            ? binding.getOperandLiteralValue(1, Integer.class)
            : null;
  }

  /** The field with a name, or at a position of a struct without names. */
  private static RelDataTypeField find(RelDataType struct, @Nullable Object key) {
    boolean named = StructRelType.hasNames(struct);
    RelDataTypeField field =
        switch (key) {
          case String name when named -> struct.getField(name, false, false);
          case Integer position
              when !named && position >= 1 && position <= struct.getFieldCount() ->
              struct.getFieldList().get(position - 1);
          case null, default -> null;
        };
    if (field == null) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          named
              ? "the struct has the fields %s, which are found by constant names, and not %s"
                  .formatted(String.join(", ", struct.getFieldNames()), key)
              : "the struct has %d fields without names, which are found by constant positions"
                  .formatted(struct.getFieldCount()));
    }
    return field;
  }

  /** A field of a struct, or the value of a key of a map. */
  static Expression field(DataType result, List<Expression> operands) {
    Expression struct = operands.getFirst();
    return switch (struct.type().kind()) {
      case MAP -> dev.paceline.core.expr.list.MapFunctions.value(struct, operands.get(1));
      case STRUCT -> StructFunctions.field(struct, index(struct.type(), operands.get(1)));
      case LIST -> ListFunctions.element(struct, operands.get(1));
      default -> dev.paceline.core.expr.Expressions.literal(result, null);
    };
  }

  private static int index(DataType struct, Expression key) {
    return ((Literal) key).value() instanceof Number position
        ? position.intValue() - 1
        : StructFunctions.indexOf(struct, String.valueOf(((Literal) key).value()).stripTrailing());
  }
}

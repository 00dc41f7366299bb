package dev.paceline.calcite.function;

import static java.util.Objects.requireNonNull;

import dev.paceline.calcite.table.AbsentRelType;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.grammar.definition.EnumRelType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlOperandCountRange;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlOperandTypeChecker;
import org.apache.calcite.sql.type.SqlOperandTypeInference;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Types of the operands and the results of functions of lists, and operands of these types. */
final class ListTypes {
  private ListTypes() {}

  /** The kinds of operands. */
  enum Operand {
    LIST,
    /** A list of lists. */
    NESTED,
    /** A list of numbers. */
    NUMBERS,
    /** A list of BOOLEANs. */
    BOOLEANS,
    /** A value that could be an element of the list among the operands. */
    ELEMENT,
    WHOLE,
    TEXT,
    LIST_OR_TEXT,
    LIST_OR_MAP,
    MAP,
    STRUCT,
    /** A list of structs of two fields. */
    ENTRIES;

    boolean takes(RelDataType type) {
      boolean unknown =
          type.getSqlTypeName() == SqlTypeName.NULL || type.getSqlTypeName() == SqlTypeName.UNKNOWN;
      boolean list = type.getSqlTypeName() == SqlTypeName.ARRAY;
      RelDataType element = type.getComponentType();
      return unknown
          || switch (this) {
            case LIST -> list;
            case NESTED -> list && requireNonNull(element).getComponentType() != null;
            case NUMBERS -> list && isNumber(requireNonNull(element));
            case BOOLEANS ->
                list && requireNonNull(element).getSqlTypeName() == SqlTypeName.BOOLEAN;
            case WHOLE -> SqlTypeName.INT_TYPES.contains(type.getSqlTypeName());
            case TEXT -> SqlTypeUtil.inCharFamily(type);
            case LIST_OR_TEXT -> list || SqlTypeUtil.inCharFamily(type);
            case LIST_OR_MAP -> list || type.getSqlTypeName() == SqlTypeName.MAP;
            case MAP -> type.getSqlTypeName() == SqlTypeName.MAP;
            case STRUCT -> type.isStruct();
            case ENTRIES ->
                list && requireNonNull(element).isStruct() && element.getFieldCount() == 2;
            case ELEMENT -> true;
          };
    }

    private static boolean isNumber(RelDataType type) {
      return SqlTypeUtil.isNumeric(type) || type.getSqlTypeName() == SqlTypeName.NULL;
    }
  }

  /**
   * Checks operands.
   *
   * @param required how many there must be
   */
  static SqlOperandTypeChecker operands(int required, Operand... operands) {
    return new SqlOperandTypeChecker() {
      @Override
      public boolean checkOperandTypes(SqlCallBinding binding, boolean throwOnFailure) {
        for (int i = 0; i < binding.getOperandCount(); i++) {
          if (!operands[Math.min(i, operands.length - 1)].takes(binding.getOperandType(i))) {
            if (throwOnFailure) {
              throw binding.newValidationSignatureError();
            }
            return false;
          }
        }
        return true;
      }

      @Override
      public SqlOperandCountRange getOperandCountRange() {
        return SqlOperandCountRanges.between(required, operands.length);
      }

      @Override
      public String getAllowedSignatures(SqlOperator operator, String name) {
        StringBuilder text = new StringBuilder("'").append(name).append('(');
        for (int i = 0; i < operands.length; i++) {
          text.append(i == 0 ? "<" : ", <").append(operands[i]).append('>');
        }
        return text.append(")'").toString();
      }
    };
  }

  /** A body that gets a list in the place of NULL where one is expected. */
  static ListOperator.Body withLists(ListOperator.Body body, Operand... kinds) {
    return (type, arguments) -> body.call(type, withListsForNull(arguments, kinds));
  }

  /** Operands in which NULL is a list where one is expected. */
  private static List<Expression> withListsForNull(List<Expression> operands, Operand[] kinds) {
    List<Expression> known = new ArrayList<>(operands);
    for (int i = 0; i < known.size(); i++) {
      DataType list =
          switch (kinds[i]) {
            case LIST, NUMBERS -> DataType.list(DataType.INT64);
            case BOOLEANS -> DataType.list(DataType.BOOLEAN);
            case NESTED -> DataType.list(DataType.list(DataType.INT64));
            case ELEMENT, WHOLE, TEXT, LIST_OR_TEXT, LIST_OR_MAP, MAP, STRUCT, ENTRIES -> null;
          };
      if (list != null && known.get(i).type().kind() != TypeKind.LIST) {
        known.set(i, Expressions.literal(list, null));
      }
    }
    return known;
  }

  /** Parameters and NULL are whole numbers. */
  static final SqlOperandTypeInference BIGINTS =
      (binding, returnType, types) ->
          Arrays.fill(types, nullable(binding.getTypeFactory(), SqlTypeName.BIGINT));

  /** Returns the inference of the types of parameters; an ambiguous type stays unknown. */
  static SqlOperandTypeInference parameters(Operand... operands) {
    return (binding, returnType, types) -> {
      for (int i = 0; i < types.length && i < operands.length; i++) {
        switch (operands[i]) {
          case WHOLE -> types[i] = nullable(binding.getTypeFactory(), SqlTypeName.BIGINT);
          case TEXT -> types[i] = nullable(binding.getTypeFactory(), SqlTypeName.VARCHAR);
          default -> {
            // stays unknown
          }
        }
      }
    };
  }

  private static RelDataType nullable(RelDataTypeFactory factory, SqlTypeName type) {
    return factory.createTypeWithNullability(factory.createSqlType(type), true);
  }

  /** The type of some values in one list, which may be empty. */
  static RelDataType listOf(RelDataTypeFactory factory, List<RelDataType> values) {
    RelDataType absent = AbsentRelType.of(factory.getTypeSystem());
    RelDataType common = values.isEmpty() ? absent : factory.leastRestrictive(values);
    if (common == null) {
      throw mixed(values);
    }
    return factory.createArrayType(
        factory.createTypeWithNullability(
            common.getSqlTypeName() == SqlTypeName.NULL ? absent : common, true),
        -1);
  }

  /** A type of strings without a limit, which strings in lists have. */
  static RelDataType anyLength(RelDataTypeFactory factory, RelDataType type) {
    if (type instanceof EnumRelType) {
      return type;
    }
    SqlTypeName name =
        SqlTypeUtil.inCharFamily(type)
            ? SqlTypeName.VARCHAR
            : SqlTypeUtil.isBinary(type) ? SqlTypeName.VARBINARY : null;
    return name == null
        ? type
        : factory.createTypeWithNullability(factory.createSqlType(name), type.isNullable());
  }

  private static PacelineException mixed(List<RelDataType> types) {
    return new PacelineException(
        ErrorCode.TYPE_MISMATCH, "a list cannot have elements of the types " + types);
  }

  /** The type of the elements of an operand; BIGINT, which is nullable, if it is NULL. */
  static RelDataType elementOf(SqlOperatorBinding binding, int operand) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    RelDataType element = binding.getOperandType(operand).getComponentType();
    return factory.createTypeWithNullability(
        element == null ? factory.createSqlType(SqlTypeName.BIGINT) : element, true);
  }

  static final SqlReturnTypeInference ELEMENT = binding -> elementOf(binding, 0);

  /** The type of the lists in a list. */
  static final SqlReturnTypeInference INNER_LIST =
      binding -> {
        RelDataType inner = elementOf(binding, 0);
        return nullable(
            binding, inner.getComponentType() == null ? list(binding, inner) : inner, true);
      };

  /** The type of the first list, whose elements may be NULL. */
  static final SqlReturnTypeInference SAME_LIST =
      binding -> nullable(binding, list(binding, elementOf(binding, 0)), false);

  /** The type of all operands, which are lists, as one. */
  static final SqlReturnTypeInference COMMON_LIST =
      binding -> {
        RelDataType all = binding.getTypeFactory().leastRestrictive(binding.collectOperandTypes());
        if (all == null) {
          throw mixed(binding.collectOperandTypes());
        }
        return nullable(binding, list(binding, all.getComponentType()), true);
      };

  /** The list at an operand, with the value at the other one among its elements. */
  static SqlReturnTypeInference extended(int list, int value) {
    return binding -> {
      RelDataTypeFactory factory = binding.getTypeFactory();
      RelDataType type = binding.getOperandType(list);
      RelDataType element =
          type.getComponentType() == null
              ? binding.getOperandType(value)
              : factory.leastRestrictive(
                  List.of(type.getComponentType(), binding.getOperandType(value)));
      return list(binding, element == null ? type.getComponentType() : element);
    };
  }

  private static RelDataType list(SqlOperatorBinding binding, @Nullable RelDataType element) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    return factory.createArrayType(
        element == null
            ? nullable(factory, SqlTypeName.INTEGER)
            : factory.createTypeWithNullability(element, true),
        -1);
  }

  /** A type that is nullable if an operand is, or in any case. */
  static RelDataType nullable(SqlOperatorBinding binding, RelDataType type, boolean always) {
    return binding
        .getTypeFactory()
        .createTypeWithNullability(
            type,
            always || binding.collectOperandTypes().stream().anyMatch(RelDataType::isNullable));
  }

  /** A type that is nullable if an operand is, or in any case. */
  static SqlReturnTypeInference of(SqlTypeName type, boolean always) {
    return binding -> nullable(binding, binding.getTypeFactory().createSqlType(type), always);
  }

  /** The type of the sum of the elements. */
  static final SqlReturnTypeInference SUM =
      binding ->
          nullable(
              binding,
              binding
                  .getTypeFactory()
                  .getTypeSystem()
                  .deriveSumType(binding.getTypeFactory(), elementOf(binding, 0)),
              true);
}

package dev.paceline.calcite.plan;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.table.AbsentRelType;
import dev.paceline.calcite.table.FixedArrayRelType;
import dev.paceline.calcite.table.StructRelType;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.calcite.table.UnsignedRelType;
import dev.paceline.core.type.DataType;
import dev.paceline.grammar.definition.EnumRelType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Creates the types that {@link PacelineTypeSystem} describes, with UTF-8 strings. Thread-safe.
 * Creating a type on a thread that plans a cancelled statement throws the statement's error.
 */
public final class PacelineTypeFactory extends JavaTypeFactoryImpl {
  public PacelineTypeFactory() {
    super(PacelineTypeSystem.INSTANCE);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public RelDataType createSqlType(SqlTypeName typeName) {
    PlanningCheck.check();
    if (SqlTypeName.UNSIGNED_TYPES.contains(typeName)) {
      return canonize(UnsignedRelType.of(getTypeSystem(), typeName));
    }
    return SqlTypeName.INTERVAL_TYPES.contains(typeName)
        ? createSqlIntervalType(TypeMapping.INTERVAL)
        : super.createSqlType(typeName);
  }

  /** Creates the one type of intervals: all of them have months, days and microseconds. */
  @Override
  public RelDataType createSqlIntervalType(SqlIntervalQualifier qualifier) {
    return super.createSqlIntervalType(TypeMapping.INTERVAL);
  }

  @Override
  public RelDataType createSqlType(SqlTypeName typeName, int precision) {
    PlanningCheck.check();
    return SqlTypeName.INTERVAL_TYPES.contains(typeName)
        ? createSqlType(typeName)
        : super.createSqlType(typeName, precision);
  }

  @Override
  public RelDataType createSqlType(SqlTypeName typeName, int precision, int scale) {
    PlanningCheck.check();
    return SqlTypeName.INTERVAL_TYPES.contains(typeName)
        ? createSqlType(typeName)
        : super.createSqlType(typeName, precision, scale);
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
    PlanningCheck.check();
    return switch (type) {
      case StructRelType struct -> canonize(struct.withNullability(nullable));
      case FixedArrayRelType array -> canonize(array.withNullability(nullable));
      case EnumRelType enumeration -> canonize(enumeration.createWithNullability(nullable));
      default -> super.createTypeWithNullability(type, nullable);
    };
  }

  @Override
  public RelDataType createTypeWithCharsetAndCollation(
      RelDataType type, Charset charset, SqlCollation collation) {
    return type instanceof EnumRelType
        ? type
        : super.createTypeWithCharsetAndCollation(type, charset, collation);
  }

  /** Elements of declared types get their nullability here. */
  @Override
  public RelDataType enforceTypeWithNullability(RelDataType type, boolean nullable) {
    return type instanceof StructRelType || type instanceof FixedArrayRelType
        ? createTypeWithNullability(type, nullable)
        : super.enforceTypeWithNullability(type, nullable);
  }

  /** Creates an array of a fixed length if a length is given, and a list otherwise. */
  @Override
  public RelDataType createArrayType(RelDataType element, long maxCardinality) {
    return maxCardinality > 0
        ? canonize(new FixedArrayRelType(element, false, Math.toIntExact(maxCardinality)))
        : super.createArrayType(element, maxCardinality);
  }

  /** Creates rows; those without a kind are values of structs. */
  @Override
  public RelDataType createStructType(
      StructKind kind, List<RelDataType> types, List<String> fieldNames) {
    PlanningCheck.check();
    return kind == StructKind.NONE
        ? canonize(StructRelType.of(this, types, fieldNames))
        : super.createStructType(kind, types, fieldNames);
  }

  /**
   * Returns a common type that keeps all fraction digits of exact numbers. Calcite's own rule would
   * cut them: {@code SUM(a) > SUM(b) * 0.0001} would compare rounded values.
   */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    PlanningCheck.check();
    if (types.stream().anyMatch(AbsentRelType.class::isInstance) || isListOrNull(types)) {
      return commonKnown(types, mappingRule);
    }
    if (types.stream().anyMatch(StructRelType.class::isInstance)) {
      return commonStruct(types);
    }
    if (types.stream().anyMatch(FixedArrayRelType.class::isInstance)) {
      return commonArray(types, mappingRule);
    }
    if (types.stream().anyMatch(EnumRelType.class::isInstance)) {
      return commonEnum(types, mappingRule);
    }
    if (types.stream().anyMatch(UnsignedRelType.class::isInstance)) {
      return commonNumber(types, mappingRule);
    }
    RelDataType moved = types.size() == 2 ? movedDate(types.get(0), types.get(1)) : null;
    if (moved != null) {
      return moved;
    }
    boolean hasDecimal = types.stream().anyMatch(SqlTypeUtil::isDecimal);
    if (!hasDecimal || !types.stream().allMatch(SqlTypeUtil::isExactNumeric)) {
      return super.leastRestrictive(types, mappingRule);
    }
    int scale = 0;
    int integerDigits = 0;
    boolean nullable = false;
    for (RelDataType type : types) {
      int typeScale = SqlTypeUtil.isDecimal(type) ? type.getScale() : 0;
      scale = Math.max(scale, typeScale);
      integerDigits = Math.max(integerDigits, type.getPrecision() - typeScale);
      nullable |= type.isNullable();
    }
    int precision = Math.min(DataType.MAX_DECIMAL_PRECISION, integerDigits + scale);
    return createTypeWithNullability(
        createSqlType(SqlTypeName.DECIMAL, precision, scale), nullable);
  }

  /**
   * Returns the type of a date that is moved by an interval, which Calcite would cut to a date
   * again; null for other types.
   */
  private @Nullable RelDataType movedDate(RelDataType first, RelDataType second) {
    boolean dateFirst = first.getSqlTypeName() == SqlTypeName.DATE;
    SqlTypeName date = dateFirst ? first.getSqlTypeName() : second.getSqlTypeName();
    SqlTypeName interval = dateFirst ? second.getSqlTypeName() : first.getSqlTypeName();
    return date == SqlTypeName.DATE && SqlTypeName.INTERVAL_TYPES.contains(interval)
        ? createTypeWithNullability(
            createSqlType(SqlTypeName.TIMESTAMP), first.isNullable() || second.isNullable())
        : null;
  }

  /** Returns whether there are lists or maps among the types, and NULL. */
  private static boolean isListOrNull(List<RelDataType> types) {
    return types.stream()
            .anyMatch(type -> type.getComponentType() != null || type.getKeyType() != null)
        && types.stream().anyMatch(type -> type.getSqlTypeName() == SqlTypeName.NULL);
  }

  /** Returns the common type of the types that are known; null if they have none. */
  private @Nullable RelDataType commonKnown(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    List<RelDataType> known =
        types.stream()
            .filter(
                type ->
                    !(type instanceof AbsentRelType) && type.getSqlTypeName() != SqlTypeName.NULL)
            .toList();
    RelDataType common =
        known.isEmpty()
            ? AbsentRelType.of(getTypeSystem())
            : known.size() == 1 ? known.getFirst() : leastRestrictive(known, mappingRule);
    return common == null
        ? null
        : createTypeWithNullability(common, types.stream().anyMatch(RelDataType::isNullable));
  }

  /**
   * Returns an ENUM if all types are this ENUM, and a string if they are several ENUMs, or an ENUM
   * and strings; null if there is no such type.
   */
  private @Nullable RelDataType commonEnum(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType same = commonSame(types);
    return same == null
        ? leastRestrictive(
            types.stream()
                .map(
                    type ->
                        type instanceof EnumRelType
                            ? createTypeWithNullability(
                                createSqlType(SqlTypeName.VARCHAR), type.isNullable())
                            : type)
                .toList(),
            mappingRule)
        : same;
  }

  /** Returns the type that all types are, apart from NULL; null if they differ. */
  private @Nullable RelDataType commonSame(List<RelDataType> types) {
    List<RelDataType> known =
        types.stream().filter(type -> type.getSqlTypeName() != SqlTypeName.NULL).toList();
    RelDataType first = known.getFirst();
    return known.stream().allMatch(type -> SqlTypeUtil.equalSansNullability(this, type, first))
        ? createTypeWithNullability(first, types.stream().anyMatch(RelDataType::isNullable))
        : null;
  }

  /**
   * Returns the unsigned type that all types are, or a signed type for unsigned and other types;
   * null if they have no common type.
   */
  private @Nullable RelDataType commonNumber(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType same = commonSame(types);
    if (same != null) {
      return same;
    }
    return leastRestrictive(
        types.stream()
            .map(type -> type instanceof UnsignedRelType unsigned ? unsigned.signed(this) : type)
            .toList(),
        mappingRule);
  }

  private @Nullable RelDataType commonArray(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    RelDataType list =
        leastRestrictive(
            types.stream().map(type -> FixedArrayRelType.toList(this, type)).toList(), mappingRule);
    int length = FixedArrayRelType.commonLength(types);
    RelDataType element = list == null ? null : list.getComponentType();
    return element == null || length == 0
        ? list
        : createTypeWithNullability(createArrayType(element, length), list.isNullable());
  }

  private @Nullable RelDataType commonStruct(List<RelDataType> types) {
    List<RelDataType> structs = types.stream().filter(RelDataType::isStruct).toList();
    boolean mixed =
        types.stream()
            .anyMatch(type -> !type.isStruct() && type.getSqlTypeName() != SqlTypeName.NULL);
    RelDataType common = mixed ? null : StructRelType.common(this, structs);
    boolean nullable = types.stream().anyMatch(RelDataType::isNullable);
    return common == null ? null : createTypeWithNullability(common, nullable);
  }
}

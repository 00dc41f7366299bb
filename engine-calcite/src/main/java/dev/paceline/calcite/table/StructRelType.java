package dev.paceline.calcite.table;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.RelDataTypeFieldImpl;
import org.apache.calcite.rel.type.RelRecordType;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlUtil;
import org.jspecify.annotations.Nullable;

/** The type of struct values, which are no rows of a table. All fields may be NULL. */
public final class StructRelType extends RelRecordType {
  private StructRelType(List<RelDataTypeField> fields, boolean nullable) {
    super(StructKind.FULLY_QUALIFIED, fields, nullable);
  }

  /**
   * Returns a type, not nullable.
   *
   * @param names of the fields; null for a struct without names
   */
  public static StructRelType of(
      RelDataTypeFactory factory, List<RelDataType> types, @Nullable List<String> names) {
    List<RelDataTypeField> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      fields.add(
          new RelDataTypeFieldImpl(
              names == null ? SqlUtil.deriveAliasFromOrdinal(i) : names.get(i),
              i,
              factory.createTypeWithNullability(types.get(i), true)));
    }
    return new StructRelType(fields, false);
  }

  /** Returns the type with another nullability. */
  public StructRelType withNullability(boolean nullable) {
    return nullable == isNullable() ? this : new StructRelType(getFieldList(), nullable);
  }

  /** Whether values of a type are structs, or contain some. */
  public static boolean isIn(RelDataType type) {
    return type instanceof StructRelType
        || type.getComponentType() != null && isIn(type.getComponentType())
        || type.getKeyType() != null && isIn(type.getKeyType())
        || type.getValueType() != null && isIn(type.getValueType());
  }

  /** Whether the fields of a row have names, and not those that Calcite gives to values of ROW. */
  public static boolean hasNames(RelDataType type) {
    for (RelDataTypeField field : type.getFieldList()) {
      if (!field.getName().equals(SqlUtil.deriveAliasFromOrdinal(field.getIndex()))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the type, not nullable, of structs of several types: with the fields of all if all have
   * names, else with fields of the same positions; null if there is none.
   */
  public static @Nullable RelDataType common(
      RelDataTypeFactory factory, List<RelDataType> structs) {
    boolean byName = structs.stream().allMatch(StructRelType::hasNames);
    List<String> names = new ArrayList<>();
    List<List<RelDataType>> types = new ArrayList<>();
    for (RelDataType struct : structs) {
      boolean unnamed = names.isEmpty() || !hasNames(struct);
      for (RelDataTypeField field : struct.getFieldList()) {
        int index = byName ? indexOf(names, field.getName()) : field.getIndex();
        if (index < 0 || index == names.size()) {
          index = names.size();
          names.add(field.getName());
          types.add(new ArrayList<>());
        } else if (!unnamed && !byName) {
          names.set(index, field.getName());
        }
        types.get(index).add(field.getType());
      }
    }
    List<RelDataType> common = new ArrayList<>();
    for (List<RelDataType> ofField : types) {
      RelDataType type =
          byName || ofField.size() == structs.size() ? factory.leastRestrictive(ofField) : null;
      if (type == null) {
        return null;
      }
      common.add(type);
    }
    return of(factory, common, names);
  }

  private static int indexOf(List<String> names, String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  protected void generateTypeString(StringBuilder text, boolean withDetail) {
    text.append("STRUCT(");
    for (RelDataTypeField field : getFieldList()) {
      RelDataType type = field.getType();
      text.append(field.getIndex() == 0 ? "" : ", ")
          .append(field.getName())
          .append(' ')
          .append(withDetail ? type.getFullTypeString() : type.toString());
    }
    text.append(')');
  }
}

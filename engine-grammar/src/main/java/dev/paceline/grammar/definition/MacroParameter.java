package dev.paceline.grammar.definition;

import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a macro.
 *
 * @param type to which arguments are cast; null to leave them as they are
 * @param value for calls that give none; null if each call must give one
 */
public record MacroParameter(
    String name, @Nullable SqlDataTypeSpec type, @Nullable SqlNode value) {}

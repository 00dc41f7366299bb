package dev.paceline.calcite.sql.macro;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.definition.MacroParameter;
import dev.paceline.grammar.definition.MacroVariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;

/**
 * The variant of a macro that a call means, and what its parameters stand for.
 *
 * @param values by the names of the parameters, in any case
 */
record MacroArguments(MacroVariant variant, Map<String, SqlNode> values) {
  /**
   * @param given the arguments of a call: values, then values with the names of parameters
   * @throws PacelineException INVALID_STATEMENT if they do not fit any variant
   */
  static MacroArguments of(String macro, List<MacroVariant> variants, List<SqlNode> given) {
    List<SqlNode> positional = new ArrayList<>();
    Map<String, SqlNode> named = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (SqlNode argument : given) {
      if (argument.getKind() != SqlKind.ARGUMENT_ASSIGNMENT) {
        if (!named.isEmpty()) {
          throw invalid(macro, "takes arguments with names behind all others");
        }
        positional.add(argument);
      } else {
        String name = ((SqlIdentifier) ((SqlCall) argument).operand(1)).getSimple();
        if (named.put(name, ((SqlCall) argument).operand(0)) != null) {
          throw invalid(macro, "gets the argument " + name + " twice");
        }
      }
    }
    for (boolean exact : new boolean[] {true, false}) {
      for (MacroVariant variant : variants) {
        if ((!exact || variant.parameters().size() == given.size())
            && fits(variant, positional, named)) {
          return new MacroArguments(variant, values(variant, positional, named));
        }
      }
    }
    for (String name : named.keySet()) {
      List<String> names =
          variants.stream()
              .flatMap(variant -> variant.parameters().stream())
              .map(MacroParameter::name)
              .toList();
      if (names.stream().noneMatch(name::equalsIgnoreCase)) {
        throw invalid(macro, "has no parameter " + name + NameSuggestion.of(name, names));
      }
    }
    throw invalid(
        macro,
        "does not take these "
            + given.size()
            + " arguments; it is "
            + variants.stream()
                .map(variant -> macro + describe(variant))
                .collect(Collectors.joining(" or ")));
  }

  /**
   * Returns {@code name = value} as an argument with a name, as in DuckDB's functions in FROM, if a
   * parameter has the name; any other argument as it is.
   */
  static SqlNode named(SqlNode argument, List<MacroVariant> variants) {
    return argument instanceof SqlCall call
            && call.getKind() == SqlKind.EQUALS
            && call.operand(0) instanceof SqlIdentifier name
            && name.isSimple()
            && variants.stream()
                .flatMap(variant -> variant.parameters().stream())
                .anyMatch(parameter -> parameter.name().equalsIgnoreCase(name.getSimple()))
        ? SqlStdOperatorTable.ARGUMENT_ASSIGNMENT.createCall(
            call.getParserPosition(), call.operand(1), name)
        : argument;
  }

  private static PacelineException invalid(String macro, String problem) {
    return new PacelineException(ErrorCode.INVALID_STATEMENT, "macro " + macro + " " + problem);
  }

  private static boolean fits(
      MacroVariant variant, List<SqlNode> positional, Map<String, SqlNode> named) {
    List<MacroParameter> parameters = variant.parameters();
    if (positional.size() > parameters.size()) {
      return false;
    }
    int used = 0;
    for (MacroParameter parameter : parameters.subList(positional.size(), parameters.size())) {
      if (named.containsKey(parameter.name())) {
        used++;
      } else if (parameter.value() == null) {
        return false;
      }
    }
    return used == named.size();
  }

  private static Map<String, SqlNode> values(
      MacroVariant variant, List<SqlNode> positional, Map<String, SqlNode> named) {
    Map<String, SqlNode> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < variant.parameters().size(); i++) {
      MacroParameter parameter = variant.parameters().get(i);
      SqlNode value =
          i < positional.size()
              ? positional.get(i)
              : named.getOrDefault(parameter.name(), parameter.value());
      values.put(
          parameter.name(),
          parameter.type() == null
              ? value
              : SqlStdOperatorTable.CAST.createCall(
                  value.getParserPosition(), value, parameter.type()));
    }
    return values;
  }

  private static String describe(MacroVariant variant) {
    return variant.parameters().stream()
        .map(parameter -> parameter.name() + (parameter.value() == null ? "" : " := …"))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Returns whether the arguments of a call have names in them, which may be those of columns. */
  static boolean haveNames(SqlCall call) {
    try {
      for (SqlNode argument : call.getOperandList()) {
        SqlNode value =
            argument.getKind() == SqlKind.ARGUMENT_ASSIGNMENT
                ? ((SqlCall) argument).operand(0)
                : argument;
        value.accept(
            new SqlBasicVisitor<Void>() {
              @Override
              public Void visit(SqlIdentifier name) {
                throw Util.FoundOne.NULL;
              }

              @Override
              public Void visit(SqlCall inner) {
                return inner.getKind().belongsTo(SqlKind.QUERY) ? null : super.visit(inner);
              }
            });
      }
      return false;
    } catch (Util.FoundOne found) {
      return true;
    }
  }
}

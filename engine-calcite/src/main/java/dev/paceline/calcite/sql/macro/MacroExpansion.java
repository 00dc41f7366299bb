package dev.paceline.calcite.sql.macro;

import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.definition.MacroVariant;
import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Puts the bodies of macros in the place of their calls, with the arguments in the place of the
 * parameters. Names in a body mean what they mean at the place of the call. An instance serves one
 * statement.
 */
public final class MacroExpansion extends SqlShuttle {
  private final Macros macros;
  private final Function<MacroDefinition, List<MacroVariant>> parser;

  /** The names of macros by the positions of their calls, which all of their bodies have. */
  private final Map<SqlParserPos, String> places = new HashMap<>();

  /** The macros whose bodies are being expanded, the outermost first. */
  private final List<ActiveVariant> active = new ArrayList<>();

  private final NodeBudget budget = new NodeBudget();

  /** A variant of a macro by its number, since each call parses the macro anew. */
  private record ActiveVariant(MacroDefinition macro, int variant) {}

  /**
   * @param parser returns the variants of a macro, parsed anew
   */
  public MacroExpansion(Macros macros, Function<MacroDefinition, List<MacroVariant>> parser) {
    this.macros = macros;
    this.parser = parser;
  }

  /**
   * Returns a statement without calls of macros; the same one if it has none.
   *
   * @throws PacelineException INVALID_STATEMENT if the arguments of a call do not fit, or if a
   *     macro calls itself
   */
  public SqlNode expand(SqlNode statement) {
    SqlNode expanded = statement.accept(this);
    return expanded == null ? statement : expanded;
  }

  /** Returns the macro whose body an error is about; null if it is about no such body. */
  public @Nullable String macroOf(CalciteContextException error) {
    for (Map.Entry<SqlParserPos, String> place : places.entrySet()) {
      SqlParserPos position = place.getKey();
      if (position.getLineNum() == error.getPosLine()
          && position.getColumnNum() == error.getPosColumn()
          && position.getEndLineNum() == error.getEndPosLine()
          && position.getEndColumnNum() == error.getEndPosColumn()) {
        return place.getValue();
      }
    }
    return null;
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    PlanningCheck.check();
    if (call.getKind() == SqlKind.AS && call.operand(0) instanceof SqlCall named) {
      SqlNode query = query(named);
      if (query != null) {
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.set(0, query);
        return call.getOperator().createCall(call.getParserPosition(), operands);
      }
    }
    SqlNode query = query(call);
    if (query != null) {
      SqlIdentifier name = functionName((SqlCall) call.operand(0));
      return SqlStdOperatorTable.AS.createCall(
          call.getParserPosition(),
          query,
          new SqlIdentifier(name.names.getLast(), call.getParserPosition()));
    }
    MacroDefinition macro = macroOf(call, false);
    return macro == null ? super.visit(call) : body(macro, call);
  }

  /** Returns the query that a call in FROM stands for; null if it is no call of a macro. */
  private @Nullable SqlNode query(SqlCall table) {
    if (table.getKind() != SqlKind.COLLECTION_TABLE
        || !(table.operand(0) instanceof SqlCall call)) {
      return null;
    }
    MacroDefinition macro = macroOf(call, true);
    if (macro == null) {
      MacroDefinition other = macroOf(call, false);
      if (other != null) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT,
            "macro "
                + other.name()
                + " stands for a value; FROM needs one that stands for a query");
      }
      return null;
    }
    SqlNode query = body(macro, call);
    return MacroArguments.haveNames(call)
        ? SqlStdOperatorTable.LATERAL.createCall(call.getParserPosition(), query)
        : query;
  }

  private @Nullable MacroDefinition macroOf(SqlCall call, boolean table) {
    SqlIdentifier name = functionName(call);
    return name == null ? null : macros.find(name.names, table);
  }

  /** Returns the name of the function that a call names; null if it has a syntax of its own. */
  private static @Nullable SqlIdentifier functionName(SqlCall call) {
    return call instanceof SqlBasicCall
            && call.getFunctionQuantifier() == null
            && call.getOperator() instanceof SqlFunction function
        ? function.getSqlIdentifier()
        : null;
  }

  private SqlNode body(MacroDefinition macro, SqlCall call) {
    List<SqlNode> given = new ArrayList<>();
    for (SqlNode argument : call.getOperandList()) {
      SqlNode expanded = argument.accept(this);
      given.add(expanded == null ? argument : expanded);
    }
    List<MacroVariant> variants = parser.apply(macro);
    if (macro.equals(FunctionMacros.TABLES.get(macro.name()))) {
      given.replaceAll(argument -> MacroArguments.named(argument, variants));
    }
    MacroArguments arguments = MacroArguments.of(macro.name(), variants, given);
    ActiveVariant current = new ActiveVariant(macro, variants.indexOf(arguments.variant()));
    if (active.contains(current)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "macro "
              + macro.name()
              + " calls itself"
              + (active.getLast().equals(current)
                  ? ""
                  : " through macro " + active.getLast().macro().name())
              + "; macros cannot be recursive");
    }
    places.putIfAbsent(call.getParserPosition(), macro.name());
    SqlNode substituted =
        MacroBody.substitute(
            arguments.variant().body(), arguments.values(), call.getParserPosition(), budget);
    active.addLast(current);
    SqlNode expanded = substituted.accept(this);
    active.removeLast();
    return expanded == null ? substituted : expanded;
  }
}

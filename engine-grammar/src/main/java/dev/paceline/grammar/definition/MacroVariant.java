package dev.paceline.grammar.definition;

import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * One body of a macro, with the parameters that it takes.
 *
 * @param table whether the body is a query, and calls stand in FROM
 */
public record MacroVariant(List<MacroParameter> parameters, boolean table, SqlNode body) {
  public MacroVariant {
    parameters = List.copyOf(parameters);
  }
}

package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.session.ddl.CreateMacro;
import dev.paceline.calcite.session.ddl.IfExists;
import dev.paceline.calcite.session.named.ParameterTypes;
import dev.paceline.calcite.sql.SourceText;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.definition.CreateMacroStatement;
import dev.paceline.grammar.definition.MacroParameter;
import dev.paceline.grammar.definition.MacroVariant;
import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlNode;

/** Plans CREATE MACRO. Names in the bodies are looked up when the macro is called. */
final class MacroPlanner {
  private final String name;

  private MacroPlanner(String name) {
    this.name = name;
  }

  /**
   * @param isTemporary whether the statement says so, apart from the schema of the name
   * @throws PacelineException INVALID_STATEMENT if the parameters or bodies are wrong
   */
  static StatementPlan plan(
      CreateMacroStatement create, boolean isTemporary, SessionCatalog catalog, String sql) {
    List<String> names = create.name().names;
    String name = names.getLast();
    SessionCatalog.Target target = catalog.target(names, isTemporary);
    boolean temporary = target.temporary();
    if (names.size() > 1 && !target.schema().equals(Catalog.SCHEMA)) {
      throw StatementPlanner.notSupported(
          "a macro in another schema than " + Catalog.SCHEMA + " and " + SessionCatalog.TEMPORARY);
    }
    new MacroPlanner(name).check(create);
    MacroDefinition macro =
        new MacroDefinition(
            name,
            create.variants().getFirst().table(),
            Objects.requireNonNull(SourceText.of(create.text(), sql)));
    return new StatementPlan.ChangeSchema(
        new CreateMacro(macro, temporary, IfExists.of(create.replace(), create.ifNotExists())));
  }

  private void check(CreateMacroStatement create) {
    Set<Integer> counts = new HashSet<>();
    for (MacroVariant variant : create.variants()) {
      if (variant.table() != create.variants().getFirst().table()) {
        throw invalid("has bodies that are queries and others that are not");
      }
      if (!counts.add(variant.parameters().size())) {
        throw invalid("has two bodies for " + variant.parameters().size() + " parameters");
      }
      check(variant);
    }
  }

  private void check(MacroVariant variant) {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    boolean optional = false;
    for (MacroParameter parameter : variant.parameters()) {
      if (!names.add(parameter.name())) {
        throw invalid("has the parameter " + parameter.name() + " twice");
      }
      if (optional && parameter.value() == null) {
        throw invalid(
            "has the parameter "
                + parameter.name()
                + " without a default behind one that has a default");
      }
      if (parameter.value() != null) {
        optional = true;
        checkNoParameters(parameter.value());
      }
    }
    checkNoParameters(variant.body());
  }

  private void checkNoParameters(SqlNode part) {
    if (ParameterTypes.count(part) > 0) {
      throw invalid("cannot have the parameters of a prepared statement; give it its own");
    }
  }

  private PacelineException invalid(String problem) {
    return new PacelineException(ErrorCode.INVALID_STATEMENT, "macro " + name + " " + problem);
  }
}

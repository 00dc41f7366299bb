package dev.paceline.calcite.session.ddl;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.sql.SequenceCalls;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Drops a sequence.
 *
 * @param cascade whether tables with defaults that use it are dropped, too
 */
public record DropSequence(List<String> name, boolean ifExists, boolean cascade)
    implements SchemaStatement {
  @Override
  public void execute(SessionCatalog catalog) {
    Sequence sequence = catalog.findSequence(name);
    if (sequence == null) {
      if (ifExists) {
        return;
      }
      throw catalog.unknownSequence(name);
    }
    if (!cascade) {
      checkUnused(sequence);
    }
    checkFree(sequence);
    catalog.toChange(sequence.database()).dropSequence(sequence, users(sequence));
  }

  /** Checks that no table uses a sequence. */
  static void checkUnused(Sequence sequence) {
    checkFree(sequence);
    List<Table> users = users(sequence);
    if (!users.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "sequence "
              + sequence.definition().name()
              + " is used by defaults of "
              + users.stream()
                  .map(table -> "table " + table.definition().name())
                  .collect(Collectors.joining(", "))
              + "; drop these first, or write DROP SEQUENCE … CASCADE, which drops the tables, too");
    }
  }

  /** Checks that a sequence is not that of an identity column. */
  private static void checkFree(Sequence sequence) {
    for (Table table : sequence.database().tables()) {
      TableDefinition definition = table.definition();
      if (definition.sequences().contains(sequence.definition())) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT,
            "sequence "
                + sequence.definition().name()
                + " belongs to an identity column of table "
                + definition.name()
                + ", and goes with it");
      }
    }
  }

  private static List<Table> users(Sequence sequence) {
    return sequence.database().tables().stream()
        .filter(
            table ->
                table.definition().columns().stream().anyMatch(column -> uses(column, sequence)))
        .toList();
  }

  private static boolean uses(ColumnDefinition column, Sequence sequence) {
    ColumnValue value = column.value();
    return value != null
        && value.kind() == ColumnValue.Kind.DEFAULT
        && SequenceCalls.in(SqlFrontEnd.parseExpression(value.expression())).stream()
            .anyMatch(
                names ->
                    names.getLast().equalsIgnoreCase(sequence.definition().name())
                        && names.size() == 2
                        && (names.getFirst().equalsIgnoreCase(sequence.definition().schema())
                            || names.getFirst().equalsIgnoreCase(SessionCatalog.TEMPORARY)));
  }
}

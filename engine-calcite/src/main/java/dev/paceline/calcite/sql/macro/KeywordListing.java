package dev.paceline.calcite.sql.macro;

import static java.util.stream.Collectors.joining;

import dev.paceline.calcite.plan.SqlLanguage;
import dev.paceline.grammar.PacelineParser;
import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.Locale;
import org.apache.calcite.sql.parser.SqlAbstractParserImpl;
import org.apache.calcite.sql.parser.SqlParser;

/** DuckDB's listing of the words of SQL, and of those that are names only in quotes. */
final class KeywordListing {
  static final MacroDefinition MACRO =
      new MacroDefinition("duckdb_keywords", true, "() AS TABLE " + query());

  private KeywordListing() {}

  private static String query() {
    SqlAbstractParserImpl.Metadata metadata =
        SqlParser.create("", SqlLanguage.parser(PacelineParser.FACTORY)).getMetadata();
    String rows =
        metadata.getTokens().stream()
            .filter(metadata::isKeyword)
            .filter(word -> word.matches("[A-Z_]+"))
            .map(
                word ->
                    "('%s', '%s')"
                        .formatted(
                            word.toLowerCase(Locale.ROOT),
                            metadata.isReservedWord(word) ? "reserved" : "unreserved"))
            .collect(joining(", "));
    return "SELECT keyword_name, keyword_category FROM (VALUES "
        + rows
        + ") AS k (keyword_name, keyword_category)";
  }
}

package dev.paceline.server.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The commands {@code .import FILE TABLE} and {@code .export TABLE FILE}, which stand for a COPY or
 * a CREATE TABLE. A name with blanks is written in quotes.
 */
final class FileCommand {
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");

  private FileCommand() {}

  /** Returns whether a line is a command, and not a statement. */
  static boolean is(String line) {
    return line.startsWith(".");
  }

  /**
   * Returns the statement that a line stands for, which is the line itself if it is no command.
   *
   * @throws PacelineException INVALID_ARGUMENT if there is no such command
   */
  static String statement(String line, Connection connection) throws SQLException {
    if (!is(line)) {
      return line;
    }
    List<String> words =
        WORD.matcher(line.replaceFirst(";\\s*$", ""))
            .results()
            .map(word -> unquoted(word.group()))
            .toList();
    return switch (words.getFirst()) {
      case ".import" -> {
        require(words, ".import FILE TABLE");
        String file = quoted(words.get(1), '\'');
        String table = quoted(words.get(2), '"');
        yield exists(words.get(2), connection)
            ? "COPY " + table + " FROM " + file
            : "CREATE TABLE " + table + " AS FROM " + file;
      }
      case ".export" -> {
        require(words, ".export TABLE FILE");
        yield "COPY " + quoted(words.get(1), '"') + " TO " + quoted(words.get(2), '\'');
      }
      default ->
          throw new PacelineException(
              INVALID_ARGUMENT,
              words.getFirst() + " is unknown; the commands are .import and .export");
    };
  }

  private static void require(List<String> words, String form) {
    if (words.size() != 3) {
      throw new PacelineException(INVALID_ARGUMENT, "the command is " + form);
    }
  }

  private static boolean exists(String table, Connection connection) throws SQLException {
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
      while (tables.next()) {
        if (table.equalsIgnoreCase(tables.getString("TABLE_NAME"))
            && !"SYSTEM TABLE".equals(tables.getString("TABLE_TYPE"))) {
          return true;
        }
      }
    }
    return false;
  }

  private static String unquoted(String word) {
    char first = word.charAt(0);
    return word.length() > 1 && (first == '\'' || first == '"')
        ? word.substring(1, word.length() - 1)
        : word;
  }

  private static String quoted(String text, char quote) {
    String one = String.valueOf(quote);
    return one + text.replace(one, one + one) + one;
  }
}

package dev.paceline.server.cli;

import dev.paceline.calcite.sql.StatementSplitter;
import java.util.List;
import java.util.Locale;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/**
 * Tells the line editor when an input is finished (at a semicolon outside of quotes and comments,
 * or at the end of a command) and which word the cursor is in.
 */
final class ShellParser implements Parser {
  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    if (context == ParseContext.ACCEPT_LINE && !isFinished(line)) {
      throw new EOFError(-1, -1, "the statement goes on");
    }
    int start = cursor;
    while (start > 0 && isWordPart(line.charAt(start - 1))) {
      start--;
    }
    int end = cursor;
    while (end < line.length() && isWordPart(line.charAt(end))) {
      end++;
    }
    return new Word(line, cursor, start, line.substring(start, end));
  }

  static boolean isFinished(String line) {
    String text = line.strip();
    if (text.isEmpty() || text.startsWith("\\") || FileCommand.is(text)) {
      return true;
    }
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals("quit") || lower.equals("exit")) {
      return true;
    }
    StatementSplitter parts = StatementSplitter.split(line);
    return !parts.isOpen() && parts.rest().isEmpty();
  }

  private static boolean isWordPart(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c == '\\';
  }

  /** The word at the cursor; words are completed as they are, without quoting. */
  private record Word(String line, int cursor, int start, String word)
      implements CompletingParsedLine {
    @Override
    public int wordCursor() {
      return cursor - start;
    }

    @Override
    public int wordIndex() {
      return 0;
    }

    @Override
    public List<String> words() {
      return List.of(word);
    }

    @Override
    public CharSequence escape(CharSequence candidate, boolean complete) {
      return candidate;
    }

    @Override
    public int rawWordCursor() {
      return wordCursor();
    }

    @Override
    public int rawWordLength() {
      return word.length();
    }
  }
}

package dev.paceline.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A piece of SQL made of words and of smaller pieces, which can be made smaller.
 *
 * @param kind pieces of one kind may stand for each other
 * @param smallest what may stand in its place, whatever it is; null if nothing may
 * @param parts strings and pieces
 */
record SqlText(String kind, @Nullable String smallest, List<Object> parts) {
  SqlText {
    parts = List.copyOf(parts);
  }

  static SqlText of(String kind, @Nullable String smallest, Object... parts) {
    return new SqlText(kind, smallest, List.of(parts));
  }

  /**
   * Makes a clause that can be removed from the query when a failing query is made smaller.
   *
   * @param parts the first one begins with the keyword of the clause, such as WHERE
   */
  static SqlText clause(Object... parts) {
    String word = ((String) parts[0]).strip().split("\\W", 2)[0];
    return of("clause " + word, "", parts);
  }

  /** A piece that is there as it is. */
  static SqlText words(Object... parts) {
    return of("words", null, parts);
  }

  /** Pieces with a separator between them, none of which may be left out. */
  static SqlText list(String separator, List<SqlText> pieces) {
    List<Object> parts = new ArrayList<>();
    for (SqlText piece : pieces) {
      if (!parts.isEmpty()) {
        parts.add(separator);
      }
      parts.add(piece);
    }
    return new SqlText("words", null, parts);
  }

  String sql() {
    return parts.stream()
        .map(part -> part instanceof SqlText piece ? piece.sql() : (String) part)
        .collect(Collectors.joining());
  }

  /** All pieces that are one step smaller: the ones that leave out most come first. */
  Stream<SqlText> smaller() {
    Stream<SqlText> least =
        smallest == null || sql().equals(smallest)
            ? Stream.of()
            : Stream.of(of(kind, smallest, smallest));
    Stream<SqlText> within = descendants().filter(piece -> piece.kind.equals(kind));
    return Stream.of(least, within, withSmallerPart()).flatMap(pieces -> pieces);
  }

  private Stream<SqlText> descendants() {
    return parts.stream()
        .filter(SqlText.class::isInstance)
        .map(SqlText.class::cast)
        .flatMap(piece -> Stream.concat(Stream.of(piece), piece.descendants()));
  }

  private Stream<SqlText> withSmallerPart() {
    return Stream.iterate(0, i -> i < parts.size(), i -> i + 1)
        .filter(i -> parts.get(i) instanceof SqlText)
        .flatMap(i -> ((SqlText) parts.get(i)).smaller().map(piece -> with(i, piece)));
  }

  private SqlText with(int index, SqlText piece) {
    List<Object> changed = new ArrayList<>(parts);
    changed.set(index, piece);
    return new SqlText(kind, smallest, changed);
  }

  @Override
  public String toString() {
    return sql();
  }
}

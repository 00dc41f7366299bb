package dev.paceline.benchmarks.knobs;

import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC URL of Paceline that may contain knobs beside settings, such as {@code
 * jdbc:paceline:mem:;workers=2;batchRows=7}. The driver itself refuses the knobs.
 *
 * <table>
 *   <caption>Knobs</caption>
 *   <tr><th>name</th><th>value</th></tr>
 *   <tr><td>batchRows</td><td>the largest number of rows of a batch, 1 to 2048</td></tr>
 *   <tr><td>hashBits</td><td>the bits of hashes that operators use, 0 to 64</td></tr>
 *   <tr><td>rowGroupRows</td><td>the largest number of rows of a row group, 1 to 131072</td></tr>
 *   <tr><td>readLatency</td><td>milliseconds by which each random read takes longer</td></tr>
 *   <tr><td>without</td><td>names of {@link Technique}s that are not used, with commas</td></tr>
 *   <tr><td>joinOrder</td><td>{@code cost}, or {@code random:SEED} for any valid order</td></tr>
 * </table>
 *
 * @param url the URL without the knobs
 * @param knobs the knobs, where those that the URL does not mention have their default
 */
public record KnobUrl(String url, EngineKnobs knobs) {
  private static final String COST_ORDER = "cost";
  private static final String RANDOM_ORDER = "random:";

  /** Opens a connection of a URL that may contain knobs. */
  public static Connection connect(String text) throws SQLException {
    KnobUrl parsed = parse(text);
    return DriverManager.getConnection(parsed.url, parsed.knobs.properties());
  }

  /**
   * Separates the knobs of a URL from its settings.
   *
   * @throws PacelineException INVALID_ARGUMENT if a knob has a wrong value
   */
  static KnobUrl parse(String text) {
    StringJoiner settings = new StringJoiner(";");
    EngineKnobs knobs = EngineKnobs.DEFAULT;
    for (String part : text.split(";")) {
      int equals = part.indexOf('=');
      EngineKnobs changed =
          equals < 0
              ? null
              : change(knobs, part.substring(0, equals).strip(), part.substring(equals + 1));
      if (changed == null) {
        settings.add(part);
      } else {
        knobs = changed;
      }
    }
    return new KnobUrl(settings.toString(), knobs);
  }

  /** Returns knobs with one changed; null if there is no knob of that name. */
  private static @Nullable EngineKnobs change(EngineKnobs knobs, String name, String value) {
    Experiment experiment = knobs.experiment();
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "batchrows" -> knobs.withBatchRows(number(name, value));
      case "hashbits" -> knobs.withHashBits(number(name, value));
      case "rowgrouprows" -> knobs.withRowGroupRows(number(name, value));
      case "readlatency" -> knobs.withReadLatency(Duration.ofMillis(number(name, value)));
      case "without" ->
          knobs.withExperiment(new Experiment(Technique.parse(value), experiment.joinOrderSeed()));
      case "joinorder" ->
          knobs.withExperiment(new Experiment(experiment.without(), joinOrderSeed(value)));
      default -> null;
    };
  }

  private static int number(String name, String value) {
    try {
      return Integer.parseInt(value.strip());
    } catch (NumberFormatException e) {
      throw invalid(name + " is a number, not '" + value + "'");
    }
  }

  private static @Nullable Long joinOrderSeed(String value) {
    if (value.equalsIgnoreCase(COST_ORDER)) {
      return null;
    }
    if (value.regionMatches(true, 0, RANDOM_ORDER, 0, RANDOM_ORDER.length())) {
      try {
        return Long.valueOf(value.substring(RANDOM_ORDER.length()));
      } catch (NumberFormatException e) {
        // reported below
      }
    }
    throw invalid("joinOrder is cost, or random: and a number, not '" + value + "'");
  }

  private static PacelineException invalid(String message) {
    return new PacelineException(ErrorCode.INVALID_ARGUMENT, message);
  }
}

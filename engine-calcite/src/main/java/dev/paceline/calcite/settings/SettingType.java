package dev.paceline.calcite.settings;

import static java.util.stream.Collectors.joining;

import dev.paceline.core.error.Choice;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.ConsumerLimits;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.storage.access.FileAccess;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The values that a setting takes.
 *
 * @param name what users call the type
 * @param example a value as users write it
 * @param choices all values, if there are few; otherwise empty
 * @param parser reads a value; its first argument is the name of the setting, for messages
 * @param printer writes a value in a form that the parser reads
 */
public record SettingType<T>(
    String name,
    String example,
    List<String> choices,
    BiFunction<String, String, T> parser,
    Function<T, String> printer) {

  private static <T> SettingType<T> of(
      String name,
      String example,
      BiFunction<String, String, T> parser,
      Function<T, String> printer) {
    return new SettingType<>(name, example, List.of(), parser, printer);
  }

  /** Returns the type of sizes in bytes from a minimum on. */
  static SettingType<Long> size(long min, String example) {
    return of(
        "size", example, (name, text) -> MemorySize.parse(name, text, min), MemorySize::exact);
  }

  /** Returns the type of whole numbers from a minimum to a maximum. */
  static SettingType<Integer> integer(int min, int max, String example) {
    return of(
        "integer", example, (name, text) -> parseInteger(name, text, min, max), String::valueOf);
  }

  private static int parseInteger(String name, String text, int min, int max) {
    try {
      int number = Integer.parseInt(text.strip());
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    String range =
        max == Integer.MAX_VALUE
            ? "a whole number from " + min + " on"
            : "a number from " + min + " to " + max;
    throw invalid(name + " is " + range + ", not '" + text + "'");
  }

  /** Returns the type of true and false. */
  static SettingType<Boolean> flag() {
    return new SettingType<>(
        "boolean",
        "true",
        List.of("true", "false"),
        (name, text) ->
            switch (text.toLowerCase(Locale.ROOT)) {
              case "true" -> true;
              case "false" -> false;
              default -> throw invalid(name + " is true or false, not '" + text + "'");
            },
        String::valueOf);
  }

  /** Returns the type of the constants of an enum, which users write in any case. */
  static <E extends Enum<E>> SettingType<E> choice(Class<E> constants) {
    List<String> names = Arrays.stream(constants.getEnumConstants()).map(Choice::nameOf).toList();
    return new SettingType<>(
        "one of " + names.stream().collect(joining(", ")),
        names.getFirst(),
        names,
        (name, text) -> Choice.parse(name, text, constants),
        Choice::nameOf);
  }

  /** Returns the type of directories. */
  static SettingType<Path> directory() {
    return of(
        "directory",
        "/tmp",
        (name, text) -> {
          try {
            return Path.of(text);
          } catch (InvalidPathException e) {
            throw invalid(name + " is a directory, not '" + text + "': " + e.getReason());
          }
        },
        Path::toString);
  }

  /** Returns the type of the files that may be used. */
  static SettingType<FileAccess> fileAccess() {
    return of(
        "all, none or directories",
        "/data,/tmp/in",
        (name, text) -> {
          if (text.equalsIgnoreCase("all")) {
            return FileAccess.ALL;
          }
          if (text.equalsIgnoreCase("none")) {
            return FileAccess.NONE;
          }
          return FileAccess.below(
              Arrays.stream(text.split(","))
                  .map(part -> absolute(name, directory().parser().apply(name, part.strip())))
                  .toList());
        },
        access ->
            access.everything()
                ? "all"
                : access.directories().isEmpty()
                    ? "none"
                    : access.directories().stream().map(Path::toString).collect(joining(",")));
  }

  private static Path absolute(String name, Path directory) {
    if (!directory.isAbsolute()) {
      throw invalid(name + " is all, none or absolute directories, not '" + directory + "'");
    }
    return directory;
  }

  /** Returns the type of time zones. */
  static SettingType<ZoneId> zone() {
    return of(
        "time zone",
        "Europe/Berlin",
        (name, text) -> {
          try {
            return ZoneId.of(text);
          } catch (DateTimeException e) {
            throw invalid(name + " is a zone like Europe/Berlin or UTC, not '" + text + "'");
          }
        },
        ZoneId::getId);
  }

  /** Returns the type of units of transfer. */
  static SettingType<UnitOfTransfer> unitOfTransfer() {
    return of(
        "auto, fused, all or integer", "fused", UnitOfTransfer::parse, UnitOfTransfer::toString);
  }

  /** Returns the type of limits of concurrent consumers. */
  static SettingType<ConsumerLimits> consumers() {
    return of("range", "2..4", ConsumerLimits::parse, ConsumerLimits::toString);
  }

  private static PacelineException invalid(String message) {
    return new PacelineException(ErrorCode.INVALID_ARGUMENT, message);
  }
}

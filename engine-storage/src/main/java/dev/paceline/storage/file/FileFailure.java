package dev.paceline.storage.file;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns what went wrong with a file into the engine's error, with its place and remedy. */
final class FileFailure {
  /** Actions that a database opened for reading only needs, too. */
  private static final Set<String> READING = Set.of("open", "read");

  private FileFailure() {}

  /**
   * @param action what was tried, as a verb: "read", "write"
   * @param place the file, and the position where it matters
   */
  static PacelineException of(IOException cause, String action, String place) {
    String reason = reason(cause);
    return switch (cause) {
      case EOFException eof ->
          new PacelineException(ErrorCode.CORRUPT_DATA, place + " is cut short: " + reason, eof);
      case ClosedByInterruptException interrupted ->
          new PacelineException(
              ErrorCode.CANCELLED,
              "the thread was interrupted while it tried to " + action + " " + place,
              interrupted);
      case AccessDeniedException denied -> accessDenied(denied, action, place);
      default -> {
        if (isOneOf(reason, "Read-only file system", "write protected")) {
          yield new PacelineException(
              ErrorCode.READ_ONLY,
              "could not "
                  + action
                  + " "
                  + place
                  + ": the file system is read-only; open the database with readOnly=true, or"
                  + " mount the file system for writing",
              cause);
        }
        if (isOneOf(reason, "Permission denied", "Operation not permitted")) {
          yield accessDenied(cause, action, place);
        }
        if (isOneOf(reason, "No space left", "Disk quota exceeded", "not enough space")) {
          yield new PacelineException(
              ErrorCode.DISK_FULL,
              "no room to "
                  + action
                  + " "
                  + place
                  + ": "
                  + reason
                  + "; free some space and run the statement again, nothing of it was kept",
              cause);
        }
        yield new PacelineException(
            ErrorCode.IO_ERROR, "could not " + action + " " + place + ": " + reason, cause);
      }
    };
  }

  /** A file does not hold what it should. */
  static PacelineException corrupt(String file, long offset, String what) {
    return new PacelineException(
        ErrorCode.CORRUPT_DATA,
        file
            + " is damaged at byte "
            + offset
            + ": "
            + what
            + "; restore the database from a copy");
  }

  /** The bytes of a file do not have the checksum that they were written with. */
  static PacelineException checksum(
      String file, long offset, String what, int expected, int found) {
    return corrupt(
        file,
        offset,
        what
            + " has the checksum "
            + Integer.toHexString(found)
            + " instead of "
            + Integer.toHexString(expected));
  }

  /**
   * A file whose checksums are right has a format version that is not known.
   *
   * @param known the last version that is
   */
  static PacelineException unknownVersion(String file, int found, int known) {
    return found <= known
        ? corrupt(file, 0, "there is no format version " + found)
        : new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            file
                + " was written by a newer version of Paceline: it has the format version "
                + found
                + ", this Paceline reads up to version "
                + known
                + "; open the database with the newer version");
  }

  private static PacelineException accessDenied(IOException cause, String action, String place) {
    String remedy =
        READING.contains(action)
            ? "run as its owner or change its rights"
            : "open the database with readOnly=true, run as its owner, or change its rights";
    return new PacelineException(
        ErrorCode.ACCESS_DENIED, "no permission to " + action + " " + place + "; " + remedy, cause);
  }

  private static String reason(IOException cause) {
    @Nullable String reason =
        cause instanceof FileSystemException failure ? failure.getReason() : cause.getMessage();
    return reason == null ? cause.getClass().getSimpleName() : reason;
  }

  private static boolean isOneOf(String reason, String... texts) {
    for (String text : texts) {
      if (reason.contains(text)) {
        return true;
      }
    }
    return false;
  }
}

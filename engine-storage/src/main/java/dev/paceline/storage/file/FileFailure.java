package dev.paceline.storage.file;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** Turns what went wrong with a file into the engine's error, with its place and remedy. */
final class FileFailure {
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
      default ->
          isOneOf(reason, "Permission denied", "Read-only file system")
              ? accessDenied(cause, action, place)
              : isOneOf(reason, "No space left", "Disk quota exceeded", "not enough space")
                  ? new PacelineException(
                      ErrorCode.DISK_FULL,
                      "no room to "
                          + action
                          + " "
                          + place
                          + ": "
                          + reason
                          + "; free some space and"
                          + " run the statement again, nothing of it was kept",
                      cause)
                  : new PacelineException(
                      ErrorCode.IO_ERROR,
                      "could not " + action + " " + place + ": " + reason,
                      cause);
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
    return new PacelineException(
        ErrorCode.ACCESS_DENIED,
        "no permission to " + action + " " + place + "; run as its owner or change its rights",
        cause);
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

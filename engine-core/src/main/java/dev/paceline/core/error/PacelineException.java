package dev.paceline.core.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The one exception of the engine. Its message names the place and, where there is one, the remedy;
 * its code is stable across releases.
 */
public final class PacelineException extends RuntimeException {
  private final ErrorCode code;

  public PacelineException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public PacelineException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = requireNonNull(code, "code");
  }

  /** A defect of the engine: says so, and how to report it. */
  public static PacelineException internal(String message, @Nullable Throwable cause) {
    return new PacelineException(
        ErrorCode.INTERNAL_ERROR,
        message
            + " (this is a defect of Paceline: please report it with the statement and this stack"
            + " trace)",
        cause);
  }

  public ErrorCode code() {
    return code;
  }
}

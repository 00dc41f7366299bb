package dev.paceline.server.avatica;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import java.time.Duration;

/**
 * How long a server keeps what clients leave behind.
 *
 * @param connectionTime after it without a request, an Avatica connection is closed
 * @param resultTime after it, an open result from which nobody has fetched is closed; an Avatica
 *     connection, too, if none of its client's TCP connections is left
 * @param disconnectTime after it, the open results of a client are closed none of whose TCP
 *     connections is left
 * @param grace how long a server that is told to stop waits for running requests before it cancels
 *     them
 */
public record ServerOptions(
    Duration connectionTime, Duration resultTime, Duration disconnectTime, Duration grace) {
  /** Half a day, half an hour, a minute, half a minute. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          Duration.ofHours(12),
          Duration.ofMinutes(30),
          Duration.ofMinutes(1),
          Duration.ofSeconds(30));

  /**
   * @throws PacelineException if a client's time is not positive, or the grace negative
   */
  public ServerOptions {
    if (!connectionTime.isPositive()
        || !resultTime.isPositive()
        || !disconnectTime.isPositive()
        || grace.isNegative()) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "the times after which connections and results are closed are positive, and the grace"
              + " is not negative");
    }
  }
}

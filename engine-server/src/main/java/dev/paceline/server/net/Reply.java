package dev.paceline.server.net;

import java.nio.charset.StandardCharsets;

/**
 * An HTTP response.
 *
 * @param status the HTTP status code
 * @param contentType of the body
 * @param body its bytes; given away
 */
public record Reply(int status, String contentType, byte[] body) {
  /** A response for human eyes. */
  public static Reply text(int status, String message) {
    return new Reply(
        status, "text/plain; charset=utf-8", (message + "\n").getBytes(StandardCharsets.UTF_8));
  }
}

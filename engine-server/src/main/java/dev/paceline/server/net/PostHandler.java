package dev.paceline.server.net;

import org.jspecify.annotations.Nullable;

/**
 * Answers POST requests. Called on a virtual thread of the request, by many at a time; may block.
 */
@FunctionalInterface
public interface PostHandler {
  /**
   * The answer to one request.
   *
   * @param body its bytes, the handler's to keep
   * @param contentType its Content-Type header; null if it has none
   */
  Reply post(byte[] body, @Nullable String contentType);
}

package dev.paceline.server.net;

/**
 * Answers POST requests. Called on a virtual thread of the request, by many at a time; may block.
 */
@FunctionalInterface
public interface PostHandler {
  /** The answer to one request. */
  Reply post(Post request);
}

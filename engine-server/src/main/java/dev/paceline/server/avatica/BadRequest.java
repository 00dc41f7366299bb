package dev.paceline.server.avatica;

/**
 * Bytes that are no request, or a request that lacks something. The message is for the client's
 * developer: it names fields and places, and nothing of the server's inside.
 */
final class BadRequest extends RuntimeException {
  BadRequest(String message) {
    super(message, null, false, false);
  }
}

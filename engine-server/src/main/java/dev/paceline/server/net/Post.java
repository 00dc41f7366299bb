package dev.paceline.server.net;

import org.jspecify.annotations.Nullable;

/**
 * A POST request.
 *
 * @param body its bytes, the handler's to keep
 * @param contentType its Content-Type header; null if it has none
 * @param peer who sent it and waits for the answer
 */
public record Post(byte[] body, @Nullable String contentType, Peer peer) {}

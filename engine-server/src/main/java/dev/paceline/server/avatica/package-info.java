/**
 * Internal. The Avatica protocol, JSON and Protobuf, over the HTTP server: what the stock client
 * {@code jdbc:avatica:remote:url=...} speaks.
 */
@NullMarked
package dev.paceline.server.avatica;

import org.jspecify.annotations.NullMarked;

/**
 * Internal. HTTP over Netty: reads POST bodies, hands them to a handler off the event loop,
 * answers.
 */
@NullMarked
package dev.paceline.server.net;

import org.jspecify.annotations.NullMarked;

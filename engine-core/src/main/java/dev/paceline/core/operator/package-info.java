/**
 * Internal. The relational operators as pipeline sources, stages and sinks, with their shared
 * state.
 */
package dev.paceline.core.operator;

/**
 * Internal. Joins: build sides as sinks, probes as stages, build rows that wait for the end of the
 * probe as sources, and the runtime filters that build sides publish.
 */
package dev.paceline.core.operator.join;

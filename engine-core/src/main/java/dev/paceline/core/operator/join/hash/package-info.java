/**
 * Internal. Hash joins: the build side as a sink, probes as stages, build rows that wait for the
 * end of the probe as a source, and joins that continue from temporary files.
 */
package dev.paceline.core.operator.join.hash;

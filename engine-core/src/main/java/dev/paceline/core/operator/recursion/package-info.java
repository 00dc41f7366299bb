/**
 * Internal. WITH RECURSIVE: the rows of each iteration, and the pipelines of the next one, which
 * run as phases of a sink.
 */
package dev.paceline.core.operator.recursion;

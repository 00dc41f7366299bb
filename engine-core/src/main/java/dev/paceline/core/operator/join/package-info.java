/**
 * Internal. What all joins share: the shape of a join, its columns, its output, build rows, and
 * conditions on pairs of rows.
 */
package dev.paceline.core.operator.join;

/**
 * Internal. Turns sub-queries that depend on the rows of the query around them into joins, where
 * Calcite's decorrelator cannot.
 */
package dev.paceline.calcite.decorrelate;

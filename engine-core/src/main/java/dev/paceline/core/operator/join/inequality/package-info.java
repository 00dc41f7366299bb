/**
 * Internal. Joins whose conditions order numbers, such as ranges and bands: the right side is
 * sorted, and each left row finds its range of it.
 */
package dev.paceline.core.operator.join.inequality;

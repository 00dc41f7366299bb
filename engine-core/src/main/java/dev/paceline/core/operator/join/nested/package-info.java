/**
 * Internal. Nested-loop joins, for conditions that have neither an equality nor an order: every
 * pair of rows is compared.
 */
package dev.paceline.core.operator.join.nested;

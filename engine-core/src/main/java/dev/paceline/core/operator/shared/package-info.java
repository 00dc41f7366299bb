/**
 * Internal. Rows of a part of a plan that several pipelines read: {@link
 * dev.paceline.core.operator.shared.SharedRows} keeps them until the last reader has ended.
 */
package dev.paceline.core.operator.shared;

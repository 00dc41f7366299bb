/**
 * Internal. Nested values: lists, structs and maps, their bytes ({@link
 * dev.paceline.core.expr.list.NestedFormat}), functions of them, and series, which are lists that
 * count.
 */
@NullMarked
package dev.paceline.core.expr.list;

import org.jspecify.annotations.NullMarked;

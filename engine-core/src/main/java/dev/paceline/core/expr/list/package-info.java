/**
 * Internal. Nested values: lists, structs and maps, their bytes ({@link
 * dev.paceline.core.expr.list.NestedFormat}) and functions of them.
 */
@NullMarked
package dev.paceline.core.expr.list;

import org.jspecify.annotations.NullMarked;

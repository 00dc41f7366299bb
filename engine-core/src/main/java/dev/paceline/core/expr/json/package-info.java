/**
 * Internal. JSON that is written from values of any type, and what is wrong with JSON that is read.
 */
@NullMarked
package dev.paceline.core.expr.json;

import org.jspecify.annotations.NullMarked;

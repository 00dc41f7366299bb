/** Internal. JSON that is written from values of any type. */
@NullMarked
package dev.paceline.core.expr.json;

import org.jspecify.annotations.NullMarked;

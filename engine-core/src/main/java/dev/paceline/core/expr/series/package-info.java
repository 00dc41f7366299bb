/** Internal. Series, which are lists that count: their values one after the other, and calls. */
@NullMarked
package dev.paceline.core.expr.series;

import org.jspecify.annotations.NullMarked;

/** Internal. Rewrites of relational expressions, and their conversion to physical ones. */
package dev.paceline.calcite.rule;

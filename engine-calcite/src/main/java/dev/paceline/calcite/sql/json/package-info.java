/** Internal. Functions of JSON whose results have types that their arguments name. */
@org.jspecify.annotations.NullMarked
package dev.paceline.calcite.sql.json;

/**
 * Internal. The front end of SQL: text to tokens, tokens to a syntax tree, validation, and the
 * translation into relational algebra, with errors that name the place.
 */
package dev.paceline.calcite.sql;

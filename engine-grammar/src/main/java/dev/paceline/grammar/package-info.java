/**
 * The parser of SQL. JavaCC generates it from the template of Apache Calcite's grammar and from the
 * settings and productions in {@code src/main/codegen}.
 */
package dev.paceline.grammar;

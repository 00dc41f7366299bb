/** Internal. Parse trees of statements that define what there is in a database. */
package dev.paceline.grammar.definition;

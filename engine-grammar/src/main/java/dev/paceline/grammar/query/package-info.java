/** Internal. Parts of queries that the parser writes as other queries. */
package dev.paceline.grammar.query;

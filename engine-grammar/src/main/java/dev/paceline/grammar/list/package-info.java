/** Internal. The syntax of lists, and of functions in FROM that make rows of them. */
package dev.paceline.grammar.list;

/**
 * Internal. The command line: {@code main()}, its subcommands, the SQL shell and the formats in
 * which it prints results.
 */
@NullMarked
package dev.paceline.server.cli;

import org.jspecify.annotations.NullMarked;

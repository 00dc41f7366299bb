/** Internal. The command line: {@code main()}, its subcommands and the SQL shell. */
@NullMarked
package dev.paceline.server.cli;

import org.jspecify.annotations.NullMarked;

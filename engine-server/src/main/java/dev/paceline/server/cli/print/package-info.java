/** Internal. How {@code paceline sql} prints rows: as tables, CSV or JSON. */
@NullMarked
package dev.paceline.server.cli.print;

import org.jspecify.annotations.NullMarked;

/** The program that the launcher runs once after a build, before Paceline itself. */
@NullMarked
package dev.paceline.server.launch;

import org.jspecify.annotations.NullMarked;

/** Scheduling policies with virtual workers, whose time costs nothing (Quickstep §3). */
@NullMarked
package dev.paceline.core.sched.simulation;

import org.jspecify.annotations.NullMarked;

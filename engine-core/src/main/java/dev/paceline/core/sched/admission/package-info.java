/**
 * Which queries may run at once, by the memory that they need: pure decisions, without threads and
 * clocks, that the engine and the {@linkplain dev.paceline.core.sched.simulation simulator} share
 * (Quickstep §2.12).
 */
@NullMarked
package dev.paceline.core.sched.admission;

import org.jspecify.annotations.NullMarked;

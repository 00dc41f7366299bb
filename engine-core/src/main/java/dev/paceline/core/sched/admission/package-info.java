/**
 * Decides which queries may run at the same time by the memory that they need (Quickstep §2.12).
 * The decisions are pure: they use neither threads nor clocks, so that a simulator can use them as
 * the engine does.
 */
@NullMarked
package dev.paceline.core.sched.admission;

import org.jspecify.annotations.NullMarked;

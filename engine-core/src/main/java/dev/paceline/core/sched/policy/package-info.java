/**
 * Policies that decide which query a worker serves next (Quickstep §2.10, §2.11). They are pure:
 * they take a seeded random generator and use no threads, so that a simulator can use them as the
 * engine does.
 */
@NullMarked
package dev.paceline.core.sched.policy;

import org.jspecify.annotations.NullMarked;

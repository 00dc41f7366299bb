/**
 * Which query a worker serves next: pure policies, seedable and without threads, that the engine
 * and the {@linkplain dev.paceline.core.sched.simulation simulator} share (Quickstep §2.10, §2.11).
 */
@NullMarked
package dev.paceline.core.sched.policy;

import org.jspecify.annotations.NullMarked;

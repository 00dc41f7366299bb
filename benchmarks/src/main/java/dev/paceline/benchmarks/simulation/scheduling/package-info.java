/**
 * A simulator of workers: it runs the scheduling policies of the engine with any number of virtual
 * workers under a virtual clock (Quickstep §3).
 */
@NullMarked
package dev.paceline.benchmarks.simulation.scheduling;

import org.jspecify.annotations.NullMarked;

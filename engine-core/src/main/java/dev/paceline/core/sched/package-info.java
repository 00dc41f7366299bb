/** Internal. Workers, and who of the running queries gets them. */
package dev.paceline.core.sched;

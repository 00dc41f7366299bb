/** Internal. How the planning of a statement notices that nobody waits for it any more. */
package dev.paceline.calcite.cancel;

/** Internal. Writes Arrow files and streams. */
package dev.paceline.storage.load.arrow.write;

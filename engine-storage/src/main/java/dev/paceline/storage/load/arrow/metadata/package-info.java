/**
 * Internal. The metadata of Arrow files and streams, as records of our own: FlatBuffers are read
 * and checked here, and nowhere else.
 */
package dev.paceline.storage.load.arrow.metadata;

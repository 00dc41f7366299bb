/** Internal. The files that statements name: their patterns, and which of them may be used. */
package dev.paceline.storage.access;

/** Tests of which files statements name and may use. */
package dev.paceline.storage.access;

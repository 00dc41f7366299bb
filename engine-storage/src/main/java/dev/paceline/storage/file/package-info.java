/** Internal. Segment files, the manifest, checksums and recovery. */
package dev.paceline.storage.file;

/** Internal. Bulk loads: generators and files that fill tables. */
package dev.paceline.storage.load;

/**
 * Internal. What the choice of an encoding rests on: the values of a column of a row group while
 * they are collected, and their profile.
 */
package dev.paceline.storage.encoding.profile;

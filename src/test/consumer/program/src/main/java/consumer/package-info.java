/** A program of a user, in a project that depends on Paceline. */
package consumer;

/** A program of a user who has a module-info. */
package consumer.modular;

/** Tests of the whole system, and of the rules that the code keeps. */
package dev.paceline.tests;

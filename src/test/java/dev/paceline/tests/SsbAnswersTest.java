package dev.paceline.tests;

import dev.paceline.benchmarks.suite.SsbSuite;

/** The scale is such that every query but one, of a single month and four cities, finds rows. */
@WithoutSimd
class SsbAnswersTest extends SuiteAnswersTest {
  SsbAnswersTest() {
    super(new SsbSuite(), 0.05);
  }
}

package dev.paceline.tests;

import dev.paceline.benchmarks.suite.TpchSuite;

/** Maven runs this class twice, with SIMD kernels and without. */
class TpchAnswersTest extends SuiteAnswersTest {
  TpchAnswersTest() {
    super(new TpchSuite(), 0.01);
  }
}

package dev.paceline.tests;

import dev.paceline.benchmarks.suite.TpchSuite;

@WithoutSimd
class TpchAnswersTest extends SuiteAnswersTest {
  TpchAnswersTest() {
    super(new TpchSuite(), 0.01);
  }
}

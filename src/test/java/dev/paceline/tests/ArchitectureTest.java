package dev.paceline.tests;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Dependencies point one way: server → calcite → storage → core, and packages have no cycles. */
class ArchitectureTest {
  private static JavaClasses classes;

  @BeforeAll
  static void importClasses() {
    classes =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.paceline");
  }

  @Test
  void modulesDependOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("core")
        .definedBy("dev.paceline.core..")
        .layer("storage")
        .definedBy("dev.paceline.storage..")
        .layer("calcite")
        .definedBy("dev.paceline.calcite..", "dev.paceline")
        .layer("server")
        .definedBy("dev.paceline.server..")
        .optionalLayer("benchmarks")
        .definedBy("dev.paceline.benchmarks..")
        .whereLayer("benchmarks")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("server")
        .mayOnlyBeAccessedByLayers("benchmarks")
        .whereLayer("calcite")
        .mayOnlyBeAccessedByLayers("server", "benchmarks")
        .whereLayer("storage")
        .mayOnlyBeAccessedByLayers("calcite", "server", "benchmarks")
        .check(classes);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.paceline.(*).(*)..").should().beFreeOfCycles().check(classes);
  }

  @Test
  void onlySimdKernelsUseTheVectorApi() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.paceline.core.kernel.simd..", "dev.paceline.benchmarks..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("jdk.incubator.vector..")
        .check(classes);
  }

  @Test
  void coreAndStorageKnowNoCalcite() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.paceline.core..", "dev.paceline.storage..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.calcite..")
        .check(classes);
  }

  @Test
  void onlyTheScopeAllocates() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.paceline.core.memory..", "dev.paceline.benchmarks..")
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.lang.foreign.Arena")
        .check(classes);
  }
}

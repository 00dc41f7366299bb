package dev.paceline.tests;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.members;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.experiment.Experiment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  /** Code that Calcite generates runs only where Calcite is the host, in models. */
  @Test
  void statementsRunNoGeneratedCode() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.paceline",
            "dev.paceline.core..",
            "dev.paceline.storage..",
            "dev.paceline.calcite.jdbc..",
            "dev.paceline.calcite.lower..",
            "dev.paceline.calcite.plan..",
            "dev.paceline.calcite.session..",
            "dev.paceline.calcite.sql..")
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "org\\.codehaus\\..*|org\\.apache\\.calcite\\.adapter\\.enumerable\\..*Interpretable"
                + "|org\\.apache\\.calcite\\.adapter\\.enumerable\\.EnumerableRules"
                + "|org\\.apache\\.calcite\\.runtime\\..*Bindable")
        .check(classes);
  }

  @Test
  void modulesDependOneWay() {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("core")
        .definedBy("dev.paceline.core..")
        .layer("storage")
        .definedBy("dev.paceline.storage..")
        .layer("datasets")
        .definedBy("dev.paceline.datasets..")
        .layer("grammar")
        .definedBy("dev.paceline.grammar..")
        .layer("calcite")
        .definedBy("dev.paceline.calcite..", "dev.paceline", "dev.paceline.result")
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
        .whereLayer("grammar")
        .mayOnlyBeAccessedByLayers("calcite")
        .whereLayer("datasets")
        .mayOnlyBeAccessedByLayers("server", "benchmarks")
        .whereLayer("storage")
        .mayOnlyBeAccessedByLayers("datasets", "calcite", "server", "benchmarks")
        .check(classes);
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.paceline.(*).(*)..").should().beFreeOfCycles().check(classes);
  }

  /** What applications are compiled with; all other packages may change at any time. */
  private static final String[] PUBLIC_API = {
    "dev.paceline", "dev.paceline.result", "dev.paceline.calcite.jdbc", "dev.paceline.core.error"
  };

  @Test
  void publicSignaturesMentionNoInternalTypes() {
    members()
        .that()
        .areDeclaredInClassesThat(resideInAnyPackage(PUBLIC_API))
        .and()
        .areDeclaredInClassesThat(arePublic())
        .and(arePublicOrProtected())
        .should(mentionNoInternalTypes())
        .check(classes);
  }

  @Test
  void packagesSayWhetherTheyArePublicApi() throws IOException {
    SortedSet<String> marked = new TreeSet<>();
    Pattern mark = Pattern.compile("^ ?(?:/\\*)?\\*+ Public API\\.", Pattern.MULTILINE);
    Pattern name = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    try (Stream<Path> files = Files.walk(Path.of("../.."))) {
      for (Path file : files.filter(p -> p.endsWith("package-info.java")).toList()) {
        String text = Files.readString(file);
        Matcher found = name.matcher(text);
        if (mark.matcher(text).find() && found.find()) {
          marked.add(found.group(1));
        }
      }
    }
    assertThat(marked).containsExactlyInAnyOrder(PUBLIC_API);
  }

  private static DescribedPredicate<JavaClass> arePublic() {
    return DescribedPredicate.describe("are public", c -> c.getModifiers().contains(PUBLIC));
  }

  private static DescribedPredicate<JavaMember> arePublicOrProtected() {
    return DescribedPredicate.describe(
        "are public or protected",
        member ->
            member.getModifiers().contains(PUBLIC) || member.getModifiers().contains(PROTECTED));
  }

  private static ArchCondition<JavaMember> mentionNoInternalTypes() {
    Set<String> open = Set.of(PUBLIC_API);
    return new ArchCondition<>("mention no internal types") {
      @Override
      public void check(JavaMember member, ConditionEvents events) {
        for (JavaClass type : member.getAllInvolvedRawTypes()) {
          String of = type.getBaseComponentType().getPackageName();
          if (of.startsWith("dev.paceline") && !open.contains(of)) {
            events.add(
                SimpleConditionEvent.violated(
                    member, member.getFullName() + " mentions " + type.getName()));
          }
        }
      }
    };
  }

  @Test
  void noProductCodeTurnsAKnob() {
    DescribedPredicate<JavaCall<?>> turn =
        DescribedPredicate.describe(
            "makes knobs or changes them",
            call -> {
              boolean makes = call.getTarget().getName().equals(JavaConstructor.CONSTRUCTOR_NAME);
              return call.getTargetOwner().isEquivalentTo(EngineKnobs.class)
                  ? makes || call.getTarget().getName().matches("with.*|properties")
                  : call.getTargetOwner().isEquivalentTo(Experiment.class) && makes;
            });
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.paceline.calcite.experiment", "dev.paceline.benchmarks..")
        .should()
        .callCodeUnitWhere(turn)
        .check(classes);
  }

  @Test
  void theEmbeddingApiIsOnTop() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.paceline.core..", "dev.paceline.storage..", "dev.paceline.calcite..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.paceline")
        .check(classes);
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

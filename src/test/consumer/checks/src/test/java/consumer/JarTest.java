package consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What is in the jars that a user gets. */
class JarTest {
  private static final String MODULE_NAME = "Automatic-Module-Name";

  private static List<String> classes(JarFile jar) {
    return jar.stream()
        .map(entry -> entry.getName())
        .filter(name -> name.endsWith(".class"))
        .toList();
  }

  private static String moduleName(JarFile jar) throws IOException {
    return jar.getManifest().getMainAttributes().getValue(MODULE_NAME);
  }

  @Test
  void jarsSayTheirModuleNames() throws IOException {
    List<String> names = new ArrayList<>();
    for (Path file : Built.jars(Built.PROGRAM)) {
      if (file.getFileName().toString().startsWith("engine-")) {
        try (JarFile jar = new JarFile(file.toFile())) {
          names.add(moduleName(jar));
        }
      }
    }
    assertThat(names)
        .containsExactly(
            "dev.paceline.calcite",
            "dev.paceline.core",
            "dev.paceline.grammar",
            "dev.paceline.storage");
  }

  /** The module path refuses jars that share a package. */
  @Test
  void jarsShareNoPackage() throws IOException {
    Map<String, Set<String>> jarsByPackage = new TreeMap<>();
    for (Path file : Built.jars(Built.PROGRAM)) {
      try (JarFile jar = new JarFile(file.toFile())) {
        for (String name : classes(jar)) {
          if (name.contains("/") && !name.startsWith("META-INF/")) {
            jarsByPackage
                .computeIfAbsent(
                    name.substring(0, name.lastIndexOf('/')), packageName -> new TreeSet<>())
                .add(file.getFileName().toString().replaceAll("-\\d.*", ""));
          }
        }
      }
    }
    jarsByPackage.values().removeIf(jars -> jars.size() == 1);
    assertThat(jarsByPackage).isEmpty();
  }

  /** Other versions of the same libraries may be beside it. */
  @Test
  void oneJarKeepsItsClassesToItself() throws IOException {
    try (JarFile jar = new JarFile(Built.oneJar().toFile())) {
      assertThat(classes(jar)).isNotEmpty().allMatch(name -> name.startsWith("dev/paceline/"));
      assertThat(jar.stream().map(entry -> entry.getName()))
          .contains(
              "META-INF/LICENSE-Apache-2.0.txt",
              "META-INF/LICENSE-BSD.txt",
              "META-INF/LICENSE.txt",
              "META-INF/NOTICE")
          .noneMatch(name -> name.matches("META-INF/.*\\.(SF|DSA|RSA)"));
      assertThat(moduleName(jar)).isEqualTo("dev.paceline.calcite");
    }
  }
}

package dev.paceline.server.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchivableJarsTest {
  private static final String CLASS = "sample/Sample";

  @TempDir private Path folder;

  @Test
  void oldClassesGetStackMapsAndKeepTheirCode() throws Exception {
    Path copy = copy(Map.of(CLASS + ".class", absoluteValue(ClassFile.JAVA_5_VERSION)));
    byte[] renewed = entry(copy, CLASS + ".class");
    assertThat(ClassFile.of().parse(renewed).majorVersion()).isEqualTo(ClassFile.JAVA_6_VERSION);
    assertThat(ClassFile.of().verify(renewed)).isEmpty();
    assertThat(new String(renewed, StandardCharsets.ISO_8859_1)).contains("StackMapTable");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {copy.toUri().toURL()}, null)) {
      var method = loader.loadClass("sample.Sample").getMethod("absolute", int.class);
      assertThat(method.invoke(null, -7)).isEqualTo(7);
      assertThat(method.invoke(null, 7)).isEqualTo(7);
    }
  }

  @Test
  void signaturesGoTheRestStays() throws Exception {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("META-INF/KEY.SF", new byte[] {1});
    entries.put("META-INF/KEY.RSA", new byte[] {2});
    entries.put("module-info.class", new byte[] {3});
    entries.put("deep/META-INF/KEY.SF", new byte[] {4});
    Path copy = copy(entries);
    try (JarFile jar = new JarFile(copy.toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName))
          .containsExactly(JarFile.MANIFEST_NAME, "deep/META-INF/KEY.SF");
      Manifest manifest = jar.getManifest();
      assertThat(manifest.getMainAttributes().getValue("Implementation-Version")).isEqualTo("1.2");
      assertThat(manifest.getEntries()).isEmpty();
    }
  }

  @Test
  void theFirstOfEqualNamesCountsAndAllServicesDo() throws Exception {
    String services = "META-INF/services/some.Service";
    Path first = jar("first.jar", Map.of("a", new byte[] {1}, services, bytes("First")));
    Path second =
        jar(
            "second.jar",
            Map.of("a", new byte[] {2}, "b", new byte[] {3}, services, bytes("Second\n")));
    Path merged = merge(first, second);
    assertThat(entry(merged, "a")).containsExactly(1);
    assertThat(entry(merged, "b")).containsExactly(3);
    assertThat(new String(entry(merged, services), StandardCharsets.UTF_8).lines())
        .filteredOn(line -> !line.isEmpty())
        .containsExactly("First", "Second");
  }

  @Test
  void versionsForThisJvmTakeThePlaceOfOthers() throws Exception {
    Map<String, byte[]> entries =
        Map.of(
            "a",
            new byte[] {8},
            "META-INF/versions/9/a",
            new byte[] {9},
            "META-INF/versions/11/a",
            new byte[] {11},
            "META-INF/versions/9999/a",
            new byte[] {99});
    Path merged = merge(jar("first.jar", Map.of()), jar("versions.jar", entries));
    assertThat(entry(merged, "a")).containsExactly(11);
    try (JarFile jar = new JarFile(merged.toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName)).containsExactly(JarFile.MANIFEST_NAME, "a");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private Path copy(Map<String, byte[]> entries) throws Exception {
    return merge(jar("some.jar", entries));
  }

  private Path jar(String name, Map<String, byte[]> entries) throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MULTI_RELEASE, "true");
    manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "1.2");
    Attributes digest = new Attributes();
    digest.putValue("SHA-256-Digest", "abc");
    manifest.getEntries().put(CLASS + ".class", digest);
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(new ZipEntry(entry.getKey()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    return jar;
  }

  private Path merge(Path... jars) throws Exception {
    Path merged = folder.resolve("merged").resolve("all.jar");
    ArchivableJars.main(
        Stream.concat(Stream.of(merged), Stream.of(jars))
            .map(Path::toString)
            .toArray(String[]::new));
    return merged;
  }

  private static byte[] entry(Path jar, String name) throws Exception {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getInputStream(file.getEntry(name)).readAllBytes();
    }
  }

  /** A class with one method that has a branch, written without stack maps. */
  private static byte[] absoluteValue(int version) {
    return ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
        .build(
            ClassDesc.ofInternalName(CLASS),
            type ->
                type.withVersion(version, 0)
                    .withFlags(ClassFile.ACC_PUBLIC)
                    .withMethodBody(
                        "absolute",
                        MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_int),
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code -> {
                          Label negative = code.newLabel();
                          code.iload(0)
                              .iflt(negative)
                              .iload(0)
                              .ireturn()
                              .labelBinding(negative)
                              .iload(0)
                              .ineg()
                              .ireturn();
                        }));
  }
}

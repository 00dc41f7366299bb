package dev.paceline.server.launch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Merges the jars of a class path into one whose classes the JVM can all put into its AOT cache. It
 * refuses those of signed jars, and those compiled for Java 5 or older, which have no stack maps. A
 * class that it refuses costs a start twice: it is read, parsed and verified every time, and where
 * a cached class was verified against it, even before {@code main}, whether it is needed or not.
 *
 * <p>Of entries with one name the first one counts, as on a class path, but all lines of files that
 * name services. The versions of a multi-release jar for this JVM take the place of the others.
 * There are no signatures, and class files of Java 5 become some of Java 6 (version 50) with stack
 * maps. Their code stays the same; their meaning too, as only the verifier reads the version.
 */
public final class ArchivableJars {
  private static final String SERVICES = "META-INF/services/";
  private static final int MAGIC = 0xCAFEBABE;

  /** A class file begins with the magic number, its minor and its major version. */
  private static final int VERSION_END = Integer.BYTES + 2 * Short.BYTES;

  private final ClassFile classFile;

  ArchivableJars(ClassLoader classes) {
    classFile =
        ClassFile.of(
            StackMapsOption.GENERATE_STACK_MAPS,
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(classes)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  /**
   * Merges the jars of a class path.
   *
   * @param arguments the jar to write, then those to read; the manifest of the first one counts
   */
  public static void main(String[] arguments) throws IOException {
    Path target = Path.of(arguments[0]);
    List<Path> jars = Arrays.stream(arguments).skip(1).map(Path::of).toList();
    Files.createDirectories(target.toAbsolutePath().getParent());
    new ArchivableJars(ClassLoader.getSystemClassLoader()).merge(jars, target);
  }

  void merge(List<Path> jars, Path target) throws IOException {
    Map<String, ByteArrayOutputStream> services = new TreeMap<>();
    Set<String> names = new HashSet<>();
    try (OutputStream file = Files.newOutputStream(target);
        JarOutputStream out = new JarOutputStream(file, manifest(jars.getFirst()))) {
      out.setLevel(Deflater.BEST_SPEED);
      for (Path path : jars) {
        try (JarFile jar = open(path)) {
          for (JarEntry entry : jar.versionedStream().toList()) {
            String name = entry.getName();
            if (name.startsWith(SERVICES) && !entry.isDirectory()) {
              ByteArrayOutputStream lines =
                  services.computeIfAbsent(name, absent -> new ByteArrayOutputStream());
              lines.write(bytes(jar, entry));
              lines.write('\n');
            } else if (!isLeftOut(entry) && names.add(name)) {
              byte[] bytes = bytes(jar, entry);
              write(out, name, isOld(bytes) ? renewed(bytes) : bytes);
            }
          }
        }
      }
      for (Map.Entry<String, ByteArrayOutputStream> service : services.entrySet()) {
        write(out, service.getKey(), service.getValue().toByteArray());
      }
    }
  }

  private static JarFile open(Path path) throws IOException {
    return new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version());
  }

  private static void write(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    out.write(bytes);
    out.closeEntry();
  }

  private static boolean isLeftOut(JarEntry entry) {
    return entry.isDirectory()
        || entry.getName().equals(JarFile.MANIFEST_NAME)
        || entry.getName().equals("module-info.class")
        || isSignature(entry);
  }

  private static boolean isSignature(ZipEntry entry) {
    String name = entry.getName().toUpperCase(Locale.ROOT);
    return name.startsWith("META-INF/")
        && name.indexOf('/', "META-INF/".length()) < 0
        && (name.endsWith(".SF")
            || name.endsWith(".RSA")
            || name.endsWith(".DSA")
            || name.endsWith(".EC"));
  }

  private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static boolean isOld(byte[] bytes) {
    return bytes.length >= VERSION_END
        && ByteBuffer.wrap(bytes).getInt() == MAGIC
        && ByteBuffer.wrap(bytes).getShort(VERSION_END - Short.BYTES) < ClassFile.JAVA_6_VERSION;
  }

  private byte[] renewed(byte[] bytes) {
    ClassModel model = classFile.parse(bytes);
    try {
      return classFile.transformClass(
          model,
          ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
              .andThen(
                  ClassTransform.endHandler(
                      builder -> builder.withVersion(ClassFile.JAVA_6_VERSION, 0))));
    } catch (IllegalArgumentException e) {
      // Code that no stack map can describe (subroutines): it stays as it is, and works.
      return bytes;
    }
  }

  /** The version of the first jar; what else is in manifests is for single jars. */
  private static Manifest manifest(Path first) throws IOException {
    Manifest merged = new Manifest();
    merged.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    try (JarFile jar = open(first)) {
      Manifest manifest = jar.getManifest();
      String version =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      if (version != null) {
        merged.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
      }
    }
    return merged;
  }
}

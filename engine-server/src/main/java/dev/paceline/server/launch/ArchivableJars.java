package dev.paceline.server.launch;

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
import java.util.Enumeration;
import java.util.Locale;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Copies jars so that the JVM can put all their classes into its AOT cache. It refuses those of
 * signed jars, and those compiled for Java 5 or older, which have no stack maps. What it refuses
 * costs a start twice: it is read, parsed and verified every time, and where a cached class was
 * verified against it, even before {@code main}, whether it is needed or not.
 *
 * <p>The copies carry no signatures, and class files of Java 6 (version 50) with stack maps. Their
 * code stays the same; their meaning too, as only the verifier reads the version. Jars with neither
 * problem are copied byte by byte.
 */
public final class ArchivableJars {
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
   * Copies jars of the class path.
   *
   * @param arguments the folder for the copies, then the jars
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    ArchivableJars copier = new ArchivableJars(ClassLoader.getSystemClassLoader());
    for (int i = 1; i < arguments.length; i++) {
      Path jar = Path.of(arguments[i]);
      copier.copy(jar, folder.resolve(jar.getFileName()));
    }
  }

  void copy(Path source, Path target) throws IOException {
    try (JarFile jar = new JarFile(source.toFile(), false)) {
      if (!isRefused(jar)) {
        Files.copy(source, target);
        return;
      }
      try (OutputStream file = Files.newOutputStream(target);
          JarOutputStream out = new JarOutputStream(file, withoutDigests(jar.getManifest()))) {
        Enumeration<JarEntry> entries = jar.entries();
        while (entries.hasMoreElements()) {
          JarEntry entry = entries.nextElement();
          if (!isSignature(entry) && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
            ZipEntry copy = new ZipEntry(entry.getName());
            copy.setTime(entry.getTime());
            out.putNextEntry(copy);
            byte[] bytes = bytes(jar, entry);
            out.write(isOld(bytes) ? renewed(bytes) : bytes);
            out.closeEntry();
          }
        }
      }
    }
  }

  private static boolean isRefused(JarFile jar) throws IOException {
    Enumeration<JarEntry> entries = jar.entries();
    while (entries.hasMoreElements()) {
      JarEntry entry = entries.nextElement();
      if (isSignature(entry) || entry.getName().endsWith(".class") && isOld(head(jar, entry))) {
        return true;
      }
    }
    return false;
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

  private static byte[] head(JarFile jar, JarEntry entry) throws IOException {
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readNBytes(VERSION_END);
    }
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

  private static Manifest withoutDigests(@Nullable Manifest manifest) {
    Manifest copy = new Manifest();
    copy.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (manifest != null) {
      copy.getMainAttributes().putAll(manifest.getMainAttributes());
    }
    return copy;
  }
}

package io.github.iogauge.nativeio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericDeclaration;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** JNA is an implementation detail of one class; nobody else may know of it. */
class HouseRulesTest {

  private static List<Path> classFiles() throws IOException, URISyntaxException {
    Path root = Path.of(AioQueue.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(file -> file.toString().endsWith(".class"))
          .map(root::relativize)
          .filter(file -> !file.toString().equals("module-info.class"))
          .map(root::resolve)
          .toList();
    }
  }

  private static Class<?> load(Path classFile) throws ClassNotFoundException {
    String name = classFile.getFileName().toString();
    return Class.forName(
        AioQueue.class.getPackageName() + "." + name.substring(0, name.length() - 6),
        false,
        HouseRulesTest.class.getClassLoader());
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  @Test
  void noPublicSignatureMentionsJna()
      throws IOException, URISyntaxException, ClassNotFoundException {
    List<String> signatures = new ArrayList<>();
    for (Path file : classFiles()) {
      Class<?> type = load(file);
      if (isVisible(type.getModifiers())) {
        signatures.addAll(signatures(type));
      }
    }
    assertThat(signatures).hasSizeGreaterThan(50).anyMatch(s -> s.contains("DirectFile.open"));
    assertThat(signatures).noneMatch(signature -> signature.contains("com.sun.jna"));
  }

  private static List<String> signatures(Class<?> type) {
    List<String> signatures = new ArrayList<>();
    signatures.add(type.toGenericString());
    signatures.add(type + " extends " + type.getGenericSuperclass());
    for (Object implemented : type.getGenericInterfaces()) {
      signatures.add(type + " implements " + implemented);
    }
    for (Method method : type.getDeclaredMethods()) {
      add(signatures, method.getModifiers(), method.toGenericString(), method);
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      add(signatures, constructor.getModifiers(), constructor.toGenericString(), constructor);
    }
    for (Field field : type.getDeclaredFields()) {
      if (isVisible(field.getModifiers())) {
        signatures.add(field.toGenericString());
      }
    }
    return signatures;
  }

  private static void add(
      List<String> signatures, int modifiers, String text, GenericDeclaration declaration) {
    if (isVisible(modifiers)) {
      signatures.add(text);
      for (var parameter : declaration.getTypeParameters()) {
        for (var bound : parameter.getBounds()) {
          signatures.add(text + " with " + bound);
        }
      }
    }
  }

  @Test
  void onlyTheBindingRefersToJna() throws IOException, URISyntaxException {
    List<String> referring = new ArrayList<>();
    for (Path file : classFiles()) {
      // Names of types stand in the constant pool as they are.
      if (new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
          .contains("com/sun/jna/")) {
        referring.add(file.getFileName().toString());
      }
    }
    assertThat(referring)
        .contains("JnaLibC.class")
        .allMatch(name -> name.equals("JnaLibC.class") || name.startsWith("JnaLibC$"));
  }

  @Test
  void theModuleExportsItsOnePackageAndDoesNotPassJnaOn() throws IOException, URISyntaxException {
    Path root = Path.of(AioQueue.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    ModuleDescriptor module;
    try (var in = Files.newInputStream(root.resolve("module-info.class"))) {
      module = ModuleDescriptor.read(in);
    }
    assertThat(module.exports())
        .singleElement()
        .satisfies(e -> assertThat(e.source()).isEqualTo("io.github.iogauge.nativeio"));
    assertThat(module.opens()).isEmpty();
    assertThat(module.requires())
        .filteredOn(
            requires ->
                requires.modifiers().contains(ModuleDescriptor.Requires.Modifier.TRANSITIVE))
        .isEmpty();
  }
}

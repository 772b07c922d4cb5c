package io.github.iogauge;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which part may know which. */
class HouseRulesTest {

  private static final String ROOT = "io.github.iogauge";
  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_JARS)
          .withImportOption(location -> !location.contains("/native-io/"))
          .importPackages(ROOT);

  @Test
  void theRulesSeeTheCode() {
    assertThat(CORE.contain(BenchmarkJob.class)).isTrue();
    assertThat(CORE.contain(HouseRulesTest.class)).isFalse();
    assertThat(CORE).hasSizeGreaterThan(50);
  }

  @Test
  void onlyNativeIoKnowsJna() {
    noClasses().should().dependOnClassesThat().resideInAPackage("com.sun.jna..").check(CORE);
  }

  @Test
  void onlyTheEntranceAndItsParametersKnowTheInternals() {
    // The API starts a job, and draws random numbers as the loop does; nothing else reaches inside.
    noClasses()
        .that()
        .resideOutsideOfPackage(ROOT + ".internal..")
        .and()
        .haveNameNotMatching("io\\.github\\.iogauge\\.(BenchmarkJob|BuiltInPattern)(\\$.*)?")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + ".internal..")
        .check(CORE);
  }

  @Test
  void devicesDependOnNothingElseOfOurs() {
    classes()
        .that()
        .resideInAPackage(ROOT + ".device..")
        .should()
        .onlyDependOnClassesThat(
            resideInAPackage(ROOT + ".device..").or(resideInAPackage("java..")))
        .check(CORE);
  }

  @Test
  void enginesDependOnNativeIoAlone() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".engine..")
        .should()
        .dependOnClassesThat(
            resideInAPackage(ROOT + "..")
                .and(not(resideInAnyPackage(ROOT + ".engine..", ROOT + ".nativeio.."))))
        .check(CORE);
  }

  @Test
  void reportsDependOnTheApiAlone() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + ".report..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            ROOT + ".internal..", ROOT + ".engine..", ROOT + ".nativeio..", ROOT + ".preset..")
        .check(CORE);
  }

  @Test
  void theApiDependsNeitherOnPresetsNorOnReports() {
    noClasses()
        .that()
        .resideInAnyPackage(ROOT, ROOT + ".internal..", ROOT + ".engine..", ROOT + ".device..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + ".preset..", ROOT + ".report..")
        .check(CORE);
  }

  @Test
  void nothingAroundTheApiGoesInCircles() {
    SlicesRuleDefinition.slices()
        .matching(ROOT + ".(device|engine|preset|report)..")
        .should()
        .beFreeOfCycles()
        .check(CORE);
  }

  @Test
  void nothingIsPrinted() {
    NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(CORE);
  }

  @Test
  void librariesThatWeUseAreInNoSignatureThatUsersSee() {
    List<String> found = new ArrayList<>();
    for (JavaClass type : CORE) {
      if (!isSeen(type)) {
        continue;
      }
      type.getRawSuperclass().ifPresent(parent -> note(found, type.getName(), Set.of(parent)));
      type.getRawInterfaces().forEach(parent -> note(found, type.getName(), Set.of(parent)));
      type.getMembers().stream()
          .filter(HouseRulesTest::isSeen)
          .forEach(member -> note(found, member.getFullName(), typesOf(member)));
    }
    assertThat(found).isEmpty();
  }

  private static boolean isSeen(JavaClass type) {
    return !type.getPackageName().startsWith(ROOT + ".internal")
        && type.getModifiers().contains(JavaModifier.PUBLIC);
  }

  private static boolean isSeen(JavaMember member) {
    return member.getModifiers().contains(JavaModifier.PUBLIC)
        || member.getModifiers().contains(JavaModifier.PROTECTED);
  }

  private static Set<JavaClass> typesOf(JavaMember member) {
    return member.getAllInvolvedRawTypes();
  }

  private static void note(List<String> found, String where, Set<? extends JavaType> types) {
    for (JavaType type : types) {
      String name = type.toErasure().getBaseComponentType().getName();
      if (!name.startsWith("java.") && !name.startsWith(ROOT + ".") && name.contains(".")) {
        found.add(where + ": " + name);
      }
      if (name.startsWith(ROOT + ".internal.") || name.startsWith(ROOT + ".nativeio.")) {
        found.add(where + ": " + name);
      }
    }
  }
}

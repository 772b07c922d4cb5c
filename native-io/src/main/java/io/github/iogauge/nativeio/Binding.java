package io.github.iogauge.nativeio;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The two ways into the C library, and which of them this process takes. */
enum Binding {

  /** Java's own foreign functions. */
  FFM("ffm") {
    @Override
    LibC load() {
      return new ForeignLibC();
    }
  },

  /** JNA's direct mapping. */
  JNA("jna") {
    @Override
    LibC load() {
      return new JnaLibC();
    }
  };

  /** The system property that forces one; see {@link NativeIo}. */
  static final String PROPERTY = "io.github.iogauge.nativeio.binding";

  private static final Logger LOG = LoggerFactory.getLogger(Binding.class);

  private final String label;

  Binding(String label) {
    this.label = label;
  }

  /** As the property and {@link NativeIo#binding()} write it. */
  String label() {
    return label;
  }

  /**
   * Loads it.
   *
   * @throws LinkageError where it does not work
   * @throws IllegalCallerException where Java forbids native access
   */
  abstract LibC load();

  /** A binding that works. */
  record Loaded(Binding binding, LibC libc) {}

  /**
   * Loads the one that a property's value names; without one, FFM where native access was granted
   * to this module, and JNA elsewhere, whose own module may have been granted it.
   *
   * @throws UnsupportedOperationException with the remedy where what was forced cannot be had
   * @throws LinkageError where JNA does not work
   * @throws IllegalCallerException where Java forbids native access
   */
  static Loaded load(Optional<String> forced, int java, boolean accessGranted) {
    if (forced.isEmpty()) {
      if (java >= ForeignLinker.FIRST_JAVA && accessGranted) {
        try {
          return loaded(FFM);
        } catch (LinkageError | RuntimeException e) {
          LOG.debug("JNA is used because FFM does not work here", e);
        }
      }
      return loaded(JNA);
    }
    String name = forced.get();
    if (name.equals(JNA.label)) {
      return loaded(JNA);
    }
    if (!name.equals(FFM.label)) {
      throw new UnsupportedOperationException(
          "-D" + PROPERTY + "=" + name + ": must be ffm or jna, or left out");
    }
    if (java < ForeignLinker.FIRST_JAVA) {
      throw new UnsupportedOperationException(
          "-D" + PROPERTY + "=ffm: needs Java 22 or later, and this is " + java + "; use jna");
    }
    return loaded(FFM);
  }

  private static Loaded loaded(Binding binding) {
    LibC libc = binding.load();
    libc.fcntl(-1, 0, 0); // binds the natives now rather than in the middle of a run
    return new Loaded(binding, libc);
  }

  /** Whether Java was told to let this module call native code; false before Java 22. */
  static boolean accessGranted() {
    try {
      return (boolean)
          Module.class.getMethod("isNativeAccessEnabled").invoke(Binding.class.getModule());
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}

package io.github.iogauge.nativeio;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The little that this module needs of {@code java.lang.foreign}, which Java has since 22 and the
 * compiler does not show to a module for 17. It is reached by reflection while a function is bound;
 * what comes out are method handles with primitive signatures, called like any other.
 *
 * <p>The JVM may overwrite errno between a call and the next, so every call stores it before it
 * returns, in four bytes that belong to the calling thread.
 */
final class ForeignLinker {

  /** The first Java in which the package is final. */
  static final int FIRST_JAVA = 22;

  /** What the messages of all its errors begin with. */
  static final String FAILED = "java.lang.foreign: ";

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
  private static final Class<?>[] NONE = {};

  private final Class<?> segmentType = type("MemorySegment");
  private final Class<?> layoutType = type("MemoryLayout");
  private final Class<?> optionType = type("Linker$Option");
  private final Object linker = call("Linker", null, "nativeLinker", NONE);
  private final Object library = call("Linker", linker, "defaultLookup", NONE);
  private final Object options = Array.newInstance(optionType, 1);
  private final MethodHandle stateOfThread;
  private final MethodHandle errno;

  /**
   * Opens the package.
   *
   * @throws LinkageError if it does not work here
   */
  ForeignLinker() {
    Object state =
        call(
            "Linker$Option",
            null,
            "captureCallState",
            new Class<?>[] {String[].class},
            (Object) new String[] {"errno"});
    Array.set(options, 0, state);
    Object layout = call("Linker$Option", null, "captureStateLayout", NONE);
    ThreadLocal<Object> states = ThreadLocal.withInitial(() -> allocate(layout));
    try {
      stateOfThread =
          LOOKUP
              .findVirtual(ThreadLocal.class, "get", MethodType.methodType(Object.class))
              .bindTo(states)
              .asType(MethodType.methodType(segmentType));
      MethodHandle read =
          LOOKUP.findVirtual(
              segmentType,
              "get",
              MethodType.methodType(int.class, type("ValueLayout$OfInt"), long.class));
      // On Linux nothing but errno is stored.
      errno =
          MethodHandles.foldArguments(
              MethodHandles.insertArguments(read, 1, layout(int.class), 0L), stateOfThread);
    } catch (ReflectiveOperationException e) {
      throw failed(e);
    }
  }

  /**
   * Binds a function of the C library.
   *
   * @param returned {@code int} or {@code long}, as the parameters; an address is a {@code long}
   * @throws LinkageError if there is none of this name
   * @throws IllegalCallerException if Java forbids native access
   */
  MethodHandle function(String name, Class<?> returned, Class<?>... parameters) {
    Optional<?> symbol =
        (Optional<?>) call("SymbolLookup", library, "find", new Class<?>[] {String.class}, name);
    Object layouts = Array.newInstance(layoutType, parameters.length);
    for (int i = 0; i < parameters.length; i++) {
      Array.set(layouts, i, layout(parameters[i]));
    }
    Object descriptor =
        call(
            "FunctionDescriptor",
            null,
            "of",
            new Class<?>[] {layoutType, layoutType.arrayType()},
            layout(returned),
            layouts);
    Object handle =
        call(
            "Linker",
            linker,
            "downcallHandle",
            new Class<?>[] {segmentType, descriptor(), optionType.arrayType()},
            symbol.orElseThrow(() -> new LinkageError(FAILED + "libc has no " + name)),
            descriptor,
            options);
    return MethodHandles.foldArguments((MethodHandle) handle, stateOfThread);
  }

  /** A handle of type {@code ()int}: the errno of the calling thread's last call. */
  MethodHandle errno() {
    return errno;
  }

  /** A view of memory at a native address, in native byte order. */
  ByteBuffer view(long address, long length) {
    Class<?>[] number = {long.class};
    Object start = call("MemorySegment", null, "ofAddress", number, address);
    Object segment = call("MemorySegment", start, "reinterpret", number, length);
    return ((ByteBuffer) call("MemorySegment", segment, "asByteBuffer", NONE))
        .order(ByteOrder.nativeOrder());
  }

  /** The native address of a direct buffer's first byte, valid while the buffer is reachable. */
  long address(ByteBuffer direct) {
    Object segment = call("MemorySegment", null, "ofBuffer", new Class<?>[] {Buffer.class}, direct);
    return (long) call("MemorySegment", segment, "address", NONE);
  }

  // Freed by the collector once the thread is gone.
  private Object allocate(Object layout) {
    Object arena = call("Arena", null, "ofAuto", NONE);
    return call("Arena", arena, "allocate", new Class<?>[] {layoutType}, layout);
  }

  private static Class<?> descriptor() {
    return type("FunctionDescriptor");
  }

  private static Object layout(Class<?> primitive) {
    try {
      return type("ValueLayout")
          .getField(primitive == int.class ? "JAVA_INT" : "JAVA_LONG")
          .get(null);
    } catch (ReflectiveOperationException e) {
      throw failed(e);
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName("java.lang.foreign." + name);
    } catch (ClassNotFoundException e) {
      throw failed(e);
    }
  }

  /** Calls a method of an interface of the package; a static one where the receiver is null. */
  private static Object call(
      String type, Object receiver, String method, Class<?>[] parameters, Object... arguments) {
    try {
      return type(type).getMethod(method, parameters).invoke(receiver, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof IllegalCallerException forbidden) {
        throw forbidden;
      }
      throw failed(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw failed(e);
    }
  }

  private static LinkageError failed(Throwable e) {
    return new LinkageError(FAILED + e, e);
  }
}

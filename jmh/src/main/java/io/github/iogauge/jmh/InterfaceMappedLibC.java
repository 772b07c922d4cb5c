package io.github.iogauge.jmh;

import com.sun.jna.Library;
import com.sun.jna.Native;

/**
 * A few functions of the C library by JNA's interface mapping, the usual way to use JNA: each call
 * goes through a proxy that finds the function and converts its arguments. The library itself uses
 * direct mapping.
 */
public interface InterfaceMappedLibC extends Library {

  /** The C library. */
  static InterfaceMappedLibC load() {
    return Native.load("c", InterfaceMappedLibC.class);
  }

  /** Opens a file; -1 where that fails. */
  int open(String path, int flags);

  /** Sets or tells the offset of an open file. */
  long lseek(int fd, long offset, int whence);

  /** Sets or tells what an open file is like. */
  int fcntl(int fd, int command, long argument);

  /** Closes an open file. */
  int close(int fd);
}

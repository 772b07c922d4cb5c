package io.github.iogauge.report;

import java.util.Locale;
import java.util.function.Supplier;

/** Runs code as if the machine spoke another language. */
final class Locales {

  private Locales() {}

  static <T> T in(String languageTag, Supplier<T> code) {
    Locale before = Locale.getDefault();
    Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    Locale format = Locale.getDefault(Locale.Category.FORMAT);
    try {
      Locale.setDefault(Locale.forLanguageTag(languageTag));
      return code.get();
    } finally {
      Locale.setDefault(before);
      Locale.setDefault(Locale.Category.DISPLAY, display);
      Locale.setDefault(Locale.Category.FORMAT, format);
    }
  }
}

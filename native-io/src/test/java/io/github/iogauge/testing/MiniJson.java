package io.github.iogauge.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A strict JSON reader for tests, independent of the one that production code uses.
 *
 * <p>Objects become ordered maps (of a repeated name the last one counts), arrays lists, whole
 * numbers {@link Long}, other numbers {@link Double}, and the rest what one would expect.
 */
public final class MiniJson {
  private final String text;
  private int position;

  private MiniJson(String text) {
    this.text = text;
  }

  /**
   * Reads one JSON value that takes up the whole text.
   *
   * @throws IllegalArgumentException naming the position, when the text is not JSON
   */
  public static Object parse(String text) {
    MiniJson reader = new MiniJson(text);
    reader.skipBlanks();
    Object value = reader.value();
    reader.skipBlanks();
    if (reader.position != text.length()) {
      throw reader.error("something after the end");
    }
    return value;
  }

  /**
   * Follows a path of names (strings) and indices (integers) into a value that was read.
   *
   * @return what is there, which may be null; null also when a name at the end of the path is
   *     absent
   * @throws IllegalArgumentException when the path leaves the structure before its end
   */
  public static Object at(Object root, Object... path) {
    Object value = root;
    for (Object step : path) {
      if (value instanceof Map<?, ?> map && step instanceof String) {
        value = map.get(step);
      } else if (value instanceof List<?> list
          && step instanceof Integer index
          && index < list.size()) {
        value = list.get(index);
      } else {
        throw new IllegalArgumentException("no " + step + " on the path " + List.of(path));
      }
    }
    return value;
  }

  /** The number at a path; see {@link #at}. */
  public static double number(Object root, Object... path) {
    if (at(root, path) instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException("no number at " + List.of(path));
  }

  /** The string at a path; see {@link #at}. */
  public static String string(Object root, Object... path) {
    if (at(root, path) instanceof String string) {
      return string;
    }
    throw new IllegalArgumentException("no string at " + List.of(path));
  }

  /** The list at a path; see {@link #at}. */
  public static List<?> list(Object root, Object... path) {
    if (at(root, path) instanceof List<?> list) {
      return list;
    }
    throw new IllegalArgumentException("no list at " + List.of(path));
  }

  private Object value() {
    char c = peek();
    return switch (c) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> map = new LinkedHashMap<>();
    position++;
    skipBlanks();
    if (accept('}')) {
      return map;
    }
    do {
      skipBlanks();
      String name = string();
      skipBlanks();
      expect(':');
      skipBlanks();
      map.put(name, value());
      skipBlanks();
    } while (accept(','));
    expect('}');
    return map;
  }

  private List<Object> array() {
    List<Object> list = new ArrayList<>();
    position++;
    skipBlanks();
    if (accept(']')) {
      return list;
    }
    do {
      skipBlanks();
      list.add(value());
      skipBlanks();
    } while (accept(','));
    expect(']');
    return list;
  }

  private String string() {
    expect('"');
    StringBuilder result = new StringBuilder();
    while (peek() != '"') {
      char c = text.charAt(position++);
      if (c < ' ') {
        throw error("control character in a string");
      }
      result.append(c == '\\' ? escaped() : c);
    }
    position++;
    return result.toString();
  }

  private char escaped() {
    char c = peek();
    position++;
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw error("unknown escape");
    };
  }

  private char unicode() {
    String digits = text.substring(position, Math.min(position + 4, text.length()));
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw error("four hexadecimal digits expected");
    }
    position += 4;
    return (char) Integer.parseInt(digits, 16);
  }

  private Number number() {
    int start = position;
    while (position < text.length() && "+-.0123456789eE".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    String digits = text.substring(start, position);
    if (!digits.matches("-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?")) {
      position = start;
      throw error("value expected");
    }
    try {
      return Long.valueOf(digits);
    } catch (NumberFormatException e) {
      return Double.valueOf(digits);
    }
  }

  private Object word(String word, Object meaning) {
    if (!text.startsWith(word, position)) {
      throw error("value expected");
    }
    position += word.length();
    return meaning;
  }

  private char peek() {
    if (position >= text.length()) {
      throw error("unexpected end");
    }
    return text.charAt(position);
  }

  private boolean accept(char c) {
    boolean found = position < text.length() && text.charAt(position) == c;
    if (found) {
      position++;
    }
    return found;
  }

  private void expect(char c) {
    if (!accept(c)) {
      throw error("'" + c + "' expected");
    }
  }

  private void skipBlanks() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private IllegalArgumentException error(String what) {
    return new IllegalArgumentException(what + " at position " + position);
  }
}

package io.github.iogauge.examples.cli;

import io.github.iogauge.ByteSize;
import io.github.iogauge.Plan;
import io.github.iogauge.TargetInfo;
import java.util.List;

/** What a job would do, for a person to read. */
final class PlanText {

  private PlanText() {}

  static String of(Plan plan) {
    StringBuilder out = new StringBuilder("Nothing is done yet. This job would:\n\n");
    TargetInfo target = plan.target();
    line(out, "Target", target.path() + " (" + kind(target.kind()) + fileSystem(target) + ")");
    line(out, "Device", device(target));
    line(out, "Size", size(target.fileSize()));
    line(
        out, "Written first", plan.bytesToPrepare() == 0 ? "nothing" : size(plan.bytesToPrepare()));
    line(out, "Time", "about " + ProgressText.time(plan.duration()) + preparation(plan));
    list(out, "Touched", plan.touches());
    list(out, "Steps", plan.steps());
    list(out, "Warnings", plan.warnings());
    return out.toString();
  }

  private static String preparation(Plan plan) {
    return plan.bytesToPrepare() == 0 ? "" : ", and what writing the test file takes";
  }

  private static String kind(TargetInfo.Kind kind) {
    return switch (kind) {
      case DIRECTORY -> "directory";
      case FILE -> "file";
      case BLOCK_DEVICE -> "block device";
    };
  }

  private static String fileSystem(TargetInfo target) {
    return target.fileSystem().map(type -> ", " + type).orElse("");
  }

  private static String device(TargetInfo target) {
    return target
        .device()
        .map(known -> known.path() + known.model().map(model -> " (" + model + ")").orElse(""))
        .orElseGet(() -> "none known" + target.deviceAbsent().map(w -> ": " + w).orElse(""));
  }

  private static String size(long bytes) {
    String rounded = ByteSize.format(bytes);
    return rounded.equals(bytes + "B") ? bytes + " bytes" : rounded + " (" + bytes + " bytes)";
  }

  private static void line(StringBuilder out, String label, String text) {
    out.append(String.format("%-14s %s%n", label + ":", Complaints.oneLine(text)));
  }

  private static void list(StringBuilder out, String label, List<String> entries) {
    if (!entries.isEmpty()) {
      out.append('\n').append(label).append(":\n");
      for (String entry : entries) {
        out.append("  ").append(Complaints.oneLine(entry)).append('\n');
      }
    }
  }
}

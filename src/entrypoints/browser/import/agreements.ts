import type { ColumnProblem } from "../../../resources/orders/files/column-problems.ts";
import { platformProblem } from "../../../resources/orders/files/platform-problem.ts";
import { element, notice } from "./element.ts";
import type { OrderFile } from "./order-file.ts";

/** What a person has to agree to before the import. */
type Problem = ColumnProblem | { kind: "platform"; message: string };

const LABELS: Readonly<Record<Problem["kind"], string>> = {
  ignored: "Import without these columns",
  missing: "Import although these columns are missing",
  platform: "Import it into this store",
};

/** Notices with a checkbox for each problem of a file. Calls `onChange` at once, and when a box is checked or not. */
export function agreements(file: OrderFile, storePlatform: string | null, onChange: (agreed: boolean) => void): HTMLElement[] {
  const platform = platformProblem(file.format, file.platform, storePlatform);
  const problems: Problem[] = [...file.columnProblems, ...(platform === null ? [] : [{ kind: "platform" as const, message: platform }])];
  const boxes = problems.map((problem) => ({ problem, box: element("input", { type: "checkbox", id: `allow-${problem.kind}` }) }));
  const agree = () => onChange(boxes.every(({ box }) => box.checked));
  agree();
  return boxes.map(({ problem: { kind, message }, box }) => {
    box.addEventListener("change", agree);
    const label = element("label", { for: box.id }, LABELS[kind]);
    return notice("bad", element("p", {}, message), element("div", { class: "field check" }, box, label));
  });
}

import type { ColumnProblem } from "../../../resources/orders/files/column-problems.ts";
import { currencyProblem } from "../../../resources/orders/files/currency-problem.ts";
import { platformProblem } from "../../../resources/orders/files/platform-problem.ts";
import { element, notice } from "./element.ts";
import type { OrderFile } from "./order-file.ts";
import type { StoreData } from "./store-data.ts";

/** What a person has to agree to before the import. */
type Problem = ColumnProblem | { kind: "platform" | "currency"; message: string };

const LABELS: Readonly<Record<Problem["kind"], string>> = {
  ignored: "Import without these columns",
  missing: "Import although these columns are missing",
  platform: "Import it into this store",
  currency: "Import the orders with their own currency",
};

/** Why a file does not fit the store. The orders of an export of this service keep their store. */
function storeProblems(file: OrderFile, { platform, currency }: StoreData): Problem[] {
  if (file.updates) return [];
  const currencies = new Set(file.orders.flatMap(({ order }) => (typeof order?.currency === "string" ? order.currency.toUpperCase() : [])));
  const messages = {
    platform: platformProblem({ name: file.format, platform: file.platform }, platform),
    currency: currencyProblem(currencies, currency),
  };
  return (["platform", "currency"] as const).flatMap((kind) => {
    const message = messages[kind];
    return message === null ? [] : [{ kind, message }];
  });
}

/** Notices with a checkbox for each problem of a file. Calls `onChange` at once, and when a box is checked or not. */
export function agreementNotices(file: OrderFile, store: StoreData, onChange: (agreed: boolean) => void): HTMLElement[] {
  const problems: Problem[] = [...file.columnProblems, ...storeProblems(file, store)];
  const boxes = problems.map((problem) => ({ problem, box: element("input", { type: "checkbox", id: `allow-${problem.kind}` }) }));
  const report = () => onChange(boxes.every(({ box }) => box.checked));
  report();
  return boxes.map(({ problem: { kind, message }, box }) => {
    box.addEventListener("change", report);
    const label = element("label", { for: box.id }, LABELS[kind]);
    return notice("bad", element("p", {}, message), element("div", { class: "field check" }, box, label));
  });
}

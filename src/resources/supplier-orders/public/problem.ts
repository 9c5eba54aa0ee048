import type { ApiError, ErrorDetail } from "../../../platform/api-error";
import type { Sentence, TextKey, Translate } from "../../../public/texts/catalog";
import { SUPPLIER_ORDER_STATES, type SupplierOrderState } from "../states";

/** The text for a state. There is none for a draft, which suppliers never see. */
export const stateKey = (state: SupplierOrderState): TextKey => (state === "draft" ? "state_sent" : `state_${state}`);

const PROBLEMS: Readonly<Record<string, TextKey>> = {
  line_not_open: "problem_line",
  left_changed: "problem_line",
  line_shipped: "problem_shipped",
  not_shippable: "problem_held",
  not_ready: "problem_not_ready",
  nothing_left: "problem_shipped",
};

function sentenceOf({ code, from, left }: ErrorDetail, text: Translate): Sentence | null {
  if (code === "quantity_exceeded")
    return typeof left === "number" && left > 0 ? { key: "units_too_many", values: { left } } : { key: "problem_shipped" };
  const state = SUPPLIER_ORDER_STATES.find((one) => one === from);
  if (code === "invalid_transition" && state !== undefined) return { key: "problem_state", values: { state: text(stateKey(state)) } };
  const key = PROBLEMS[code];
  return key === undefined ? null : { key };
}

/** What an error of a supplier order means to a supplier, who learns nothing about why the shop wants it so. */
export function explain({ details }: ApiError, text: Translate): readonly Sentence[] | null {
  const sentences = details.flatMap((detail) => sentenceOf(detail, text) ?? []);
  return sentences.length === 0 ? null : [...new Map(sentences.map((one) => [one.key, one])).values()];
}

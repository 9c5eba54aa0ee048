import { usePageRequest } from "../page-request";

/** What a field can be filled in from (browser/pickers.ts), by the name in the path of its search. */
export type PickerSource = "customers" | "members" | "orders" | "products";

export const pickPath = (pick: PickerSource | undefined) => (pick === undefined ? undefined : `${usePageRequest().base}/pick/${pick}`);

/** The search of a select. */
export interface ChoiceSearch {
  pick: PickerSource;
  /** What can be searched for. */
  placeholder: string;
  /** The hint of the field once it can be searched. */
  hint: string;
  /** The error if a text was searched for and nothing was chosen. */
  unchosen: string;
}

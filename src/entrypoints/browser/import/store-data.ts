import type { ColumnMap } from "../../../resources/orders/files/column-map.ts";
import { element, notice } from "./element.ts";

/** What the page says of a store. */
export interface StoreData {
  id: number;
  /** Null if the page does not say it: then nobody is asked whether the file fits. */
  platform: string | null;
  /** As `platform`. */
  currency: string | null;
  /** The columns of its own spreadsheets, if they are saved. */
  map: ColumnMap | null;
}

/** The stores that the page has in an attribute of its element. */
export function storesOf(place: HTMLElement): StoreData[] {
  return JSON.parse(place.dataset["stores"] ?? "[]") as StoreData[];
}

/** Where the columns of a store are saved. */
interface SaveTarget {
  url: string;
  formToken: string;
  store: StoreData;
}

/** The button that saves the columns of a spreadsheet for the store. */
export function saveStep(target: SaveTarget, map: ColumnMap): HTMLElement {
  const button = element("button", { type: "button" }, "Save these columns for the store");
  const place = element("div", { class: "actions" }, button);
  const save = async () => {
    const isSaved = await saveMap(target, map);
    const text = isSaved ? "The columns are saved for the next import of this store." : "The columns could not be saved. Try again.";
    place.replaceChildren(notice(isSaved ? "good" : "bad", text));
  };
  button.addEventListener("click", () => void save());
  return place;
}

async function saveMap({ url, formToken, store }: SaveTarget, map: ColumnMap): Promise<boolean> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", "X-Form-Token": formToken },
    body: JSON.stringify({ store: store.id, map, run: String(Date.now()) }),
  }).catch(() => null);
  // A body that nobody reads keeps the request open.
  await response?.text().catch(() => "");
  if (response?.ok !== true) return false;
  store.map = map;
  return true;
}

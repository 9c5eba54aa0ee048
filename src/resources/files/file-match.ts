/** An item that a file is for. */
export interface MatchedItem {
  id: string;
  order_id: number;
  /** The name of the order: its number, or else the id in its shop, or else `#` and its id. */
  order: string;
  name: string;
  sku: string | null;
}

/** The items that a file is for, by its name. `several`: it names an order of which several items need a design, and no SKU. */
export interface FileMatch {
  name: string;
  found: "matched" | "none" | "several";
  items: MatchedItem[];
}

import type { FileMatch, MatchedItem } from "../../../resources/files/file-match.ts";
import { send, type Target } from "./send.ts";

/** A file that was chosen, and what it is for. */
export interface PlannedFile {
  file: File;
  /** The ids of the items whose design it becomes. */
  itemIds: readonly string[];
  /** The item whose proof it becomes. */
  proofOf?: string;
  /** The parameters of its upload. Null: it is not uploaded. */
  query: Readonly<Record<string, string>> | null;
  /** What it is for, or why it is not uploaded. */
  text: string;
}

/** The most names that are matched in one request. */
const MAX_NAMES = 200;

const itemText = ({ name, order, sku }: MatchedItem): string => `${name}${sku === null ? "" : ` (${sku})`}, order ${order}`;

const MAX_LISTED = 3;

function itemsText(items: readonly MatchedItem[]): string {
  const listed = items.slice(0, MAX_LISTED).map(itemText).join("; ");
  return items.length > MAX_LISTED ? `${listed} and ${items.length - MAX_LISTED} more items` : listed;
}

function planFile(file: File, match: FileMatch | undefined): PlannedFile {
  const items = match?.items ?? [];
  const [first] = items;
  if (match?.found === "matched" && first !== undefined)
    return { file, itemIds: items.map(({ id }) => id), query: { name: file.name, order_item_id: first.id }, text: itemsText(items) };
  const text =
    match?.found === "several"
      ? `Not uploaded: several items of order ${first?.order ?? ""} need a design. Put the SKU into the name, too.`
      : "Not uploaded: no item that needs a design has a SKU or an order number that is in the name.";
  return { file, itemIds: [], query: null, text };
}

/** What the files are for: the item or the order of the page, or the items that their names match. */
export async function planFiles(
  target: Target,
  files: readonly File[],
  page: { item: string | null; proof: string | null; order: string | null },
): Promise<PlannedFile[]> {
  const { item, proof, order } = page;
  if (item !== null)
    return files.map((file) => ({
      file,
      itemIds: [item],
      query: { name: file.name, order_item_id: item },
      text: "The next version of this item’s design",
    }));
  if (proof !== null && files.length > 1) throw new Error("A proof is one picture. Choose one file.");
  if (proof !== null)
    return files.map((file) => ({
      file,
      itemIds: [],
      proofOf: proof,
      query: { name: file.name, role: "proof" },
      text: "The next version of this item’s proof",
    }));
  if (order !== null)
    return files.map((file) => ({ file, itemIds: [], query: { name: file.name, order_id: order }, text: "An attachment of this order" }));
  const plan: PlannedFile[] = [];
  for (let from = 0; from < files.length; from += MAX_NAMES) {
    const some = files.slice(from, from + MAX_NAMES);
    const { matches } = (await send(target, "/match", { names: some.map(({ name }) => name) })) as { matches: FileMatch[] };
    plan.push(...some.map((file, index) => planFile(file, matches[index])));
  }
  return plan;
}

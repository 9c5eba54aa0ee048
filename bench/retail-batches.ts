import { groupRows, outlineFile } from "../cli/import/group-rows.ts";
import { onlineRetail } from "./online-retail.ts";
import { newBatches, type PreparedOrder, prepareOrder } from "../cli/import/prepared-order.ts";

/** The store that every shop of the benches has (test/node/server/shop.ts). */
const STORE = "Gift shop";

/** The orders of the UCI data set in batches as the importer makes them, each order as JSON text. */
export async function retailBatches(file: string): Promise<string[][]> {
  const outline = await outlineFile(file, { format: onlineRetail, formats: [], encoding: null });
  const batches = newBatches();
  const made: PreparedOrder[][] = [];
  for await (const { key, rows } of groupRows(outline)) {
    const { order } = onlineRetail.assemble(key, rows, outline.value);
    const full = order === null ? null : batches.add(prepareOrder(order, STORE, []));
    if (full !== null) made.push(full);
  }
  return [...made, batches.flush()].map((batch) => batch.map(({ json }) => json));
}

import * as z from "zod";
import { action } from "../../../../console/page";
import { invalid } from "../../../../platform/api-error";
import { setImportMap } from "../../../stores/commands";
import { InvalidColumnMap, readColumnMap } from "../../files/column-map.ts";
import { ImportRun } from "./import";

const ColumnMapForm = z.object({
  store: z.int().min(1),
  map: z.record(z.string(), z.unknown()).nullable(),
  run: ImportRun,
});

/** Saves which columns of a store's own spreadsheets are which, for the next import; null forgets them. */
export const importMapForm = action(
  { path: "/import/map", permission: "write", form: ColumnMapForm },
  async ({ org, form: { store, map } }) => {
    await setImportMap(org, store, map === null ? null : JSON.stringify(checkedMap(map)));
    return { data: { saved: map !== null } };
  },
);

function checkedMap(map: Record<string, unknown>) {
  try {
    return readColumnMap(map);
  } catch (error) {
    if (error instanceof InvalidColumnMap) throw invalid("map", "invalid_map", error.message);
    throw error;
  }
}

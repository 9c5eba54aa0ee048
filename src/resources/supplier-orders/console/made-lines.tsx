import { parseStored } from "../../../platform/reading/json";
import { Thumbnail } from "../../../console/parts/thumbnail";
import type { LineRow, OpenSupplierOrderRow } from "../rows.sql.ts";
import { readSnapshot } from "../snapshot";

/** What a row of a supplier order shows of one of its lines. */
export interface MadeLine {
  name: string | null;
  design_url: string | null;
}

export function madeLine({ snapshot }: LineRow): MadeLine {
  const { name, design_url } = readSnapshot(snapshot);
  return { name, design_url };
}

export const firstOf = ({ first_lines }: OpenSupplierOrderRow): MadeLine[] => parseStored<MadeLine[]>(first_lines);

/** The pictures of the first lines, the name of the first one, and how many more there are. */
export function Made({ lines, count }: { lines: readonly MadeLine[]; count: number }) {
  const name = lines[0]?.name ?? "Item";
  return (
    <>
      <span class="thumbnails">
        {lines.map(({ name: each, design_url }) => (
          <Thumbnail url={design_url} label={`Design of ${each ?? "an item"}`} />
        ))}
      </span>
      <span class="line">{count > 1 ? `${name} and ${count - 1} more` : name}</span>
    </>
  );
}

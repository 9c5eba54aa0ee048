import { PageLink } from "../../../console/parts/link";
import { Thumbnail } from "../../../console/parts/thumbnail";
import type { LineRow } from "../rows.sql.ts";
import { readSnapshot } from "../snapshot";

const KIND_FIELDS = ["variations", "material", "style", "type", "size", "color"] as const;

/** What a line of a supplier order is to be, with its picture. */
export function MadeLine({ line }: { line: LineRow }) {
  const snapshot = readSnapshot(line.snapshot);
  const kind = KIND_FIELDS.map((name) => snapshot[name]).filter((text) => text !== null && text !== "");
  const name = snapshot.name ?? "Item";
  return (
    <div class="with-thumbnail">
      <div>
        <PageLink page={`/orders/${line.order_id}/items/${line.order_item_id}`}>{name}</PageLink>
        {kind.length === 0 ? null : <span class="line soft">{kind.join(" · ")}</span>}
        {snapshot.personalization === null ? null : <span class="line words">{snapshot.personalization}</span>}
        {snapshot.properties.map((property) => (
          <span class="line words">{`${property.name}: ${property.value}`}</span>
        ))}
        {line.reject_reason === null ? null : (
          <span class="line soft">{`${line.state === "open" ? "The rest was rejected" : "Rejected"}: ${line.reject_reason}`}</span>
        )}
      </div>
      <Thumbnail url={snapshot.design_url} label={`Open the design of ${name}`} />
    </div>
  );
}

import { usePublicRequest } from "../../../public/public-request";
import { readSnapshot } from "../snapshot";
import { isWanted, type WorkLine } from "../work";
import { lineLabel, Shipments } from "./line";
import { stateKey } from "./problem";

/** Why a line is not to be made. Null: it is, or it was shipped. */
function endOf(line: WorkLine): "rejected" | "cancelled" | null {
  if (line.state === "rejected") return "rejected";
  return isWanted(line) || line.shipped_quantity > 0 ? null : "cancelled";
}

/** What has happened to lines of which nothing is left to do: the parcels that have left, or why they are not to be made. */
export function DoneLines({ lines }: { lines: readonly WorkLine[] }) {
  const { text } = usePublicRequest();
  if (lines.length === 0) return null;
  return (
    <section class="parcel" aria-labelledby="done">
      <h2 id="done">{text("done_title")}</h2>
      <ul class="lines">
        {lines.map((line) => {
          const { order_number } = readSnapshot(line.snapshot);
          const end = endOf(line);
          return (
            <li class="line">
              <h3>
                {line.quantity} × {lineLabel(line)} <span class="soft">{order_number ?? `#${line.order_id}`}</span>
              </h3>
              {end === null ? null : (
                <p>
                  <span class={`state ${end}`}>{text(stateKey(end))}</span> {line.reject_reason ?? ""}
                </p>
              )}
              <Shipments line={line} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

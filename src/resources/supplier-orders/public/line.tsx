import { isWebUrl } from "../../../platform/values/web-url";
import { Icon } from "../../../public/layout";
import { usePublicRequest } from "../../../public/public-request";
import type { TextKey } from "../../../public/texts/catalog";
import { type LineShipment, readShipments } from "../line-shipments";
import { readSnapshot, type Snapshot } from "../snapshot";
import { leftOfLine, type WorkLine } from "../work";
import { designPath, type FilePlace } from "./design-path";
import { RejectForm } from "./reject-form";

/** Parcels of a line that are listed. */
const MAX_SHIPMENTS = 10;

/** The picture of a design that was uploaded, with a link to the design. Images of other sites are not loaded: they would learn who looks at what. */
export function Picture({ line, place }: { line: WorkLine; place: FilePlace }) {
  const { base, text } = usePublicRequest();
  const { design_url, name } = readSnapshot(line.snapshot);
  const path = designPath(line, design_url, place);
  if (path === null) {
    return (
      <span class="picture none">
        <Icon name="image" />
      </span>
    );
  }
  return (
    <a class="picture" href={base + path} aria-label={text("design_of", { name: name ?? "" })}>
      <img src={`${base}${path}/preview`} alt="" loading="lazy" />
    </a>
  );
}

function DesignLink({ line, url, place }: { line: WorkLine; url: string; place: FilePlace }) {
  const { base, text } = usePublicRequest();
  const path = designPath(line, url, place);
  if (path === null && !isWebUrl(url)) return <p class="soft">{url}</p>;
  return (
    <a class="button" href={path === null ? url : base + path} rel="noopener noreferrer nofollow">
      <Icon name="export" />
      {text("design")}
    </a>
  );
}

const FACTS = ["variations", "material", "style", "type", "size", "color", "comment"] as const satisfies readonly (TextKey &
  keyof Snapshot)[];

/** What is to be made of a line, as names and values. */
export function useFacts(line: WorkLine): (readonly [name: string, value: string])[] {
  const { text } = usePublicRequest();
  const snapshot = readSnapshot(line.snapshot);
  const sku = snapshot.custom_sku ?? snapshot.sku;
  return [
    ...(sku === null ? [] : [[text("sku"), sku] as const]),
    ...FACTS.flatMap((name) => (snapshot[name] === null || snapshot[name] === "" ? [] : [[text(name), snapshot[name]] as const])),
    ...snapshot.properties.map(({ name, value }) => [name, value] as const),
  ];
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd class="words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the buyer wants on it. It stands out, because a mistake in it is a product for nobody. */
export function Personalization({ line }: { line: WorkLine }) {
  const { text } = usePublicRequest();
  const { personalization } = readSnapshot(line.snapshot);
  if (personalization === null || personalization === "") return null;
  return (
    <div class="personalization">
      <span class="soft">{text("personalization")}</span>
      <strong class="words">{personalization}</strong>
    </div>
  );
}

/** What a line is called where there is no room for more: its name and what the buyer wants on it. */
export function lineLabel(line: WorkLine): string {
  const { name, personalization } = readSnapshot(line.snapshot);
  return [name, personalization].filter((part) => part !== null && part !== "").join(" · ");
}

/** The address of the page on which the tracking of a parcel is corrected, below the link. */
const correctPath = (orderId: string, { tracking_number }: Pick<LineShipment, "tracking_number">): string =>
  `/orders/${orderId}/correct?number=${encodeURIComponent(tracking_number ?? "")}`;

/** The name of the field that says how many units of a line are in the parcel. */
export const unitsField = (itemId: number | string): string => `units-${itemId}`;

/** The parcels in which units of a line have left. */
export function Shipments({ line }: { line: WorkLine }) {
  const { base, text } = usePublicRequest();
  const shipments = readShipments(line);
  return (
    <>
      {shipments.slice(0, MAX_SHIPMENTS).map((shipment) => {
        const { quantity, carrier, tracking_number } = shipment;
        return (
          <p class="soft">
            {[text("shipped_units", { quantity }), carrier, tracking_number].filter((part) => part !== null).join(" · ")}{" "}
            <a
              class="correct"
              href={base + correctPath(line.supplier_order_id, shipment)}
              aria-label={`${text("correct")} ${tracking_number ?? ""}`.trim()}
            >
              {text("correct")}
            </a>
          </p>
        );
      })}
      {shipments.length > MAX_SHIPMENTS ? <p>…</p> : null}
    </>
  );
}

/** One line: its picture, what is to be made of it, and how many are left. */
export function Line({ line, place }: { line: WorkLine; place: FilePlace }) {
  const { text } = usePublicRequest();
  const snapshot = readSnapshot(line.snapshot);
  // Every item has a name, so the other text is only for the type.
  const name = snapshot.name ?? text("order", { number: line.order_item_id });
  const isHeld = line.is_held === 1;
  const { quantity } = line;
  const left = leftOfLine(line);
  return (
    <li class="line">
      <div class="line-head">
        <Picture line={line} place={place} />
        <div>
          <h3>{name}</h3>
          <p class="quantity">
            <span class="soft">{text("quantity")}</span> <strong>{left === quantity ? left : text("left_of", { left, quantity })}</strong>
          </p>
          <Shipments line={line} />
        </div>
      </div>
      {isHeld ? <p class="held">{text("held")}</p> : null}
      <Personalization line={line} />
      <Facts facts={useFacts(line)} />
      <div class="line-foot">
        {snapshot.design_url === null || snapshot.design_url === "" ? (
          <p class="soft">{text("no_design")}</p>
        ) : (
          <DesignLink line={line} url={snapshot.design_url} place={place} />
        )}
      </div>
      <RejectForm
        to={`/orders/${line.supplier_order_id}/lines/${line.order_item_id}/reject`}
        id={`reason-${line.order_item_id}`}
        title="reject_item"
      />
    </li>
  );
}

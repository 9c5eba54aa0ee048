import { Icon, PublicForm } from "../../../public/layout";
import type { Rejected } from "../../../public/public-page";
import { usePublicRequest } from "../../../public/public-request";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../orders/order-limits";
import { leftOfLine, type WorkLine } from "../work";
import { lineLabel, unitsField } from "./line";
import { Problem } from "./problem";

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

interface ShipFormProps {
  orderId: string;
  buyerOrderId: number;
  /** The lines of which something may be shipped. */
  lines: readonly WorkLine[];
  /** What was sent with this form, if it was not carried out. */
  rejected: Rejected | null;
}

/** How many units of a line are in the parcel. There is nothing to enter if one is left. */
function Units({ line, sent }: { line: WorkLine; sent: Rejected["values"] | null }) {
  const { text } = usePublicRequest();
  const left = leftOfLine(line);
  const id = unitsField(line.order_item_id);
  if (left === 1) return null;
  return (
    <p class="units">
      <label for={id}>{text("units_of", { left, name: lineLabel(line) })}</label>
      <input id={id} name={id} value={textOf(sent?.[id]) || left} inputmode="numeric" maxlength={7} autocomplete="off" />
    </p>
  );
}

/** The lines of a parcel, of which the person chooses those that are in it. */
function Choices({ lines, sent }: Pick<ShipFormProps, "lines"> & { sent: Rejected["values"] | null }) {
  const { text } = usePublicRequest();
  const chosen = sent === null ? null : [sent["item"]].flat();
  return (
    <fieldset>
      <legend>{text("in_parcel")}</legend>
      {lines.map((line) => {
        const id = String(line.order_item_id);
        return (
          <>
            <label class="check">
              <input type="checkbox" name="item" value={id} checked={chosen === null || chosen.includes(id)} />
              <span>{lineLabel(line)}</span>
            </label>
            <Units line={line} sent={sent} />
          </>
        );
      })}
    </fieldset>
  );
}

/** The form that ships lines of one buyer in a parcel. */
export function ShipForm({ orderId, buyerOrderId, lines, rejected }: ShipFormProps) {
  const { text } = usePublicRequest();
  const sent = rejected?.values ?? null;
  const id = `ship-${buyerOrderId}`;
  const [one, ...others] = lines;
  return (
    <PublicForm to={`/orders/${orderId}/ship`} id={id} class="ship">
      <Problem rejected={rejected ?? undefined} />
      <input type="hidden" name="order" value={buyerOrderId} />
      {one !== undefined && others.length === 0 ? (
        <>
          <input type="hidden" name="item" value={one.order_item_id} />
          <Units line={one} sent={sent} />
        </>
      ) : (
        <Choices lines={lines} sent={sent} />
      )}
      <label for={`${id}-number`}>{text("tracking_number")}</label>
      <input
        id={`${id}-number`}
        name="tracking_number"
        value={textOf(sent?.["tracking_number"])}
        maxlength={MAX_TRACKING_NUMBER_LENGTH}
        autocomplete="off"
        // The page is shown where the form is.
        autofocus={sent !== null}
        required
      />
      <label for={`${id}-carrier`}>{text("carrier")}</label>
      <input id={`${id}-carrier`} name="carrier" value={textOf(sent?.["carrier"])} maxlength={MAX_CARRIER_LENGTH} autocomplete="off" />
      <button class="primary big">
        <Icon name="ship" />
        {text("ship")}
      </button>
    </PublicForm>
  );
}

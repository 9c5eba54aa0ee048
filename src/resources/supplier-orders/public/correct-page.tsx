import { Icon, PublicForm } from "../../../public/layout";
import type { PublicAction, PublicView } from "../../../public/public-page";
import { usePublicRequest, useSentValues } from "../../../public/public-request";
import type { Translate } from "../../../public/texts/catalog";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../orders/order-limits";
import { correctTracking } from "../correct-tracking";
import { type LineShipment, readShipments } from "../line-shipments";
import type { WorkLine, WorkOrder } from "../work";
import { carrierIn, textIn, trackingNumberIn } from "./form-fields";
import { supplierOrderIdIn } from "./work-of-link";
import { lineLabel } from "./line";
import { explain } from "./problem";

/** A parcel of an order: units of lines with the same tracking number. */
export interface Parcel {
  trackingNumber: string | null;
  contents: readonly { line: WorkLine; shipment: LineShipment }[];
}

/** The parcel with a tracking number, which is empty if it has none. Null: there is no such parcel. */
export function parcelOf({ allLines }: WorkOrder, number: string): Parcel | null {
  const trackingNumber = number === "" ? null : number;
  const contents = allLines.flatMap((line) => {
    const shipment = readShipments(line).find(({ tracking_number }) => tracking_number === trackingNumber);
    return shipment === undefined ? [] : [{ line, shipment }];
  });
  return contents.length === 0 ? null : { trackingNumber, contents };
}

interface CorrectPageProps {
  work: WorkOrder;
  parcel: Parcel;
}

function CorrectPage({ work: { order }, parcel: { trackingNumber, contents } }: CorrectPageProps) {
  const { base, text } = usePublicRequest();
  const carrier = contents[0]?.shipment.carrier ?? "";
  const to = `/orders/${order.id}/correct` as const;
  const sent = useSentValues(to);
  return (
    <>
      <a class="back" href={`${base}/orders/${order.id}`}>
        <Icon name="back" />
        {text("order", { number: order.number })}
      </a>
      <h1>{text("correct_title")}</h1>
      <p>{text("correct_lead")}</p>
      <ul>
        {contents.map(({ line, shipment }) => (
          <li>{`${shipment.quantity} × ${lineLabel(line)}`}</li>
        ))}
      </ul>
      <PublicForm to={to} sent={sent} hiddenFields={{ wrong_number: trackingNumber ?? "", wrong_carrier: carrier }}>
        <label for="number">{text("tracking_number")}</label>
        <input
          id="number"
          name="tracking_number"
          value={sent === null ? (trackingNumber ?? "") : textIn(sent, "tracking_number")}
          maxlength={MAX_TRACKING_NUMBER_LENGTH}
          autocomplete="off"
          required
        />
        <label for="carrier">{text("carrier")}</label>
        <input
          id="carrier"
          name="carrier"
          value={sent === null ? carrier : textIn(sent, "carrier")}
          maxlength={MAX_CARRIER_LENGTH}
          autocomplete="off"
        />
        <button class="primary big">
          <Icon name="ship" />
          {text("ship")}
        </button>
      </PublicForm>
    </>
  );
}

/** The form that corrects the tracking of a parcel. */
export const correctView = (props: CorrectPageProps, text: Translate): PublicView => ({
  title: text("correct_title"),
  body: <CorrectPage {...props} />,
});

export const correctParcel: PublicAction = {
  path: "/orders/:id/correct",
  explain: (error, text) =>
    error.details.some(({ path }) => path === "wrong_tracking_number") ? [{ key: "correct_gone" }] : explain(error, text),
  act: async ({ org, form, ...context }) => {
    const tracking_number = trackingNumberIn(form);
    const [carrier, wrongNumber] = [carrierIn(form), textIn(form, "wrong_number")];
    const id = await supplierOrderIdIn(org, context);
    // A carrier that was left as it is may be that of the wrong number.
    const isKept = carrier === textIn(form, "wrong_carrier");
    const enteredCarrier = carrier === "" ? null : carrier;
    await correctTracking(org, id, {
      wrongNumber: wrongNumber === "" ? null : wrongNumber,
      tracking_number,
      carrier: isKept ? undefined : enteredCarrier,
    });
    return { to: `/orders/${id}`, did: "did_corrected" };
  },
};

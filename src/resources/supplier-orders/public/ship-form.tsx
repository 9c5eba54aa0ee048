import { Icon, PublicForm } from "../../../public/layout";
import type { RejectedForm } from "../../../public/public-page";
import { type HiddenFields, usePublicRequest } from "../../../public/public-request";
import { MAX_CARRIER_LENGTH, MAX_TRACKING_NUMBER_LENGTH } from "../../orders/order-limits";
import { chosenItemIds, chosenItemValue } from "../chosen-item";
import { leftOfLine, type WorkLine } from "../work";
import { textIn } from "./form-fields";
import { lineLabel, unitsField } from "./line";

interface ShipFormProps {
  to: `/${string}`;
  hiddenFields: HiddenFields;
  /** The lines of which something may be shipped. */
  lines: readonly WorkLine[];
  /** What was sent with this form, if it was not carried out. */
  sent: RejectedForm["values"] | null;
}

/** How many units of a line are in the parcel. There is nothing to enter if one is left. */
function Units({ line, sent }: { line: WorkLine } & Pick<ShipFormProps, "sent">) {
  const { text } = usePublicRequest();
  const left = leftOfLine(line);
  const id = unitsField(line.order_item_id);
  if (left === 1) return null;
  return (
    <p class="units">
      <label for={id}>{text("units_of", { left, name: lineLabel(line) })}</label>
      <input id={id} name={id} value={textIn(sent, id) || left} inputmode="numeric" maxlength={7} autocomplete="off" />
    </p>
  );
}

/** Whether a line is in the parcel: all are, until somebody chooses. */
const isChosen = ({ order_item_id }: WorkLine, sent: ShipFormProps["sent"]): boolean =>
  sent === null || chosenItemIds(sent["item"]).includes(order_item_id);

const valueOf = (line: WorkLine): string => chosenItemValue(line.order_item_id, leftOfLine(line));

/** The lines of a parcel, of which the person chooses those that are in it. */
function Choices({ lines, sent }: Pick<ShipFormProps, "lines" | "sent">) {
  const { text } = usePublicRequest();
  return (
    <fieldset>
      <legend>{text("in_parcel")}</legend>
      {lines.map((line) => (
        <>
          <label class="check">
            <input type="checkbox" name="item" value={valueOf(line)} checked={isChosen(line, sent)} />
            <span>{lineLabel(line)}</span>
          </label>
          <Units line={line} sent={sent} />
        </>
      ))}
    </fieldset>
  );
}

/** The form that ships lines of one buyer in a parcel. */
export function ShipForm({ to, hiddenFields, lines, sent }: ShipFormProps) {
  const { text } = usePublicRequest();
  const id = `ship-${hiddenFields["order"]}`;
  const [one, ...others] = lines;
  return (
    <PublicForm to={to} hiddenFields={hiddenFields} sent={sent} id={id} class="ship">
      {one !== undefined && others.length === 0 && isChosen(one, sent) ? (
        <>
          <input type="hidden" name="item" value={valueOf(one)} />
          <Units line={one} sent={sent} />
        </>
      ) : (
        <Choices lines={lines} sent={sent} />
      )}
      <label for={`${id}-number`}>{text("tracking_number")}</label>
      <input
        id={`${id}-number`}
        name="tracking_number"
        value={textIn(sent, "tracking_number")}
        maxlength={MAX_TRACKING_NUMBER_LENGTH}
        autocomplete="off"
        // The page is shown where the form is.
        autofocus={sent !== null}
        required
      />
      <label for={`${id}-carrier`}>{text("carrier")}</label>
      <input id={`${id}-carrier`} name="carrier" value={textIn(sent, "carrier")} maxlength={MAX_CARRIER_LENGTH} autocomplete="off" />
      <button class="primary big">
        <Icon name="ship" />
        {text("ship")}
      </button>
    </PublicForm>
  );
}

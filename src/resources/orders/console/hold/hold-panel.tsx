import type { Child } from "hono/jsx";
import type { FormState } from "../../../../console/page";
import { useCan, usePageRequest } from "../../../../console/page-request";
import { Form, TextField } from "../../../../console/parts/form";
import { Notice } from "../../../../console/parts/notice";
import { Moment } from "../../../../console/parts/values";
import { Violations } from "../../../../console/parts/violations";
import { isOnHold, MAX_HOLD_REASON_LENGTH, type StoredHold } from "../../holds/hold";

export function HoldFields({ formState }: { formState: FormState }) {
  return (
    <>
      <TextField formState={formState} name="hold_reason" label="Reason for the hold" maxLength={MAX_HOLD_REASON_LENGTH} />
      <TextField formState={formState} name="hold_until" label="Until" hint="It ends by itself. If empty, it has no end." type="date" />
    </>
  );
}

interface HoldProps extends FormState {
  /** The path of the order or of the item. */
  path: string;
  hold: StoredHold;
  /** The version of the order. Null for an item, whose hold is set at any version. */
  version: number | null;
}

/** The form that puts an order or an item on hold, folded. A rejected one is open. */
export function HoldForm({ path, hold, version, ...formState }: HoldProps) {
  const { now } = usePageRequest();
  return (
    <details open={formState.violations.length > 0}>
      <summary>{isOnHold(hold, now) ? "Change the hold" : "Put on hold"}</summary>
      <Violations violations={formState.violations} fields={["hold_reason", "hold_until"]} />
      <Form to={`${path}/hold`} version={version}>
        <HoldFields formState={formState} />
        <button>Put on hold</button>
      </Form>
    </details>
  );
}

/** Says that an order or an item is on hold, with a button that releases it. Nothing if it is not. */
export function HoldNotice({ path, hold, version, what }: Omit<HoldProps, keyof FormState> & { what: Child }) {
  const { now } = usePageRequest();
  const canWrite = useCan("write");
  if (!isOnHold(hold, now)) return null;
  return (
    <Notice kind="bad">
      <p>
        {what} is on hold
        {hold.hold_until === null ? null : (
          <>
            {" until "}
            <Moment at={hold.hold_until} time />
          </>
        )}
        : {hold.hold_reason}
      </p>
      {canWrite ? (
        <Form to={`${path}/release`} version={version}>
          <button>Release</button>
        </Form>
      ) : null}
    </Notice>
  );
}

import { Notice } from "../../../../console/parts/notice";
import { blockersText, type ItemReadiness } from "../../readiness/readiness";

/** Says what keeps an item from being sent to a supplier. Shows nothing if nothing does. */
export function UnreadyNotice({ unready }: { unready: ItemReadiness | undefined }) {
  if (unready === undefined || unready.blocks.send.length === 0) return null;
  return (
    <Notice kind="plain">
      <strong>Not ready to send to a supplier:</strong> {blockersText(unready.blocks.send)}.
    </Notice>
  );
}

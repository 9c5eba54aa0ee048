import type { MasterSecrets } from "../../platform/crypto/master-key";
import type { DeliveryPosition } from "../deliveries/list.sql.ts";
import { type CursorUse, readCursor, writeCursor } from "../../platform/http/input/cursor";

/** Where the page that a cursor asks for begins; null without one. 400 for a cursor of another list or other filters. */
export async function positionOf(
  masterSecrets: MasterSecrets,
  use: CursorUse,
  cursor: string | undefined,
): Promise<DeliveryPosition | null> {
  if (cursor === undefined) return null;
  // Signed by us: it holds what `cursorAt` wrote.
  const [created_at, id] = (await readCursor(masterSecrets, use, cursor)) as [number, string];
  return { created_at, id };
}

/** The cursor of the page that begins at a position; null where there is none. */
export async function cursorAt(masterSecrets: MasterSecrets, use: CursorUse, position: DeliveryPosition | null): Promise<string | null> {
  return position === null ? null : await writeCursor(masterSecrets, use, [position.created_at, position.id]);
}

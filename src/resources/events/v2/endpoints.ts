import type { MasterSecrets } from "../../../platform/crypto/master-key";
import { readFeed } from "../read-feed";
import { type CursorScope, readCursor, writeCursor } from "../../../platform/http/input/cursor";
import { ok, reads, resource } from "../../../platform/http/endpoint";
import { DEFAULT_PAGE_SIZE } from "../../../platform/http/input/query";
import { ApiError } from "../../../platform/api-error";
import { EventFeed, EventFeedQuery } from "./contract";

export const eventEndpoints = [
  resource("Events", reads("events:read")).get("/events", {
    operationId: "listEvents",
    summary: "Read the event feed",
    description:
      "Start without a cursor, store `next_cursor`, and continue from it. The feed returns each event exactly once, in the order of the commits. Events are kept for 30 days. An older cursor gets 410: reload your data from the API, then start without a cursor.",
    errors: ["gone"],
    input: { query: EventFeedQuery },
    responses: { 200: EventFeed },
    handle: async ({ org, query: { after, cursor, limit = DEFAULT_PAGE_SIZE }, settings: { masterSecrets } }) => {
      const scope = { organizationId: org.organization.id, list: "listEvents", query: null };
      const name = after === undefined ? "cursor" : "after";
      const position = await positionOf(masterSecrets, scope, { name, cursor: after ?? cursor });
      const { events, hasMore, next } = await readFeed(org, position, limit);
      return ok({ data: events, has_more: hasMore, next_cursor: await writeCursor(masterSecrets, scope, [next]) });
    },
  }),
];

/** The position of a cursor, or null without a cursor. A 400 Bad Request names the parameter `name`. */
async function positionOf(
  masterSecrets: MasterSecrets,
  scope: CursorScope,
  { name, cursor }: { name: string; cursor: string | undefined },
): Promise<number | null> {
  if (cursor === undefined) return null;
  try {
    const [position] = await readCursor(masterSecrets, scope, cursor);
    return Number(position);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError(
      error.code,
      error.details.map((detail) => ({ ...detail, path: name })),
    );
  }
}

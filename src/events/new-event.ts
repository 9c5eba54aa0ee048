import { newId } from "../platform/crypto/random";
import type { OrgReader } from "../platform/db/org-db";
import { momentText } from "../platform/values/zone";
import type { EventBodies, EventType } from "./events";

type BaseField = "event" | "event_id" | "organization_id" | "occurred_at";

/** What an event's body has besides what every body has. */
export type EventFields<T extends EventType> = Omit<EventBodies[T], BaseField>;

/** An event, ready to be written. */
export interface NewEvent<T extends EventType = EventType> {
  id: string;
  type: T;
  body: EventFields<T> & { event: T };
}

/** An event that happens now. An id that only the batch knows is 0 in it, and `idAt` of its statement fills it in. */
export function newEvent<const T extends EventType>(org: OrgReader, type: T, fields: EventFields<T>): NewEvent<T> {
  const id = newId("evt", org.now);
  // `sequence` stands before the time, which orders nothing.
  const sequence = "sequence" in fields ? { sequence: fields.sequence } : {};
  const head = { event: type, event_id: id, organization_id: org.organization.id, ...sequence, occurred_at: momentText(org.now) };
  return { id, type, body: { ...head, ...fields } };
}

import { newId } from "../../platform/crypto/random";
import type { OrgReader } from "../../platform/db/org-db";
import { momentText } from "../../platform/values/zone";
import type { EventBodies, EventType } from "./events";

type BaseField = "event" | "event_id" | "organization_id" | "occurred_at";

/** The fields of an event's body except those that `newEvent` adds. */
export type EventFields<T extends EventType> = Omit<EventBodies[T], BaseField>;

export interface NewEvent<T extends EventType = EventType> {
  id: string;
  type: T;
  body: EventFields<T> & { event: T };
}

/** An event that happens now. Pass 0 for an id that only the batch knows: the statement replaces it. */
export function newEvent<const T extends EventType>(org: OrgReader, type: T, fields: EventFields<T>): NewEvent<T> {
  const id = newId("evt", org.now);
  // `sequence` comes before the time, because the time does not determine the order.
  const sequence = "sequence" in fields ? { sequence: fields.sequence } : {};
  const head = { event: type, event_id: id, organization_id: org.organization.id, ...sequence, occurred_at: momentText(org.now) };
  return { id, type, body: { ...head, ...fields } };
}

import type { Actor } from "../platform/db/org-db";
import type { Person } from "./sign-in/sessions.sql.ts";

/** A person as the actor of a change, with their name or else their email address. */
export function actorOf({ id, name, email }: Person): Actor {
  return { kind: "user", id, name: name ?? email };
}

import type { Actor } from "../platform/db/org-db";
import type { Person } from "./sign-in/sessions.sql.ts";

/** A person as who changes something: by name, or by e-mail address where they have none. */
export function actorOf({ id, name, email }: Person): Actor {
  return { kind: "user", id, name: name ?? email };
}

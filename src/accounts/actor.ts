import type { Actor } from "../platform/db/org-db";
import type { Person } from "./sign-in/sessions.sql.ts";

/** What a person is called wherever they are mentioned: their name, or else their email address. */
export function nameOf({ name, email }: Pick<Person, "name" | "email">): string {
  return name ?? email;
}

export function actorOf(person: Person): Actor {
  return { kind: "user", id: person.id, name: nameOf(person) };
}

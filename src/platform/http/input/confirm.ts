import * as z from "zod";
import { invalid } from "../../api-error";

/** The query of a deletion that needs the id again: `?confirm={id}`. `name` is what the resource is called. */
export function confirmQuery(name: string) {
  return z.object({
    confirm: z
      .custom<string>((value) => typeof value === "string", {
        error: `Expected confirm={id}, the id of the ${name} to delete.`,
        params: { code: "not_confirmed" },
      })
      .meta({ override: { type: "string", minLength: 1 }, description: `The ${name}'s id again, as a confirmation.` }),
  });
}

/** Throws 400 Bad Request if a deletion is confirmed with another id. */
export function assertConfirmed(name: string, id: string, confirm: string): void {
  if (confirm !== id) throw invalid("confirm", "not_confirmed", `Expected confirm=${id}, the id of the ${name} to delete.`);
}

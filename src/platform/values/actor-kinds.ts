/**
 * Who changes something: an API credential, a person in the console, a supplier or a buyer on the page behind their link, or the system itself.
 */
export const ACTOR_KINDS = ["credential", "user", "supplier", "buyer", "system"] as const;

export type ActorKind = (typeof ACTOR_KINDS)[number];

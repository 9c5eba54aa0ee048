import { sha256Hex } from "../crypto/digest";
import { LostRace, untilWon } from "../db/commit";
import type { Mandate } from "../db/control-change";
import { controlDatabase } from "../db/database";
import { memberState } from "../db/members";
import { findOffer, type Offer, standingOffers, takeUpOffer, withdrawOffer } from "../db/membership-offers";
import type { Meter } from "../db/meter";
import type { Person } from "../db/sessions";
import { notFound, Refusal } from "../refusal";
import { actorOf } from "./actor";
import { forbidden, memberContention, mustGive } from "./member-rules";

function gone(): Refusal {
  return new Refusal("not_found", [], {}, "This link was used or taken back, or has ended. Ask for a new one.");
}

/** What a link offers to this person. 404 for a link that offers nothing; 403 for what is offered to somebody else. */
export async function readOffer(env: Env, meter: Meter, token: string, person: Person, now: number): Promise<Offer> {
  const offer = await findOffer(controlDatabase(env), meter, await sha256Hex(token), now);
  if (offer === null) throw gone();
  if (offer.user_id !== person.id) throw forbidden(`This link is for ${offer.email}: sign in with that address.`);
  return offer;
}

/** Makes a person a member by what they were offered; the organization's id. 404, 403. */
export async function acceptOffer(
  env: Env,
  meter: Meter,
  token: string,
  { person, sessionId }: { person: Person; sessionId: string },
  now: number,
): Promise<number> {
  const offer = await readOffer(env, meter, token, person, now);
  const by: Mandate = { organizationId: offer.organization_id, actor: actorOf(person), now, meter, operationId: null };
  try {
    await takeUpOffer(controlDatabase(env), by, { tokenHash: await sha256Hex(token), sessionId }, offer);
  } catch (error) {
    throw error instanceof LostRace ? gone() : error;
  }
  return offer.organization_id;
}

/** The offers of an organization that nobody has taken up yet. */
export async function offersOf(
  env: Env,
  { meter, organizationId, now }: Pick<Mandate, "meter" | "organizationId" | "now">,
): Promise<Offer[]> {
  return await standingOffers(controlDatabase(env), meter, organizationId, now);
}

/** Takes an offer back. 404; 403 for one that one may not make. */
export async function endOffer(env: Env, by: Mandate, userId: number): Promise<void> {
  await untilWon(async () => {
    const { actorRole } = await memberState(controlDatabase(env), by, userId);
    const [offer] = await standingOffers(controlDatabase(env), by.meter, by.organizationId, by.now, userId);
    if (offer === undefined) throw notFound();
    mustGive(actorRole, offer.role);
    await withdrawOffer(controlDatabase(env), by, offer, actorRole);
  }, memberContention);
}

import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import * as z from "zod";
import type { Journey } from "../../sign-in/openid";
import { sealText, unsealText } from "../../../platform/crypto/seal";
import { settingsOf } from "../../../env";
import type { HttpEnv } from "../../../platform/http/context";

const NAME = "journey";
const ATTRIBUTES = { path: "/", secure: true, httpOnly: true, sameSite: "Lax", prefix: "host" } as const;
/** How long a person may take at the provider. */
const JOURNEY_MS = 10 * 60_000;

const Kept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string(), until: z.number() });

/** Gives the browser what must be the same when the person comes back, sealed. */
export async function keepJourney(c: Context<HttpEnv>, journey: Journey): Promise<void> {
  const text = JSON.stringify({ ...journey, until: c.get("state").now + JOURNEY_MS });
  const sealed = await sealText(settingsOf(c.env).masterSecrets, "console-journeys", NAME, text);
  setCookie(c, NAME, sealed, { ...ATTRIBUTES, maxAge: JOURNEY_MS / 1000 });
}

/** What this browser set out with, and takes it away: it is good for one return. Null where it set out with nothing, or too long ago. */
export async function takeJourney(c: Context<HttpEnv>): Promise<Journey | null> {
  const sealed = getCookie(c, NAME, "host");
  deleteCookie(c, NAME, ATTRIBUTES);
  if (sealed === undefined) return null;
  try {
    const kept = Kept.parse(JSON.parse(await unsealText(settingsOf(c.env).masterSecrets, "console-journeys", NAME, sealed)));
    return kept.until > c.get("state").now ? kept : null;
  } catch {
    return null;
  }
}

import { jwtVerify, SignJWT } from "jose";
import { derivedKey, type MasterSecrets } from "../../platform/crypto/master-key";
import type { ControlDb } from "../../platform/db/control-db";
import { newId } from "../../platform/crypto/random";
import { createSession } from "./sessions.sql.ts";

/** How long a person stays signed in. */
export const SESSION_MS = 7 * 24 * 3_600_000;

const ISSUER = "order-operations";
const AUDIENCE = "console";

/** What a session's token says: which session, and whose. Whether it still lives, its row says. */
export interface SessionToken {
  sessionId: string;
  personId: number;
}

async function signingKey(masterSecret: string): Promise<CryptoKey> {
  return await derivedKey(masterSecret, "console-sessions", "HMAC");
}

/** Begins a session under an id that nobody has known before (so none can be fixed in advance), and answers its token: a JWT (RFC 7519). */
export async function beginSession(
  control: ControlDb,
  [masterSecret]: MasterSecrets,
  session: { personId: number; method: "password" | "openid"; userAgent: string },
): Promise<string> {
  const { personId, method, userAgent } = session;
  const { now } = control;
  const [id, expiresAt] = [newId("ses", now), now + SESSION_MS];
  await createSession(control, { id, user_id: personId, method, user_agent: userAgent.slice(0, 255), expires_at: expiresAt });
  return await new SignJWT({ sid: id })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(String(personId))
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor(expiresAt / 1000))
    .sign(await signingKey(masterSecret));
}

/** What a token says at `now`, where it is one of ours, of this algorithm and none other, and has not expired; else null. No I/O. */
export async function readSessionToken(masterSecrets: MasterSecrets, token: string, now: number): Promise<SessionToken | null> {
  for (const masterSecret of masterSecrets) {
    try {
      const { payload } = await jwtVerify(token, await signingKey(masterSecret), {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: "JWT",
        currentDate: new Date(now),
        requiredClaims: ["sub", "exp"],
      });
      const { sid, sub } = payload;
      if (typeof sid === "string") return { sessionId: sid, personId: Number(sub) };
    } catch {
      // Not under this secret.
    }
  }
  return null;
}

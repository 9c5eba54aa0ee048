import { jwtVerify, SignJWT } from "jose";
import { derivedKey, type MasterSecrets } from "../../platform/crypto/master-key";
import type { ControlDb } from "../../platform/db/control-db";
import { newId } from "../../platform/crypto/random";
import { MAX_SESSION_MS } from "./session-lifetime";
import { createSession } from "./sessions.sql.ts";

const ISSUER = "order-operations";
const AUDIENCE = "console";

/** The claims of a session's token. Whether the session is still valid is stored in its row. */
export interface SessionToken {
  sessionId: string;
  personId: number;
}

async function signingKey(masterSecret: string): Promise<CryptoKey> {
  return await derivedKey(masterSecret, "console-sessions", "HMAC");
}

/**
 * Creates a session with a new id, which prevents session fixation, and returns its token, a JWT (RFC 7519). The token is valid until the latest
 * possible end of the session and is never replaced. Its use is recorded in its row, so that requests at the same time can't end each other's session.
 */
export async function beginSession(
  control: ControlDb,
  [masterSecret]: MasterSecrets,
  session: { personId: number; method: "password" | "openid"; userAgent: string },
): Promise<string> {
  const { personId, method, userAgent } = session;
  const { now } = control;
  const [id, expiresAt] = [newId("ses", now), now + MAX_SESSION_MS];
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

/** The claims of a token that has our signature with the expected algorithm and has not expired at `now`, otherwise null. No I/O. */
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
      // The token may be signed with the other master secret.
    }
  }
  return null;
}

export { recordUse } from "./sessions.sql.ts";

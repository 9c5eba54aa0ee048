import type { Context, Hono } from "hono";
import { beginOpenId, finishOpenId, type Provider, providerOf } from "../../../accounts/sign-in/openid";
import { settingsOf } from "../../../platform/env";
import { findInvitationByToken } from "../../../accounts/members/invitations";
import { countAttempt } from "../../../platform/http/authenticate";
import { controlOf, type HttpEnv } from "../../../platform/http/context";
import { logError } from "../../../platform/log";
import { notFound, ApiError } from "../../../platform/api-error";
import { deviceOf, keepAuthRequest, takeAuthRequest } from "./encrypted-cookies";
import { ownPath, tokenOfJoinPath } from "./own-path";
import { startSessionAndRedirect } from "./sign-in";

const CALLBACK = "/console/sign-in/openid/callback";

function requireProvider(c: Context<HttpEnv>): Provider {
  const provider = providerOf(settingsOf(c.env));
  if (provider === null) throw notFound();
  return provider;
}

/** Logs the full error, and returns one with a short message for the person. */
function signInFailedError(c: Context<HttpEnv>, { name }: Provider, error: unknown): ApiError {
  logError("console.openid", error, { request_id: c.get("state").requestId });
  return new ApiError("unauthorized", [], { message: `Signing in with ${name} did not work. Try again.` });
}

/** Registers the sign-in with an OpenID Connect provider. Its routes return 404 Not Found if none is configured. */
export function mountOpenId(router: Hono<HttpEnv>): void {
  router.get("/console/sign-in/openid", async (c) => {
    c.get("state").route = "/console/sign-in/openid";
    const provider = requireProvider(c);
    const { origin } = new URL(c.req.raw.url);
    try {
      const { url, authRequest } = await beginOpenId(
        provider,
        { redirectUri: origin + CALLBACK, to: ownPath(c.req.query("to")) },
        c.get("state").now,
      );
      await keepAuthRequest(c, authRequest);
      return c.redirect(url.href, 303);
    } catch (error) {
      throw signInFailedError(c, provider, error);
    }
  });

  router.get(CALLBACK, async (c) => {
    c.get("state").route = CALLBACK;
    const provider = requireProvider(c);
    // Each return calls the provider, so it is rate limited: by device if the browser has signed in before, otherwise by network.
    const device = await deviceOf(c);
    const isAllowed = device === null ? await countAttempt(c, "openid") : await countAttempt(c, "openid", device.id);
    if (!isAllowed) throw new ApiError("rate_limited", [], { headers: { "Retry-After": "60" } });
    const authRequest = await takeAuthRequest(c);
    if (authRequest === null)
      throw new ApiError("unauthorized", [], { message: "This sign-in has expired, or it was started in another browser. Sign in again." });
    const callbackUrl = new URL(c.req.raw.url);
    const token = tokenOfJoinPath(authRequest.to);
    const invitation = token === null ? null : await findInvitationByToken(controlOf(c), token);
    const providerReturn = { redirectUri: callbackUrl.origin + CALLBACK, callbackUrl, authRequest, invitedAs: invitation?.email ?? null };
    const account = await finishOpenId(controlOf(c), provider, providerReturn).catch((error: unknown) => {
      throw signInFailedError(c, provider, error);
    });
    if (account === null) {
      const message = `There is no member with the email address of your ${provider.name} account, or ${provider.name} has not verified the address. Ask an owner or admin to invite you.`;
      throw new ApiError("unauthorized", [], { message });
    }
    return await startSessionAndRedirect(c, account, { method: "openid", to: authRequest.to });
  });
}

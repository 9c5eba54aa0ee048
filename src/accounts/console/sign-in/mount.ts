import type { Hono } from "hono";
import type { HttpEnv } from "../../../platform/http/context";
import { mountAccount, mountInvitation } from "./account";
import { mountJoin } from "./join";
import { mountOpenId } from "./openid";
import { mountPasswordSignIn } from "./sign-in";

/** Registers what belongs to no organization: signing in and out, choosing an organization, one's own account. */
export function mountSignIn(router: Hono<HttpEnv>): void {
  mountPasswordSignIn(router);
  mountOpenId(router);
  mountAccount(router);
  mountInvitation(router);
  mountJoin(router);
}

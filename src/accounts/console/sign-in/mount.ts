import type { Hono } from "hono";
import type { HttpEnv } from "../../../platform/http/context";
import { mountAccount, mountInvitation } from "./account";
import { mountJoin } from "./join";
import { mountOpenId } from "./openid";
import { mountPasswordSignIn } from "./sign-in";

/** Registers the pages outside any organization: sign-in and sign-out, the choice of an organization, and the person's account. */
export function mountSignIn(router: Hono<HttpEnv>): void {
  mountPasswordSignIn(router);
  mountOpenId(router);
  mountAccount(router);
  mountInvitation(router);
  mountJoin(router);
}

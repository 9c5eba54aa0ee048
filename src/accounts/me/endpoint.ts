import * as z from "zod";
import { readMe } from "./read-me";
import { endpoint, one, readsWithAnyScope } from "../../platform/http/endpoint";

const Me = z
  .strictObject({
    credential: z.strictObject({
      id: z.int(),
      kind: z.enum(["api_key", "api_token"]),
      name: z.string(),
      hint: z.string(),
      expires_at: z.iso.datetime().nullable(),
      allowed_ips: z.array(z.string()),
      created_at: z.iso.datetime(),
    }),
    organization: z.strictObject({ id: z.int(), name: z.string(), currency: z.string(), timezone: z.string() }),
    scopes: z.array(z.string()),
    limits: z.strictObject({ rate_limit: z.int(), rate_window_seconds: z.int(), daily_quota: z.int().nullable() }),
    use: z.strictObject({
      rate_remaining: z.int(),
      rate_resets_in_seconds: z.int(),
      daily_remaining: z.int().nullable(),
      daily_resets_in_seconds: z.int().nullable(),
    }),
  })
  .meta({ id: "Me" });

/** GET /me, the same on both surfaces: any live credential may ask about itself. */
export function me(operationId: "getMe" | "getMeV2") {
  return endpoint(
    {
      method: "get",
      path: "/me",
      operationId,
      summary: "Get the credential and its limits",
      description: "Returns the credential, its scopes, and what is left of its limits.",
      tag: "Service",
      guard: readsWithAnyScope,
      answers: { 200: Me },
    },
    async ({ org, use }) => one(await readMe(org, use)),
  );
}

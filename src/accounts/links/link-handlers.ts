import type * as z from "zod";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import { ok, type Reply } from "../../platform/http/endpoint";
import { linkEnd, type NewLink, presentLink, presentListedLink } from "./contract";
import { createLink, linkFromMarker, listLinks, linkRowFromMarker, revokeLink } from "./links";
import type { LinkPurpose } from "./purposes";

interface Context {
  origin: string;
  settings: { masterSecrets: MasterSecrets };
}

/** Reads the subject of the links of a resource, and what people call it. Throws 404 Not Found. */
export type SubjectOf = (org: OrgReader, id: string) => Promise<{ subjectId: string; subjectName: string }>;

/**
 * The handlers of the endpoints for the links of a resource, which has an id in their paths. `rebuild…` answers a repeated request from the marker
 * of the change.
 */
export function linkHandlers(purpose: LinkPurpose, subjectOf: SubjectOf) {
  return {
    list: async (org: OrgReader, id: string): Promise<Reply> => {
      const { subjectId } = await subjectOf(org, id);
      return ok({ links: (await listLinks(org, { purpose, subjectId })).map(presentListedLink) });
    },
    create: async (
      { org, json, origin, settings: { masterSecrets } }: Context & { org: OrgDb; json: z.output<typeof NewLink> },
      id: string,
    ): Promise<Reply> => {
      const expiresAt = linkEnd(org, json.expires_at);
      const subject = await subjectOf(org, id);
      return { status: 201, data: presentLink(await createLink(org, { purpose, ...subject, expiresAt, masterSecrets }), origin) };
    },
    rebuildCreated: async ({ org, origin, settings }: Context & { org: OrgReader }, marker: unknown): Promise<Reply> => ({
      status: 201,
      data: presentLink(await linkFromMarker(org, marker, settings.masterSecrets), origin),
    }),
    revoke: async (org: OrgDb, id: string, linkId: string): Promise<Reply> =>
      ok(presentListedLink(await revokeLink(org, linkId, { purpose, ...(await subjectOf(org, id)) }))),
    rebuildRevoked: async ({ org }: { org: OrgReader }, marker: unknown): Promise<Reply> =>
      ok(presentListedLink(await linkRowFromMarker(org, marker))),
  };
}

/** What an OpenAPI document says about these endpoints. `create` is about links of suppliers, and the others about any. */
export const LINK_TEXTS = {
  list: "The valid ones first, then the newest of those that have ended.",
  create:
    "Whoever has the link sees what is to be made, accepts or rejects it and enters tracking numbers, without an account. The page shows no prices, costs, emails or phone numbers. Only this response has its address.",
  revoke: "Its page will no longer open.",
} as const;

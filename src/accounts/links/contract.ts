import * as z from "zod";
import { ACTOR_KINDS } from "../../platform/values/actor-kinds";
import { momentOrNull, momentText, readMoment } from "../../platform/values/zone";
import { invalid } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import type { LinkWithPath, LinkRow } from "./links";
import { DAY_MS, DEFAULT_LINK_DAYS, LINK_PURPOSES, MAX_LINK_DAYS } from "./purposes";

const moment = z.iso.datetime();

/** A link to a public page (docs/spec/links.md#link-fields). */
export const Link = z
  .strictObject({
    id: z.string(),
    purpose: z.enum(LINK_PURPOSES),
    subject_id: z.string().describe("The supplier, the supplier order or the order whose page it is."),
    url: z
      .string()
      .nullable()
      .describe("The address of the page, which is the credential. Only the response that creates the link has it."),
    expires_at: moment,
    revoked_at: moment.nullable(),
    last_used_at: moment.nullable().describe("Accurate to five minutes."),
    actor_type: z.enum(ACTOR_KINDS).describe("Who created it."),
    actor_id: z.int().nullable(),
    actor_name: z.string(),
    created_at: moment,
  })
  .meta({ id: "Link" });

export const LinkList = z.strictObject({ links: z.array(Link) }).meta({ id: "LinkList" });

export const NewLink = z
  .object({
    expires_at: z
      .string()
      .optional()
      .describe(`When it stops working: at most ${MAX_LINK_DAYS} days from now. Default: ${DEFAULT_LINK_DAYS} days from now.`)
      .meta({ override: { type: "string", format: "date-time" } }),
  })
  .meta({ id: "NewLink" });

export const LinkId = z.string().meta({ description: "Id of a link, lnk_…" });

export function presentLink({ link, path }: LinkWithPath, origin: string): z.output<typeof Link> {
  return {
    id: link.id,
    purpose: link.purpose,
    subject_id: link.subject_id,
    url: path === null ? null : origin + path,
    expires_at: momentText(link.expires_at),
    revoked_at: momentOrNull(link.revoked_at),
    last_used_at: momentOrNull(link.last_used_at),
    actor_type: link.actor_kind,
    actor_id: link.actor_id,
    actor_name: link.actor_name,
    created_at: momentText(link.created_at),
  };
}

/** A link as it is listed. Its address is not known any more. */
export const presentListedLink = (link: LinkRow): z.output<typeof Link> => presentLink({ link, path: null }, "");

/** The end of a new link. Throws 400 Bad Request if it is no moment, in the past or too far away. */
export function linkEnd({ now, organization }: OrgReader, text: string | undefined): number {
  if (text === undefined) return now + DEFAULT_LINK_DAYS * DAY_MS;
  const end = readMoment(text, organization.timezone);
  if (end === null) throw invalid("expires_at", "invalid_date", "Expected a date and a time, such as 2026-12-31T12:00:00Z.");
  if (end <= now || end > now + MAX_LINK_DAYS * DAY_MS) {
    throw invalid("expires_at", "out_of_range", `Expected a time from now on, at most ${MAX_LINK_DAYS} days away.`);
  }
  return end;
}

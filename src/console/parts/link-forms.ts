import * as z from "zod";
import { createLink, revokeLink } from "../../accounts/links/links";
import { DAY_MS, type LinkPurpose } from "../../accounts/links/purposes";
import type { OrgDb, OrgReader } from "../../platform/db/org-db";
import { action, type Route } from "../page";
import { LINK_DAYS, newPublicLinkView } from "./links-panel";

interface LinkForms {
  purpose: LinkPurpose;
  /** The path of the pages of the subjects: `/suppliers`. */
  pages: `/${string}`;
  /** The name of the parameter of a path that has the id of a link. */
  param: string;
  /** What people call the subject. Throws 404 Not Found. */
  nameOf: (org: OrgReader, id: string) => Promise<string>;
}

const Subject = z.object({ id: z.string() });

/** The forms that create and revoke the links of a subject. */
export function linkForms({ purpose, pages, param, nameOf }: LinkForms): readonly Route[] {
  const subjectOf = async (org: OrgDb, id: string) => ({ purpose, subjectId: id, subjectName: await nameOf(org, id) });
  return [
    action(
      { path: `${pages}/:id/links`, permission: "write", param: Subject, form: z.object({ days: z.enum(LINK_DAYS) }) },
      async ({ org, origin, settings: { masterSecrets }, param: { id }, form: { days } }) => {
        const subject = await subjectOf(org, id);
        const { path } = await createLink(org, { ...subject, expiresAt: org.now + Number(days) * DAY_MS, masterSecrets });
        return { view: newPublicLinkView({ url: origin + (path ?? ""), name: subject.subjectName, page: `${pages}/${id}` }) };
      },
    ),
    action({ path: `${pages}/:id/links/:${param}/revoke`, permission: "write", param: Subject.catchall(z.string()) }, async (args) => {
      const { id, [param]: linkId = "" } = args.param;
      await revokeLink(args.org, linkId, await subjectOf(args.org, id));
      return { to: `${pages}/${id}`, flash: "link_revoked" };
    }),
  ];
}

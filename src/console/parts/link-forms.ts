import * as z from "zod";
import { createLink, revokeLink } from "../../accounts/links/links";
import { DAY_MS, type LinkPurpose } from "../../accounts/links/purposes";
import type { SubjectOf } from "../../accounts/links/link-handlers";
import { action, type Route } from "../page";
import { LINK_DAYS, newPublicLinkView } from "./links-panel";

interface LinkForms {
  purpose: LinkPurpose;
  /** The path of the pages of the subjects: `/suppliers`. */
  pages: `/${string}`;
  /** The name of the parameter of a path that has the id of a link. */
  param: string;
  subjectOf: SubjectOf;
}

const Subject = z.object({ id: z.string() });

/** The form that revokes a link of a subject. */
export function revokeLinkForm({ purpose, pages, param, subjectOf }: LinkForms): Route {
  return action({ path: `${pages}/:id/links/:${param}/revoke`, permission: "write", param: Subject.catchall(z.string()) }, async (args) => {
    const { id, [param]: linkId = "" } = args.param;
    await revokeLink(args.org, linkId, { purpose, ...(await subjectOf(args.org, id)) });
    return { to: `${pages}/${id}`, flash: "link_revoked" };
  });
}

/** The forms that create and revoke the links of a subject, which are for a supplier. */
export function linkForms(forms: LinkForms): readonly Route[] {
  const { purpose, pages, subjectOf } = forms;
  return [
    action(
      { path: `${pages}/:id/links`, permission: "write", param: Subject, form: z.object({ days: z.enum(LINK_DAYS) }) },
      async ({ org, origin, settings: { masterSecrets }, param: { id }, form: { days } }) => {
        const subject = await subjectOf(org, id);
        const { path } = await createLink(org, { purpose, ...subject, expiresAt: org.now + Number(days) * DAY_MS, masterSecrets });
        return { view: newPublicLinkView({ url: origin + (path ?? ""), name: subject.subjectName, page: `${pages}/${id}` }) };
      },
    ),
    revokeLinkForm(forms),
  ];
}

import * as z from "zod";
import { colleaguesNamed } from "../../../accounts/members/find-members.sql.ts";
import { textQuery } from "../../../platform/http/input/query";
import { page } from "../../page";
import { MAX_PICKS, picksResponse } from "../../picks";

/** The members whose names begin with a text, as JSON for the field of an assignee. One sequential round trip. */
export const pickMembers = page(
  { path: "/pick/members", permission: "write", query: z.object({ q: textQuery(200) }) },
  async ({ control, member, query: { q } }) => {
    const found = q === undefined ? [] : await colleaguesNamed(control, member.organization.id, { text: q, limit: MAX_PICKS });
    return picksResponse(found.map(({ email, name }) => ({ value: email, label: name ?? email, fields: {} })));
  },
);

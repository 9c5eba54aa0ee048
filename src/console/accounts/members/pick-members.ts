import * as z from "zod";
import { nameOf } from "../../../accounts/actor";
import { findAssignees } from "../../../accounts/members/find-assignees";
import { textQuery } from "../../../platform/http/input/query";
import { page } from "../../page";
import { picksResponse } from "../../picks";

/** The members whose email address, or a word of whose name, begins with a text, as JSON for the field of an assignee. One sequential round trip. */
export const pickMembers = page(
  { path: "/pick/members", permission: "write", query: z.object({ q: textQuery(200) }) },
  async ({ control, member, query: { q } }) => {
    const found = q === undefined ? [] : await findAssignees(control, member.organization.id, q);
    return picksResponse(found.map((one) => ({ value: one.email, label: nameOf(one), fields: {} })));
  },
);

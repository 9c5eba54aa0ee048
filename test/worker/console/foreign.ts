import type { Twin } from "../isolation/twins";
import type { Ids } from "../../kit/console-forms";
import type { Page } from "./kit";

/** The ids of everything that the other organization has, under the names of path parameters. */
export function idsOf({ ids, token: { id: tokenId }, key }: Twin): Ids {
  // The other organization has no view and no invitation, so these ids belong to nothing of it.
  return {
    ...ids,
    "api-tokens.id": tokenId,
    "api-keys.id": key.id,
    "views.id": 1,
    "invitations.id": 1,
    fulfillment: ids["fulfillments.id"] ?? "",
  };
}

/** Texts of the other organization in a page. Only that organization uses this prefix. A page may echo a text that was sent to it. */
export function leakIn({ text }: Page, echoed = ""): string[] {
  const shown = echoed === "" ? text : text.replaceAll(echoed, "").replaceAll(encodeURIComponent(echoed), "");
  return shown.match(/zqalpha\w*/g) ?? [];
}

import type { Twin } from "../isolation/twins";
import type { Ids } from "../../kit/console-forms";
import type { Page as ApiResponse } from "./kit";

/** Ids of everything that the other organization has, under the names that paths have for them. */
export function idsOf({ ids, token: { id: tokenId }, key }: Twin): Ids {
  // A view and an invitation that are none: they are told from one another by their number alone, as tokens are.
  return {
    ...ids,
    "api-tokens.id": tokenId,
    "api-keys.id": key.id,
    "views.id": 1,
    "invitations.id": 1,
    fulfillment: ids["fulfillments.id"] ?? "",
  };
}

/** Only alpha has ever said a word that begins so. What was just said to the page may come back. */
export function leakIn({ text }: ApiResponse, said = ""): string[] {
  const shown = said === "" ? text : text.replaceAll(said, "").replaceAll(encodeURIComponent(said), "");
  return shown.match(/zqalpha\w*/g) ?? [];
}

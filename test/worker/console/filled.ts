import { rows, type Shop } from "../../kit/client";
import type { Ids } from "../../kit/console-forms";
import { fill } from "../isolation/twin-rows";

/** Creates one of everything that a page can show, with each free text by `word`. Returns the ids for the paths of pages. */
export async function fillForPages(shop: Shop, word: (field: string) => string): Promise<Ids> {
  // The member's word becomes an email address, so it is no free text.
  const { ids } = await fill(shop, (field) => (field === "member" ? `m${crypto.randomUUID()}` : word(field)));
  const now = Date.now();
  const statements: [string, ...unknown[]][] = [
    ["update organizations set name = ? where id = ?", word("organization"), shop.id],
    ["update credentials set name = ? where organization_id = ?", word("credential"), shop.id],
    ["update attempts set response_body = ?, url = ? where organization_id = ?", word("response"), `https://${word("host")}`, shop.id],
    ["update users set name = ? where id in (select user_id from memberships where organization_id = ?)", word("person"), shop.id],
    [
      "insert into saved_views (organization_id, name, query, created_at) values (?, ?, ?, ?)",
      shop.id,
      word("view"),
      `q=${encodeURIComponent(word("query"))}`,
      now,
    ],
    [
      `insert into audit_log (organization_id, at, actor_kind, actor_name, action, target_id, target_name, details)
       values (?, ?, 'user', ?, ?, ?, ?, ?)`,
      shop.id,
      now,
      word("auditor"),
      "credential.updated",
      word("target"),
      word("targetname"),
      JSON.stringify({ [word("detail")]: word("detailvalue"), name: { from: word("from"), to: [word("to")] } }),
    ],
    [
      `insert into member_invitations (token_hash, organization_id, email, role, invited_by, created_at, expires_at)
       select ?, m.organization_id, ?, 'viewer', m.user_id, ?, ? from memberships m where m.organization_id = ? and m.role = 'owner' limit 1`,
      `${word("token")} ${shop.id}`,
      word("invited"),
      now,
      now + 86_400_000,
      shop.id,
    ],
  ];
  for (const [sql, ...values] of statements) await rows(sql, ...values);
  const [view] = await rows<{ id: number }>("select id from saved_views where organization_id = ?", shop.id);
  const [invitation] = await rows<{ id: number }>("select id from member_invitations where organization_id = ?", shop.id);
  return {
    ...ids,
    "invitations.id": invitation?.id ?? 0,
    "api-tokens.id": shop.token.id,
    "api-keys.id": shop.key.id,
    "views.id": view?.id ?? 0,
    fulfillment: ids["fulfillments.id"] ?? "",
  };
}

import type { Shop } from "../server/shop.ts";

/** Fields that differ between any two responses. */
const MOMENTARY = new Set(["meta", "generated_at"]);

/** The address of the instance in the URLs for deliveries of shops, and in those of files. */
const OWN_ADDRESS = /http:\/\/127\.0\.0\.1:\d+(?=\/(?:in|files)\/)/g;

function withoutMomentary(body: unknown): unknown {
  const text = JSON.stringify(body, (name, value: unknown) => (MOMENTARY.has(name) ? undefined : value));
  return JSON.parse(text.replaceAll(OWN_ADDRESS, ""));
}

/** A recovery is in no list; test/worker/lifecycle reads one. */
const WITHOUT_LIST = "/recoveries/";

/** The objects of files are no part of a backup (docs/spec/files.md). */
const OF_THE_BUCKET = /\/files\/\{id\}\/\w+$|\/design$/;

/**
 * The responses to a shop's credentials: every GET of both OpenAPI documents that needs one, with the first id of each list in its path.
 * Credentials themselves (/me), documents, recoveries and the objects of files are left out.
 */
export async function everyGet(shop: Shop): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {};
  for (const [name, client, prefix] of [
    ["v1", shop.v1, ""],
    ["v2", shop.v2, "/api/v2"],
  ] as const) {
    const document = (await client("/openapi.json")).body as { paths: Record<string, { get?: { security?: object[] } }> };
    const paths = Object.entries(document.paths).flatMap(([path, { get }]) => (get?.security?.length ? [path.slice(prefix.length)] : []));
    for (const path of paths.filter(
      (each) => each !== "/me" && !each.endsWith(".json") && !each.includes(WITHOUT_LIST) && !OF_THE_BUCKET.test(each),
    )) {
      const filled = await fillIds(client, path);
      const { status, body } = await client(filled);
      responses[`${name} ${filled}`] = [status, withoutMomentary(body)];
    }
  }
  return responses;
}

/** A path with the first ids of its lists: `/orders/{id}/notes` becomes `/orders/7/notes`. */
async function fillIds(client: Shop["v1"], path: string): Promise<string> {
  const idAt = path.indexOf("{");
  if (idAt === -1) return path;
  const list = path.slice(0, idAt - 1);
  // Fulfillments are listed by their order.
  const { body } = await client(list === "/fulfillments" ? await fillIds(client, "/orders/{id}/fulfillments") : list);
  const [first] = Array.isArray(body.data) ? (body.data as { id: number | string }[]) : [];
  if (first === undefined) throw new Error(`${list} lists nothing: ${JSON.stringify(body).slice(0, 300)}`);
  return await fillIds(client, `${list}/${first.id}${path.slice(path.indexOf("}") + 1)}`);
}

import { PUBLIC_SITES } from "../../src/entrypoints/public/sites";
import type { Contents, SurfaceRequest } from "./surface-request";

/** The fields of each form behind a link, with long texts and many items. A form that is missing here fails until it is added. */
function formsOf({ ids, lines }: Contents): Record<string, Record<string, string | string[]>> {
  const items = lines.map(String);
  return {
    "/orders/:id/accept": {},
    "/orders/:id/make": {},
    "/orders/:id/reject": { reason: "ж".repeat(500) },
    "/orders/:id/lines/:item/reject": { reason: "ж".repeat(500) },
    "/orders/:id/ship": { item: items, tracking_number: "1Z9" },
    "/orders/:id/correct": { wrong_number: "1Z9", wrong_carrier: "", tracking_number: "9".repeat(200), carrier: "ж".repeat(64) },
    "/tracking": {
      lines: items
        .slice(0, 200)
        .map((item) => `${item}\t${"9".repeat(200)}`)
        .join("\n"),
    },
    // Without a file.
    "/upload": {},
    "/decide/:id": { decision: "changes_requested", comment: "ж".repeat(2000) },
    "/approve": { proof: Array.from({ length: 300 }, () => String(ids["proofs.id"])) },
  };
}

/** What ends an order or a line, so that other requests find nothing to do. */
const ENDS = /\/(reject|ship)$/;

/** The pages and forms behind the links of each purpose. A form is sent as its page has it, and with more fields than it has, without a valid token. */
export function linkRequests(contents: Contents): SurfaceRequest[] {
  const { ids } = contents;
  const forms = formsOf(contents);
  const fillPath = (purpose: string, path: string) =>
    path.replaceAll(/:(\w+)/g, (_match, name: string) => {
      const value = { id: purpose === "order_proofs" ? ids["proofs.id"] : ids["supplier-orders.id"], item: ids["order_item_id"] }[name];
      if (value === undefined) throw new Error(`There is no ${name} for ${path}: add one.`);
      return String(value);
    });
  return PUBLIC_SITES.flatMap(({ purpose, pages, actions }) => {
    const link = contents.links[purpose];
    if (link === undefined) throw new Error(`There is no link for ${purpose}: add one.`);
    const requestOf = (method: string, path: string) => ({
      name: `${method} /p/:org/:token${path} of ${purpose}`,
      caller: "anybody" as const,
      method,
      path: link.path + (path === "/" ? "" : fillPath(purpose, path)),
      ends: ENDS.test(path),
    });
    return [
      ...["/", ...pages.map(({ path }) => path)].map((path) => requestOf("GET", path)),
      ...actions.flatMap(({ path }) => {
        const form = forms[path];
        if (form === undefined) throw new Error(`There is no form for ${path}: add one.`);
        const request = requestOf("POST", path);
        const many = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}`, "ж".repeat(10)]));
        return [
          { ...request, form: { form_token: link.formToken, ...form } },
          { ...request, ends: false, name: `${request.name} with many fields`, form: many },
        ];
      }),
    ];
  });
}

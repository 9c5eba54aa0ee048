import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { app } from "../../../src/entrypoints/app";
import { withLength } from "../../kit/stated-length";

/** A public page or file as somebody with a link gets it. */
export interface PublicResponse {
  status: number;
  headers: Headers;
  text: string;
  location: string | null;
}

const BASE = "https://api.example.com";

let visitors = 0;
/** The IP address of another visitor. */
export const anAddress = (): string => `2001:db8:77:${(visitors += 1).toString(16)}::1`;

export interface Visit {
  /** The fields of a form. Absent: a GET. */
  form?: Record<string, string | readonly string[]>;
  /** The content of the file that the form has. */
  file?: string | undefined;
  headers?: Record<string, string>;
  /** The bindings that the Worker runs with, some of which may fail. Default: the real ones. */
  bindings?: Env;
}

/** Requests a page, or sends a form, as another visitor each time. Does not follow redirects. */
export async function visit(path: string, { form, file, headers = {}, bindings }: Visit = {}): Promise<PublicResponse> {
  const fields = Object.entries(form ?? {}).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each]));
  const encoded = file === undefined ? new Response(new URLSearchParams(fields)) : new Response(withFile(fields, file));
  const sent = form === undefined ? {} : { "Content-Type": encoded.headers.get("Content-Type") ?? "", "Sec-Fetch-Site": "same-origin" };
  const init = {
    method: form === undefined ? "GET" : "POST",
    redirect: "manual" as const,
    headers: { "CF-Connecting-IP": anAddress(), ...sent, ...headers },
    ...(form !== undefined && { body: await encoded.text() }),
  };
  const response =
    bindings === undefined
      ? await exports.default.fetch(BASE + path, init)
      : await fetchUnder(bindings, new Request(BASE + path, withLength(init)));
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, text, location: response.headers.get("Location") };
}

function withFile(fields: readonly [string, string][], file: string): FormData {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  body.append("file", new File([file], "list.csv", { type: "text/csv" }));
  return body;
}

/** The response of the Worker with other bindings, after the work that follows it has ended. */
async function fetchUnder(bindings: Env, request: Request): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await app.fetch(request, bindings, ctx);
  const bytes = await response.arrayBuffer();
  await waitOnExecutionContext(ctx);
  return new Response(response.status === 303 ? null : bytes, response);
}

/** The headings of a page. */
export const headingsIn = ({ text }: PublicResponse): string[] =>
  [...text.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/gs)].map(([, heading = ""]) => heading.replaceAll(/<[^>]+>/g, "").trim());

/** The messages of a page. */
export const noticesIn = ({ text }: PublicResponse): string[] =>
  [...text.matchAll(/<div class="notice[^>]*>(.*?)<\/div>/gs)].map(([, notice = ""]) =>
    notice
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );

/** A text that looks like the token of a link. */
export const aToken = (): string => `${crypto.randomUUID()}-nobody`;

/** The hidden fields of a form of a page. `action` is the end of the form's path. */
export function formOf({ text }: PublicResponse, action: string): Record<string, string> {
  const form = new RegExp(`<form[^>]*action="[^"]*${action}(?:\\?[^"]*)?"[^>]*>(.*?)</form>`, "s").exec(text)?.[1];
  if (form === undefined) throw new Error(`The page has no form ${action}.`);
  const inputs = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, value]));
}

/** Opens a page with a link, and sends one of its forms with these fields. */
export async function send(
  link: string,
  { page = "", action, ...fields }: { page?: string; action: string } & Record<string, string | readonly string[]>,
) {
  const shown = await visit(link + page);
  return await visit(link + action, { form: { ...formOf(shown, action), ...fields } });
}

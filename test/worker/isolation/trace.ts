import type { ApiResponse } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { NUMBERED } from "./id-ranges";
import type { Twin } from "./twins";

/**
 * Everything that can identify an organization: a marked word, an id with a prefix, a number in the id ranges (a time begins with 1).
 */
const NAMES = /zq(?:alpha|beta|gamma)[a-z]*|(?<!\d)[2-9]\d{12}(?!\d)|\b[a-z]{2,3}_[0-9A-Za-z]{10,}/g;

/** Texts that identify a twin anywhere: its ids, its words and its secrets. */
export interface Traces {
  of: Twin;
  ids: ReadonlySet<string>;
  secrets: readonly string[];
}

/** Everything that identifies a twin, from all its stored rows. */
export async function tracesOf(twin: Twin): Promise<Traces> {
  const ids = new Set(JSON.stringify(await everythingOf(twin.id)).match(NAMES));
  ids.add(String(twin.id));
  if (ids.size < NUMBERED.length * 2) throw new Error("a twin leaves too few traces");
  return { of: twin, ids, secrets: twin.secrets };
}

/** A cursor is decoded too, because its holder can read its position. */
function cursorsOf(text: string): string {
  const bodies = text.match(/[\w-]{4,}(?=\.[\w-]{22}")/g) ?? [];
  return bodies.map((body) => atob(body.replaceAll("-", "+").replaceAll("_", "/"))).join("\n");
}

/** The information about a twin in a response, except for what the caller has sent. */
export function leaked({ of, ids, secrets }: Traces, response: Pick<ApiResponse, "text" | "headers">, sent = ""): string[] {
  const all = [response.text, cursorsOf(response.text), ...[...response.headers].map(([name, value]) => `${name}: ${value}`)].join("\n");
  const mark = of.word("");
  const named = (all.match(NAMES) ?? []).filter((name) => ids.has(name) || name.startsWith(mark));
  const shown = secrets.filter((secret) => all.includes(secret));
  return [...new Set([...named, ...shown])].filter((name) => !sent.includes(name));
}

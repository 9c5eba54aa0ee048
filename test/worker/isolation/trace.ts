import type { ApiResponse } from "../../kit/client";
import { everythingOf } from "../../kit/database";
import { NUMBERED } from "./id-ranges";
import type { Twin } from "./twins";

/** What can name somebody: a marked word, an id with a prefix, a number of the ranges that ids are in (a time begins with 1). */
const NAMES = /zq(?:alpha|beta|gamma)[a-z]*|(?<!\d)[2-9]\d{12}(?!\d)|(?:we|evt|dlv|ful|rcv|op|con|inb)_[0-9A-Za-z]{10,}/g;

/** Texts by which a twin is known wherever they stand: its ids, of whatever kind, its words and its secrets. */
export interface Traces {
  of: Twin;
  ids: ReadonlySet<string>;
  secrets: readonly string[];
}

/** Everything that names a twin, from all that is stored of it. */
export async function tracesOf(twin: Twin): Promise<Traces> {
  const ids = new Set(JSON.stringify(await everythingOf(twin.id)).match(NAMES));
  ids.add(String(twin.id));
  if (ids.size < NUMBERED.length * 2) throw new Error("a twin leaves too few traces");
  return { of: twin, ids, secrets: twin.secrets };
}

/** A cursor is read as well as its response: its position is no secret to who holds it. */
function cursorsOf(text: string): string {
  const bodies = text.match(/[\w-]{4,}(?=\.[\w-]{22}")/g) ?? [];
  return bodies.map((body) => atob(body.replaceAll("-", "+").replaceAll("_", "/"))).join("\n");
}

/** What a response tells of a twin; what the caller had said itself is not told. */
export function leaked({ of, ids, secrets }: Traces, response: Pick<ApiResponse, "text" | "headers">, sent = ""): string[] {
  const all = [response.text, cursorsOf(response.text), ...[...response.headers].map(([name, value]) => `${name}: ${value}`)].join("\n");
  const mark = of.word("");
  const named = (all.match(NAMES) ?? []).filter((name) => ids.has(name) || name.startsWith(mark));
  const shown = secrets.filter((secret) => all.includes(secret));
  return [...new Set([...named, ...shown])].filter((name) => !sent.includes(name));
}

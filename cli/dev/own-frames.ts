import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A frame of the bundle: `at commit (file:///…/worker.js:79:44923)`, or without a function. */
const FRAME = /^at (?:([^(]*) \()?(file:[^)]*):(\d+):(\d+)\)?$/;

/**
 * The frames of a stack in the project's own source, as `at commit (src/platform/db/change.ts:12:5)`. `at` is the field of a log line: frames of the
 * bundle, between which are semicolons. Frames of packages and of the runtime are left out.
 */
export function ownFrames(at: string, root: string): string[] {
  const maps = new Map<string, SourceMap | null>();
  return at.split("; ").flatMap((frame) => {
    const [, name, url = "", line, column] = FRAME.exec(frame) ?? [];
    if (url === "") return [];
    const path = fileURLToPath(url);
    if (!maps.has(path)) maps.set(path, readSourceMap(`${path}.map`));
    // Both count from 0, and a stack from 1.
    const origin = maps.get(path)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (origin === undefined || !("originalSource" in origin)) return [];
    const file = relative(root, resolve(dirname(path), origin.originalSource));
    if (file.startsWith("..") || file.includes("node_modules/")) return [];
    const place = `${file}:${origin.originalLine + 1}:${origin.originalColumn + 1}`;
    return [name === undefined ? `at ${place}` : `at ${name} (${place})`];
  });
}

/** Null if there is none, because the bundle is being written. */
function readSourceMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, "utf8")) as SourceMapPayload);
  } catch {
    return null;
  }
}

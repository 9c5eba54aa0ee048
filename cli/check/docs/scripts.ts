import { isName } from "../../scripts/named-script.ts";
import type { SourceText } from "./references.ts";

/** The npm scripts, each with the names that it takes as its argument. Null: it takes no names. */
export type Scripts = Readonly<Record<string, readonly string[] | null>>;

/** A call of an npm script, with its first argument if it has one. */
interface Call {
  script: string;
  argument: string | null;
}

/** Its argument ends before the punctuation of the sentence. */
const CALL = /\bnpm (?:run(?: --[\w=-]+)* ([a-z][\w:-]*)|test\b)(?: -- ((?:[.,;:]*[^\s`'").,;:])+))?/g;

/** What stands for any name, such as `npm test -- SUITE`. */
const PLACEHOLDER = /^[A-Z]+$/;

/** The calls in a text. A call that is wrapped in Markdown or in a comment is one call. */
function callsIn(text: string): Call[] {
  const lines = text.split("\n").map((line) => line.trim().replace(/^(?:\*|\/\/|#)\s?/, ""));
  const line = lines.join(" ");
  return [...line.matchAll(CALL)].map(([, script = "test", argument = null]) => ({ script, argument }));
}

function callText({ script, argument }: Call): string {
  const call = script === "test" ? "npm test" : `npm run ${script}`;
  return argument === null ? call : `${call} -- ${argument}`;
}

/** The calls of npm scripts in these files that do not exist, or whose first argument is none of the script's names. */
export function brokenCalls(files: readonly SourceText[], scripts: Scripts): string[] {
  const isBroken = ({ script, argument }: Call): boolean => {
    const names = scripts[script];
    if (names === undefined) return true;
    if (names === null || argument === null || !isName(argument) || PLACEHOLDER.test(argument)) return false;
    return !names.includes(argument);
  };
  return files.flatMap(({ path, text }) => {
    const broken = callsIn(text).filter(isBroken);
    return [...new Set(broken.map((call) => `${path} names \`${callText(call)}\`, which does not exist.`))];
  });
}

/** The scripts and their names that are missing in a document that is to list all of them. */
export function missingCalls({ path, text }: SourceText, scripts: Scripts): string[] {
  const listed = new Set(callsIn(text).map(callText));
  const calls = Object.entries(scripts).flatMap(([script, names]) =>
    [null, ...(names ?? [])].map((argument) => callText({ script, argument })),
  );
  return calls.filter((call) => !listed.has(call)).map((call) => `${path} does not list \`${call}\`.`);
}

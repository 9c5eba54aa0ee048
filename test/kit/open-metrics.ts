/** A strict parser of the OpenMetrics text format, version 1.0. It accepts only the grammar of the standard for gauges and infos. */

/** A metric family, and its samples. */
export interface Family {
  name: string;
  type: string;
  unit: string | null;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL_NAME = "[a-zA-Z_][a-zA-Z0-9_]*";
/** Escaped text: a backslash precedes only n, a quote or a backslash. */
const ESCAPED = String.raw`(?:[^"\\\n]|\\[n"\\])*`;
const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`;
const LABEL = `${LABEL_NAME}="${ESCAPED}"`;
const SAMPLE = new RegExp(String.raw`^(${NAME})(?:\{(${LABEL}(?:,${LABEL})*)?\})? (${NUMBER})$`);
const DESCRIPTOR = new RegExp(String.raw`^# (TYPE|UNIT|HELP) (${NAME}) (.+)$`);

/** The suffixes of the sample names of each type. */
const SUFFIXES: Readonly<Record<string, string>> = { gauge: "", info: "_info" };

/** Suffixes of other types, which a gauge may not have. */
const RESERVED = /_(?:total|created|count|sum|bucket|gcount|gsum|info)$/;

function readDescriptor(families: Map<string, Family>, current: Family | null, line: string): Family {
  const [, keyword, name = "", text = ""] = DESCRIPTOR.exec(line) ?? [];
  if (keyword === undefined) throw new Error(`No descriptor: ${line}`);
  let family = current;
  if (family?.name !== name) {
    if (families.has(name)) throw new Error(`The family ${name} is interrupted or repeated.`);
    family = { name, type: "", unit: null, help: "", samples: [] };
    families.set(name, family);
  }
  if (family.samples.length > 0) throw new Error(`A descriptor of ${name} comes after its samples.`);
  const key = keyword.toLowerCase() as "type" | "unit" | "help";
  if (family[key] !== "" && family[key] !== null) throw new Error(`${name} has ${keyword} twice.`);
  if (keyword === "TYPE" && SUFFIXES[text] === undefined) throw new Error(`${name} has the type ${text}.`);
  if (keyword === "UNIT" && !name.endsWith(`_${text}`)) throw new Error(`${name} does not end with its unit ${text}.`);
  if (keyword === "HELP" && !new RegExp(`^${ESCAPED}$`).test(text)) throw new Error(`The help of ${name} is not escaped.`);
  family[key] = text;
  return family;
}

function readSample(family: Family | null, line: string): void {
  const [, name, list = "", number] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`No sample: ${line}`);
  if (family === null || name !== family.name + (SUFFIXES[family.type] ?? "?")) throw new Error(`${name} is in no family of its own.`);
  const pairs = [...list.matchAll(new RegExp(`(${LABEL_NAME})="(${ESCAPED})"`, "g"))].map(
    ([, label = "", text = ""]) => [label, text] as const,
  );
  const labels = Object.fromEntries(pairs);
  if (Object.keys(labels).length < pairs.length) throw new Error(`A label is repeated: ${line}`);
  const value = Number(number);
  if (family.type === "info" && value !== 1) throw new Error(`An info has the value ${value}.`);
  if (family.samples.some((other) => JSON.stringify(other.labels) === JSON.stringify(labels))) throw new Error(`${line} is repeated.`);
  family.samples.push({ name, labels, value });
}

/** Parses a text, and throws if it violates the grammar. */
export function parseOpenMetrics(text: string): Map<string, Family> {
  if (!text.endsWith("\n# EOF\n")) throw new Error("The text does not end with # EOF.");
  const families = new Map<string, Family>();
  let current: Family | null = null;
  for (const line of text.slice(0, -"# EOF\n".length).split("\n").slice(0, -1)) {
    if (line.startsWith("#")) current = readDescriptor(families, current, line);
    else readSample(current, line);
  }
  for (const { name, type, unit, help } of families.values()) {
    if (type === "" || help === "") throw new Error(`${name} has no type or no help.`);
    if (type === "gauge" && RESERVED.test(name)) throw new Error(`${name} ends like a metric of another type.`);
    if (type === "info" && unit !== null) throw new Error(`The info ${name} has a unit.`);
    // The standard recommends a unit for every metric whose name ends with one.
    if (/_(?:bytes|seconds)$/.test(name) && unit === null) throw new Error(`${name} has no unit.`);
  }
  return families;
}

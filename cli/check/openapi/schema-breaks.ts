/** The keywords of a JSON Schema that are compared. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  discriminator?: unknown;
  [keyword: string]: unknown;
}

export interface Components {
  schemas?: Record<string, Schema>;
}

/** Whether callers send or receive the value: input must not become stricter, and output must not become looser. */
type Direction = "sent" | "got";

/** The compared part of the document, for the messages. */
export interface Place {
  direction: Direction;
  where: string;
}

/** The same part of the old and of the new document. */
export type Pair<Part> = readonly [old: Part, now: Part];

/** Bounds that become stricter when they decrease (UPPER) or increase (LOWER). */
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];
const LOWER = ["minimum", "exclusiveMinimum"];
/** Like LOWER, but with a default of 0. */
const COUNTS = ["minLength", "minItems", "minProperties"];
const EXACT = ["pattern", "format", "multipleOf"];

/** Compares schemas of two documents and lists every difference that breaks a caller. */
export class SchemaBreaks {
  readonly #before: Components;
  readonly #after: Components;
  readonly #seen = new Set<string>();

  constructor(before: Components, after: Components) {
    this.#before = before;
    this.#after = after;
  }

  /** The breaking changes of a schema whose values callers send (`sent`) or receive (`got`). */
  of(place: Place, [before, after]: Pair<Schema>): string[] {
    const pair = `${place.direction} ${before.$ref} ${after.$ref}`;
    if (before.$ref !== undefined && after.$ref !== undefined) {
      if (this.#seen.has(pair)) return [];
      this.#seen.add(pair);
    }
    const [old, now] = [resolve(this.#before, before), resolve(this.#after, after)];
    const [olds, nows] = [alternatives(old), alternatives(now)];
    if (olds.length > 1 || nows.length > 1) return this.#ofUnion(place, [olds, nows], old.discriminator !== undefined);
    const breaks = place.direction === "sent" ? this.#sent(place.where, old, now) : this.#got(place.where, old, now);
    return [...breaks, ...this.#properties(place, old, now), ...this.#items(place, old, now)];
  }

  #ofUnion(place: Place, [olds, nows]: Pair<Schema[]>, open: boolean): string[] {
    const { direction, where } = place;
    const fits = (one: Schema, other: Schema) => new SchemaBreaks(this.#before, this.#after).of(place, [one, other]).length === 0;
    // Input: a new alternative must accept each old one. Output: each new one must match an old one, or have a discriminator.
    if (direction === "sent")
      return olds.every((one) => nows.some((other) => fits(one, other))) ? [] : [`${where}: takes less than before`];
    const lost = olds.filter((one) => !nows.some((other) => fits(one, other)));
    const unexpected = nows.filter((other) => !olds.some((one) => fits(one, other)));
    if (open) return lost.length === 0 ? [] : [`${where}: a kind of value is not as before`];
    return unexpected.length === 0 ? [] : [`${where}: may be what it was not before`];
  }

  #sent(where: string, old: Schema, now: Schema): string[] {
    const breaks: string[] = [];
    const lostTypes = typesOf(old).filter((type) => !accepts(now, type));
    if (lostTypes.length > 0) breaks.push(`${where}: no longer takes ${lostTypes.join(", ")}`);
    const values = valuesOf(now);
    if (values !== null) {
      const lost = valuesOf(old)?.filter((value) => !values.includes(value)) ?? ["other values"];
      if (lost.length > 0) breaks.push(`${where}: no longer takes ${lost.join(", ")}`);
    }
    const tighter = [
      ...UPPER.filter((bound) => isNumber(now[bound]) && !(isNumber(old[bound]) && old[bound] <= now[bound])),
      ...LOWER.filter((bound) => isNumber(now[bound]) && !(isNumber(old[bound]) && old[bound] >= now[bound])),
      ...COUNTS.filter((bound) => isNumber(now[bound]) && now[bound] > (isNumber(old[bound]) ? old[bound] : 0)),
      ...EXACT.filter((rule) => now[rule] !== undefined && now[rule] !== old[rule]),
    ];
    if (now.additionalProperties === false && old.additionalProperties !== false) breaks.push(`${where}: takes no other fields now`);
    breaks.push(...tighter.map((bound) => `${where}: ${bound} is stricter`));
    const required = (now.required ?? []).filter((name) => old.required?.includes(name) !== true);
    breaks.push(...required.map((name) => `${where}.${name}: is required now`));
    return breaks;
  }

  #got(where: string, old: Schema, now: Schema): string[] {
    const breaks: string[] = [];
    const newTypes = typesOf(now).filter((type) => !accepts(old, type));
    if (newTypes.length > 0 || (typesOf(now).length === 0 && typesOf(old).length > 0)) {
      breaks.push(`${where}: may be ${newTypes.join(", ") || "anything"} now`);
    }
    // New enum values are an addition, which readers must expect (docs/guide/versioning.md).
    if (valuesOf(old) !== null && valuesOf(now) === null) breaks.push(`${where}: may be any value now`);
    if (old.const !== undefined && now.const !== old.const) breaks.push(`${where}: is no longer ${JSON.stringify(old.const)}`);
    breaks.push(...EXACT.filter((rule) => old[rule] !== undefined && now[rule] !== old[rule]).map((rule) => `${where}: another ${rule}`));
    const optional = (old.required ?? []).filter((name) => now.properties?.[name] !== undefined && now.required?.includes(name) !== true);
    breaks.push(...optional.map((name) => `${where}.${name}: may be missing now`));
    return breaks;
  }

  #properties({ direction, where }: Place, old: Schema, now: Schema): string[] {
    return Object.entries(old.properties ?? {}).flatMap(([name, schema]) => {
      const next = now.properties?.[name];
      return next === undefined ? [`${where}.${name}: is gone`] : this.of({ direction, where: `${where}.${name}` }, [schema, next]);
    });
  }

  #items({ direction, where }: Place, old: Schema, now: Schema): string[] {
    if (old.items === undefined || now.items === undefined) return [];
    return this.of({ direction, where: `${where}[]` }, [old.items, now.items]);
  }
}

const isNumber = (value: unknown): value is number => typeof value === "number";

function resolve({ schemas }: Components, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = schemas?.[schema.$ref.replace("#/components/schemas/", "")];
  if (found === undefined) throw new Error(`${schema.$ref} is not in the document.`);
  return resolve({ schemas: schemas ?? {} }, found);
}

function alternatives(schema: Schema): Schema[] {
  return schema.anyOf ?? schema.oneOf ?? [schema];
}

function typesOf({ type }: Schema): string[] {
  return type === undefined ? [] : [type].flat();
}

function accepts(schema: Schema, type: string): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

function valuesOf(schema: Schema): unknown[] | null {
  return schema.const === undefined ? (schema.enum ?? null) : [schema.const];
}

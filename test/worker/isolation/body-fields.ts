import * as z from "zod";
import { IncomingOrderBody } from "../../../src/resources/orders/ingest/v2/incoming";
import type { Endpoint } from "../../../src/platform/http/endpoint";

/** A position in a body: names of fields, and 0 for the first element of a list. */
export type FieldPath = readonly (string | 0)[];

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  oneOf?: Schema[];
  override?: Schema;
}

/** Schemas that are used by name in a body. */
const ELSEWHERE: Record<string, z.ZodType> = { IncomingOrder: IncomingOrderBody };

const jsonSchema = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Schema;

function pathsIn(schema: Schema, defs: Record<string, Schema>, at: FieldPath): FieldPath[] {
  const name = (schema.$ref ?? schema.override?.$ref)?.split("/").at(-1);
  if (name !== undefined) {
    const there = defs[name];
    if (there !== undefined) return pathsIn(there, defs, at);
    const other = ELSEWHERE[name];
    if (other === undefined) throw new Error(`The isolation tests do not know the fields of ${name}: add its schema.`);
    const found = jsonSchema(other);
    return pathsIn(found, found.$defs ?? {}, at);
  }
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap((part) => pathsIn(part, defs, at));
  const listed = schema.items === undefined ? [] : pathsIn(schema.items, defs, [...at, 0]);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([key, part]) => [[...at, key], ...pathsIn(part, defs, [...at, key])]);
  return [...inner, ...listed, ...fields];
}

/** Every field of a body, at any depth. */
export function fieldsOf({ input }: Endpoint): FieldPath[] {
  if (input?.json === undefined) return [];
  const schema = jsonSchema(input.json);
  const found = pathsIn(schema, schema.$defs ?? {}, []);
  return [...new Map(found.map((path) => [path.join("."), path])).values()];
}

/** Whether a field has a name that can refer to a row. */
export function isReference(path: FieldPath): boolean {
  return /(?:^|_)(?:id|store|order|product|user|webhook|endpoint|delivery|event|recovery|item|credential|token|organization|author)s?$/.test(
    String(path.findLast((part) => part !== 0)),
  );
}

/** A body with the value at a path replaced. */
export function withField(body: unknown, [head, ...rest]: FieldPath, value: unknown): unknown {
  if (head === undefined) return value;
  const there = typeof body === "object" && body !== null ? body : {};
  if (head === 0) return [withField(Array.isArray(there) ? there[0] : undefined, rest, value)];
  return { ...there, [head]: withField((there as Record<string, unknown>)[head], rest, value) };
}

/** The paths of the objects in the lists of a body, at any depth. */
export function parentsIn(endpoint: Endpoint, body: unknown): FieldPath[] {
  const parents = fieldsOf(endpoint)
    .map((path) => path.slice(0, -1))
    .filter((path) => path.length > 0 && path.at(-1) === 0);
  const exists = (path: FieldPath) =>
    path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], body) !== undefined;
  return [...new Map(parents.filter(exists).map((path) => [path.join("."), path])).values()];
}

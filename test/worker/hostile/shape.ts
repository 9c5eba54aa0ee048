import fc from "fast-check";
import { z } from "zod";
import { hostileValueOfKind } from "../../kit/hostile-values";

/** The used subset of JSON Schema. */
interface Shape {
  type?: string;
  $ref?: string;
  $defs?: Record<string, Shape>;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}

/** A part of an input and the kind of attack. `limit` is a value at a limit (the longest, least or greatest allowed), and `beyond` is one past it. */
export interface Part {
  kind: string;
  value: unknown;
}

export function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => void Object.assign(jsonSchema, z.globalRegistry.get(zodSchema)?.["override"]),
  }) as Shape;
}

/** The fields of an object's shape. */
export function fieldsOf(shape: Shape): Record<string, Shape> {
  return resolved(shape, shape).properties ?? {};
}

function resolved(shape: Shape, root: Shape): Shape {
  const name = /^#\/\$defs\/(.+)$/.exec(shape.$ref ?? "")?.[1];
  return name === undefined ? shape : (root.$defs?.[name] ?? shape);
}

/** Texts to repeat up to a length: ASCII, characters whose length depends on the way of counting, and a quote, a NUL and spaces. */
const FILLINGS = ["a", "é", "ﷺ", "漢", "'", "\u0301", "\u0000", "a "];

function textsAtLimit(length: number): fc.Arbitrary<Part> {
  return (
    fc
      .tuple(fc.constantFrom(...FILLINGS), fc.constantFrom(0, 1))
      // The last character is no space, because spaces at the end may be removed before the length is checked.
      .map(([filling, over]) => ({
        kind: over === 1 ? "beyond" : "limit",
        value: filling.repeat(length).slice(0, length + over - 1) + "z",
      }))
  );
}

/** The values at the limits of a shape. */
function valuesAtLimits(given: Shape, root: Shape): fc.Arbitrary<Part> | null {
  const shape = resolved(given, root);
  const several = shape.anyOf?.flatMap((one) => valuesAtLimits(one, root) ?? []) ?? [];
  if (several.length > 0) return fc.oneof(...several);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum).map((value) => ({ kind: "valid", value }));
  if (shape.type === "string" && shape.maxLength !== undefined) return textsAtLimit(shape.maxLength);
  if (shape.minimum !== undefined || shape.maximum !== undefined) {
    // The other end of a shape with only one limit is arbitrary: far below zero, or the greatest safe integer.
    const { minimum = -1e9, maximum = Number.MAX_SAFE_INTEGER } = shape;
    return fc.oneof(
      fc.constantFrom(minimum, maximum).map((value) => ({ kind: "limit", value })),
      fc.constantFrom(minimum - 1, maximum + 1).map((value) => ({ kind: "beyond", value })),
    );
  }
  if (shape.maxItems !== undefined && shape.items?.type === "string") {
    const { maxItems } = shape;
    return fc.constantFrom(0, 1).map((over) => ({
      kind: over === 1 ? "beyond" : "limit",
      value: Array.from({ length: maxItems + over }, (_, index) => `x${index}`),
    }));
  }
  return null;
}

/** Deeply nested, with a valid end. */
const nested: fc.Arbitrary<Part> = fc.tuple(fc.constantFrom(50, 500), fc.boolean()).map(([depth, list]) => ({
  kind: "deep",
  value: Array.from({ length: depth }).reduce<unknown>((inner) => (list ? [inner] : { a: inner }), 1),
}));

/** A value for a field of this shape: at its limits, or hostile. */
export function valueFor(shape: Shape | undefined, root: Shape): fc.Arbitrary<Part> {
  const atLimits = shape === undefined ? null : valuesAtLimits(shape, root);
  const hostile = { weight: 3, arbitrary: hostileValueOfKind };
  return atLimits === null
    ? fc.oneof(hostile, { weight: 1, arbitrary: nested })
    : fc.oneof(hostile, { weight: 1, arbitrary: nested }, { weight: 4, arbitrary: atLimits });
}

/** A valid value with one part replaced, removed or added; `root` is the shape of the whole. */
export function damaged(value: unknown, given: Shape | undefined, root: Shape): fc.Arbitrary<Part> {
  const shape = given === undefined ? undefined : resolved(given, root);
  if (value === null || typeof value !== "object") return valueFor(shape, root);
  if (Array.isArray(value)) {
    const inside = value.map((inner, index) =>
      damaged(inner, shape?.items, root).map((part) => ({ kind: part.kind, value: value.with(index, part.value) })),
    );
    const more = fc.constantFrom(2, 100).map((times) => ({ kind: "repeated", value: Array.from({ length: times }, () => value).flat() }));
    return fc.oneof(valueFor(shape, root), more, ...inside.map((arbitrary) => ({ weight: 4, arbitrary })));
  }
  const own = Object.entries(value);
  const names = new Set([...Object.keys(shape?.properties ?? {}), ...Object.keys(value)]);
  const changed = [...names].map((name) => {
    const present: unknown = own.find(([key]) => key === name)?.[1];
    const field = shape?.properties?.[name];
    const part = present === undefined ? valueFor(field, root) : damaged(present, field, root);
    return part.map((one) => ({ kind: one.kind, value: { ...value, [name]: one.value } }));
  });
  const without = own.map(([name]) => fc.constant({ kind: "missing", value: Object.fromEntries(own.filter(([key]) => key !== name)) }));
  const unknown = hostileValueOfKind.map((part) => ({ kind: "unknown", value: { ...value, [`no ${part.kind}`]: part.value } }));
  return fc.oneof(unknown, valueFor(shape, root), ...without, ...changed.map((arbitrary) => ({ weight: 3, arbitrary })));
}

import * as z from "zod";
import { MAX_BULK_ITEMS, MAX_BULK_ORDERS, MAX_DISCOUNT_CODES, MAX_TAGS } from "../order-limits";
import { MAX_WARNINGS } from "../../../platform/http/call";
import { limitErrors, violationsOf, unknownFieldViolation, unknownFields, unknownWarning } from "../../../platform/http/input/input";
import type { JsonShape } from "../../../platform/reading/json-shape";
import { ApiError, type InputViolation } from "../../../platform/api-error";

/** The number of JSON values in an object: its fields, and the object itself. */
const valueCount = (shape: object): number => Object.keys(shape).length + 1;

const TOO_MANY_ITEMS: InputViolation = {
  path: "orders",
  code: "too_many_items",
  message: `Expected at most ${MAX_BULK_ITEMS} items in all orders of one request. Send fewer orders.`,
  limit: MAX_BULK_ITEMS,
};

/**
 * JSON values of the properties of an item, in the largest body: eight properties, each with its name, its value and the object itself. An item
 * without other optional fields may have more.
 */
const PROPERTY_VALUES = 8 * 3;

/** What is wrong with one entry of a bulk request. Null: nothing. */
export const ResultError = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    details: z.array(z.looseObject({ code: z.string(), message: z.string() })),
  })
  .nullable();

/** The limits of a bulk body: as many values as the largest orders have. Unknown fields count too. */
export function bulkShape({ order, item }: { order: z.ZodObject; item: z.ZodObject }): JsonShape {
  return {
    // The schema needs 5 levels. The rest is for unknown fields, which are ignored.
    maxDepth: 32,
    // The 100 are for the other fields of the body.
    maxValues:
      MAX_BULK_ITEMS * (valueCount(item.shape) + PROPERTY_VALUES) +
      MAX_BULK_ORDERS * (valueCount(order.shape) + MAX_DISCOUNT_CODES + MAX_TAGS) +
      100,
    lists: [
      {
        name: "orders",
        depth: 2,
        max: MAX_BULK_ORDERS,
        violation: { path: "orders", code: "too_big", message: `Too big: expected array to have <=${MAX_BULK_ORDERS} items` },
      },
      { name: "items", depth: 4, max: MAX_BULK_ITEMS, violation: TOO_MANY_ITEMS },
    ],
  };
}

/**
 * Throws 400 Bad Request if all orders together have too many items. It counts parsed items, so escaped field names cannot bypass the
 * limit.
 */
export function assertItemCount(orders: readonly unknown[]): void {
  let count = 0;
  for (const order of orders) {
    const items: unknown = typeof order === "object" && order !== null && "items" in order ? order.items : null;
    if (Array.isArray(items)) count += items.length;
  }
  if (count > MAX_BULK_ITEMS) throw new ApiError("validation_error", [TOO_MANY_ITEMS]);
}

/**
 * The orders of a bulk body. They are documented as `order`, but validated one by one (checkOrder), so that an invalid one need not reject the
 * others.
 */
export function bulkOrders(order: z.ZodObject) {
  // This union accepts anything. Its second option is only for the document, which would otherwise not contain the schema.
  const documented = z.unknown().or(order);
  const override = ({ jsonSchema }: { jsonSchema: { anyOf?: unknown; $ref?: string } }): void => {
    delete jsonSchema.anyOf;
    jsonSchema.$ref = `#/components/schemas/${order.meta()?.id ?? ""}`;
  };
  return z.array(documented.meta({ override })).min(1).max(MAX_BULK_ORDERS);
}

/** Violations of one order in a bulk response. There are up to 200 orders, and the response's marker must fit in a row. */
const MAX_ORDER_VIOLATIONS = 20;

/** An order of the request, or the error that makes it invalid. `unknown` has the paths of unknown fields. */
type CheckedOrder<T> = { unknown: string[] } & ({ data: T } | { error: ApiError });

/** Validates one order on its own, so that an invalid one need not reject the others. `strict` rejects unknown fields. */
export function checkOrder<Schema extends z.ZodObject>(schema: Schema, value: unknown, strict: boolean): CheckedOrder<z.output<Schema>> {
  const unknown = unknownFields(schema, value);
  const { success, data, error } = schema.safeParse(value);
  const unknownViolations = strict ? unknown.map(unknownFieldViolation) : [];
  const violations = success
    ? limitErrors(unknownViolations, MAX_ORDER_VIOLATIONS)
    : violationsOf(error.issues, MAX_ORDER_VIOLATIONS, unknownViolations);
  return success && violations.length === 0 ? { data, unknown } : { error: new ApiError("validation_error", violations), unknown };
}

export const pathOf = (index: number): string => `orders[${index}]`;

interface ParsedOrders<Element> {
  elements: Element[];
  /** Warnings for unknown fields, as many as a response contains. `omittedWarningCount` counts the others. */
  unknownWarnings: string[];
  omittedWarningCount: number;
}

/** Validates orders, and stops after `maxFailed` invalid ones, because the response contains no more. */
export function parseOrders<Element extends object>(
  orders: readonly unknown[],
  maxFailed: number,
  parse: (order: unknown) => { element: Element; unknown: readonly string[] },
): ParsedOrders<Element> {
  const elements: Element[] = [];
  const unknownWarnings: string[] = [];
  let [failed, omittedWarningCount] = [0, 0];
  for (const [index, order] of orders.entries()) {
    const { element, unknown } = parse(order);
    elements.push(element);
    const named = unknown.slice(0, MAX_WARNINGS - unknownWarnings.length);
    unknownWarnings.push(...named.map((at) => unknownWarning(`${pathOf(index)}.${at}`)));
    omittedWarningCount += unknown.length - named.length;
    if ("error" in element) failed += 1;
    if (failed === maxFailed) break;
  }
  return { elements, unknownWarnings, omittedWarningCount };
}

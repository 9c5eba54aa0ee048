import type { Schema } from "@cfworker/json-schema";
import { beforeAll, describe, expect, it } from "vitest";
import v1 from "../../openapi/v1.json";
import v2 from "../../openapi/v2.json";
import { type ApiResponse, createShop, call, idempotencyKey, type Shop } from "../kit/client";

/**
 * A value that the server accepts from a list of names is an enum in the documents, so that generated clients have a type for it. These
 * values are derived from the server's errors, not from a list here.
 */

interface Parameter {
  in: string;
  name: string;
  explode?: boolean;
  schema: Schema;
}

interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: { "application/json"?: { schema: Schema } } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const DOCUMENTS = [v1, v2] as unknown as Document[];
const BOGUS = "Bogus";
/** The server's message for an unknown name. */
const NAMES = /expected (?:one of|a list of|field:asc)/i;

interface Detail {
  path?: string;
  message: string;
}

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const detailsOf = ({ body }: ApiResponse): Detail[] => body.error?.details ?? [];

async function send(method: string, path: string, { query = "", body }: { query?: string; body?: unknown }): Promise<ApiResponse> {
  const credential: Record<string, string> = path.startsWith("/api/v2/")
    ? { Authorization: `Bearer ${shop.token.secret}` }
    : { "x-api-key": shop.key.secret };
  return await call(path.replaceAll(/\{\w+\}/g, "1") + query, {
    method: method.toUpperCase(),
    headers: { ...credential, ...idempotencyKey() },
    ...(body !== undefined && { body }),
  });
}

/** Every operation of both documents to which callers send `part`. */
const operationsWith = (part: "parameters" | "requestBody") =>
  DOCUMENTS.flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([, operation]) => operation[part] !== undefined)
        .map(([method, operation]) => ({ document, path, method, operation })),
    ),
  );

const resolved = ({ components }: Document, schema: Schema): Schema => {
  const name = schema.$ref?.replace("#/components/schemas/", "");
  return name === undefined ? schema : (components.schemas[name] ?? {});
};

/** A value of the schema with the invalid text in place of every text, number and boolean. */
function bogusValue(document: Document, schema: Schema): unknown {
  const { type, properties = {}, items, anyOf } = resolved(document, schema);
  if (anyOf !== undefined) return bogusValue(document, anyOf[0] ?? {});
  if (type === "object")
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, bogusValue(document, inner as Schema)]));
  if (type === "array") return [bogusValue(document, items as Schema)];
  return BOGUS;
}

/** The schema at a path such as `orders[0].status`. */
function schemaAt(document: Document, schema: Schema, path: string): Schema {
  const parts = path.split(/\.|(?=\[)/).filter((part) => part !== "");
  return parts.reduce<Schema>((outer, part) => {
    const { properties = {}, items, anyOf = [] } = resolved(document, outer);
    const options = [{ properties, items } as Schema, ...anyOf.map((one) => resolved(document, one))];
    const found = options.map((one) => (part.startsWith("[") ? (one.items as Schema) : (one.properties?.[part] as Schema)));
    return resolved(document, found.find((one) => one !== undefined) ?? {});
  }, schema);
}

/** Whether the document rejects the text because of an enum. */
const isEnum = (schema: Schema): boolean =>
  schema.enum?.includes(BOGUS) === false ||
  schema.anyOf?.some(isEnum) === true ||
  (schema.type === "array" && isEnum(schema.items as Schema));

describe("where the server accepts only names from a list, the documents have an enum", () => {
  it("for a query parameter", async () => {
    const closed: string[] = [];
    for (const { document, path, method, operation } of operationsWith("parameters")) {
      const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
      if (parameters.length === 0) continue;
      // Without a body, a request that needs one is rejected for that only.
      const body = operation.requestBody?.content["application/json"] === undefined ? undefined : {};
      const query = `?${parameters.map(({ name }) => `${name}=${BOGUS}`).join("&")}`;
      for (const { path: name, message } of detailsOf(await send(method, path, { query, body }))) {
        if (!NAMES.test(message)) continue;
        const parameter = parameters.find((one) => one.name === name);
        expect({ operationId: operation.operationId, name, isEnum: isEnum(resolved(document, parameter?.schema ?? {})) }).toEqual({
          operationId: operation.operationId,
          name,
          isEnum: true,
        });
        closed.push(`${operation.operationId} ${name}`);
      }
    }
    expect(closed).toEqual(
      expect.arrayContaining([
        "listOrders status",
        "listOrders include",
        "listOrdersV2 sort",
        "listStoresV2 platform",
        "createOrder on_conflict",
        "createFile role",
      ]),
    );
  });

  it("for a field of a body", async () => {
    const closed: string[] = [];
    for (const { document, path, method, operation } of operationsWith("requestBody")) {
      const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
      const response = await send(method, path, { body: bogusValue(document, schema) });
      for (const { path: at = "", message } of detailsOf(response)) {
        if (!NAMES.test(message)) continue;
        expect({ operationId: operation.operationId, at, isEnum: isEnum(schemaAt(document, schema, at)) }).toEqual({
          operationId: operation.operationId,
          at,
          isEnum: true,
        });
        closed.push(`${operation.operationId} ${at}`);
      }
    }
    expect(closed).toEqual(
      expect.arrayContaining(["createOrder status", "createTicket priority", "createStore platform", "createWebhook events[0]"]),
    );
  });
});

/** Every schema in a document with its path. */
function* schemasIn(part: unknown, place = ""): Generator<[place: string, schema: Schema]> {
  if (part === null || typeof part !== "object") return;
  if ("type" in part || "enum" in part || "pattern" in part) yield [place, part as Schema];
  for (const [name, inner] of Object.entries(part)) {
    if (name !== "example" && name !== "examples") yield* schemasIn(inner, `${place}/${name}`);
  }
}

describe.each([
  ["v1", DOCUMENTS[0]],
  ["v2", DOCUMENTS[1]],
] as const)("the OpenAPI document of %s", (_name, document) => {
  it("has no pattern that matches both cases of a letter, because a list of names must be an enum", () => {
    const folding = [...schemasIn(document)].filter(([, { pattern = "" }]) =>
      [...pattern.matchAll(/\[([A-Za-z])([A-Za-z])\]/g)].some(([, one = "", other = ""]) => one.toLowerCase() === other.toLowerCase()),
    );
    expect(folding.map(([place]) => place)).toEqual([]);
  });

  it("restricts an enum by nothing else, because code generated from more may not compile", () => {
    const restricted = [...schemasIn(document)].filter(
      ([, schema]) => schema.enum !== undefined && ["maxLength", "minLength", "pattern", "format"].some((rule) => rule in schema),
    );
    expect(restricted.map(([place]) => place)).toEqual([]);
  });

  it("has no two enums in one operation under the same parameter name, because generated types would have the same name", () => {
    for (const { parameters = [], operationId } of Object.values(document?.paths ?? {}).flatMap((item) => Object.values(item))) {
      const names = parameters.filter(({ schema }) => schema.enum !== undefined).map(({ name }) => name.replaceAll("_", "").toLowerCase());
      expect({ operationId, names }).toEqual({ operationId, names: [...new Set(names)] });
    }
  });

  it("has only enums of non-empty strings", () => {
    const values = [...schemasIn(document)].flatMap(([place, schema]) => (schema.enum ?? []).map((value) => [place, value] as const));
    expect(values.length).toBeGreaterThan(20);
    expect(values.filter(([, value]) => typeof value !== "string" || value.trim() === "")).toEqual([]);
  });
});

import { readFileSync } from "node:fs";

/** What of an OpenAPI 3.1 document a collection is made of. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: { schemas?: Record<string, Schema>; securitySchemes: { credential: SecurityScheme } };
}

export const METHODS = ["get", "post", "put", "patch", "delete"] as const;
export type Method = (typeof METHODS)[number];

export type SecurityScheme = { type: "apiKey"; in: "header"; name: string } | { type: "http"; scheme: "bearer" };

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  /** Empty where no credential is needed. */
  security?: unknown[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, Response | Reference>;
}

export interface Reference {
  $ref: string;
}

export interface Parameter extends Exampled {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export interface Response {
  description: string;
  content?: Record<string, MediaType>;
}

/** An example of its own, or named ones. */
export interface Exampled {
  example?: unknown;
  examples?: Record<string, { summary?: string; value?: unknown }>;
}

export interface MediaType extends Exampled {
  schema?: Schema;
}

/** A JSON Schema of 2020-12, as far as examples are made of it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minimum?: number;
}

/** Reads a committed document. Throws where there is none. */
export function readDocument(path: string): ApiDocument {
  return JSON.parse(readFileSync(path, "utf8")) as ApiDocument;
}

/** What `#/components/…` names; the thing itself where it is no reference. Throws where it names nothing. */
export function resolved<T extends object>(document: ApiDocument, thing: T | Reference): T {
  if (!("$ref" in thing) || typeof thing.$ref !== "string") return thing as T;
  let found: unknown = document;
  for (const step of thing.$ref.split("/").slice(1)) found = (found as Record<string, unknown> | undefined)?.[step];
  if (found === undefined) throw new Error(`${thing.$ref} names nothing.`);
  return found as T;
}

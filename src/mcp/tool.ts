import * as z from "zod";
import { v2Endpoints } from "../api/v2";
import type { Endpoint } from "../platform/http/endpoint";
import { inputSchema, type JsonSchema, outputSchema } from "./json-schema";

/** An argument of a tool: as the endpoint describes it (true), in words for a model, or with more about it. */
export type Argument =
  | true
  | string
  | {
      about?: string;
      /** The names that it usually is. */
      examples?: readonly string[];
      /** What is sent where the caller says nothing. */
      usual?: number;
      /** It must be given, although the endpoint has a default. */
      required?: true;
      /** Part of the endpoint's own schema, where a tool takes less. */
      schema?: z.ZodType;
    };

/** One operation of v2 as a tool: which of its inputs a model may set, and what it must know to set them well. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  operation: string;
  /** Argument → the path parameter that it is. */
  path?: Readonly<Record<string, { parameter: string; about: string }>>;
  arguments?: Readonly<Record<string, Argument>>;
  /** It replaces or ends something, rather than adding to what is there. */
  overwrites?: true;
  /** Offered only to who asks for it (`?tools=`). */
  onRequest?: true;
}

/** A tool, ready to be listed and called. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  endpoint: Endpoint;
  writes: boolean;
  overwrites: boolean;
  onRequest: boolean;
  /** The scope that it needs; null: any. */
  scope: string | null;
  /** Argument → path parameter. */
  path: Readonly<Record<string, string>>;
  /** Names of the arguments that are the endpoint's query or body, in the endpoint's order. */
  fields: readonly string[];
  usual: Readonly<Record<string, number>>;
  required: readonly string[];
  /** Knows every field that may be given, however deep. */
  known: z.ZodObject;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

const KEY_ABOUT =
  "1 to 255 printable ASCII characters, such as a UUID. Make a new one for each change that you intend. Give the same one only to " +
  "repeat a call whose answer was lost: then nothing is done twice and the first answer comes back. It is remembered for 24 h.";
const VERSION_ABOUT = "The `version` that you read: nothing is changed and precondition_failed comes back where it has changed since.";

/** What every write takes besides its fields. */
const IdempotencyKey = z.string().min(1).max(255);
const ExpectedVersion = z.int().min(1);

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function endpointOf(operation: string): Endpoint {
  const found = v2Endpoints.find(({ operationId }) => operationId === operation);
  if (found === undefined) throw new Error(`v2 has no operation ${operation}.`);
  return found;
}

function partOf(shape: Record<string, z.ZodType>, name: string, operation: string): z.ZodType {
  const part = shape[name];
  if (part === undefined) throw new Error(`${operation} has no input ${name}.`);
  return part;
}

/** The arguments of a tool, as they are gathered. */
interface Gathered {
  known: Record<string, z.ZodType>;
  properties: Record<string, JsonSchema>;
  required: string[];
  usual: Record<string, number>;
}

function gather({ known, properties, required }: Gathered, name: string, schema: z.ZodType, isRequired: boolean, more: JsonSchema): void {
  known[name] = schema;
  properties[name] = { ...inputSchema(schema), ...more };
  if (isRequired) required.push(name);
}

/** One argument that is a field of the endpoint's query or body. */
function gatherField(gathered: Gathered, name: string, own: z.ZodType, argument: Argument): void {
  const told = typeof argument === "string" ? { about: argument } : argument === true ? {} : argument;
  const { about, examples, usual, schema = own } = told;
  const isRequired = told.required ?? !schema.safeParse(undefined).success;
  const more = { description: about, examples, default: usual };
  gather(gathered, name, schema, isRequired, Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)));
  // What must be said has no default.
  if (told.required === true) delete gathered.properties[name]?.["default"];
  if (usual !== undefined) gathered.usual[name] = usual;
}

/** Makes a tool of its description: every schema is the endpoint's own. Throws where the endpoint has no such input. */
export function toolOf({ operation, path = {}, arguments: args = {}, ...description }: ToolDescription): Tool {
  const endpoint = endpointOf(operation);
  const { guard, input = {}, supportsIfMatch = false, responses } = endpoint;
  const writes = guard.kind === "write";
  const gathered: Gathered = { known: {}, properties: {}, required: [], usual: {} };
  for (const [name, { parameter, about }] of Object.entries(path)) {
    gather(gathered, name, partOf(shapeOf(input.param), parameter, operation), true, { description: about });
  }
  const shape = shapeOf(writes ? input.json : input.query);
  for (const name of Object.keys(args)) partOf(shape, name, operation);
  // In the endpoint's order: the same arguments make the same request, and so the same fingerprint of an idempotency key.
  const fields = Object.keys(shape).filter((name) => Object.hasOwn(args, name));
  for (const name of fields) gatherField(gathered, name, partOf(shape, name, operation), args[name] ?? true);
  if (supportsIfMatch) gather(gathered, "expected_version", ExpectedVersion, false, { description: VERSION_ABOUT });
  if (writes) gather(gathered, "idempotency_key", IdempotencyKey, true, { description: KEY_ABOUT });

  const answer = responses[200] ?? responses[201];
  if (answer === undefined) throw new Error(`${operation} answers nothing that a tool could show.`);
  const { properties, required, usual } = gathered;
  return {
    ...description,
    endpoint,
    writes,
    overwrites: description.overwrites === true,
    onRequest: description.onRequest === true,
    scope: "scope" in guard ? guard.scope : null,
    path: Object.fromEntries(Object.entries(path).map(([name, { parameter }]) => [name, parameter])),
    fields,
    usual,
    required,
    known: z.object(gathered.known),
    inputSchema: { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false },
    outputSchema: writes ? writtenSchema(outputSchema(answer)) : outputSchema(answer),
  };
}

/** What a write answers: the resource, and how the call went. */
function writtenSchema(result: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      result,
      replayed: { type: "boolean", description: "True: this key was used before, and this is the answer that it had then." },
      warnings: {
        type: "array",
        items: { type: "string" },
        description: "Warnings about input that was accepted although it looks wrong.",
      },
    },
    required: ["result", "replayed"],
  };
}

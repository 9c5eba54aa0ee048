import * as z from "zod";
import { v2Endpoints } from "../api/v2";
import type { Endpoint } from "../../platform/http/endpoint";
import type { Argument, ToolDescription } from "../../platform/http/tool-description";
import { MAX_METADATA_PAIRS } from "../../platform/values/metadata-limits";
import { inputSchema, type JsonSchema, outputSchema } from "./json-schema";

export interface Tool {
  name: string;
  title: string;
  description: string;
  endpoint: Endpoint;
  writes: boolean;
  /** Whether it replaces or ends something instead of only adding to it. */
  overwrites: boolean;
  /** Whether it is offered only if the URL names it. */
  onRequest: boolean;
  /** The scope that it requires; null if it requires none. */
  scope: string | null;
  /** Argument name to path parameter. */
  path: Readonly<Record<string, string>>;
  /** The names of the arguments in the endpoint's query or body, in the endpoint's order. */
  fields: readonly string[];
  defaults: Readonly<Record<string, number>>;
  /** The arguments that are lists of keys and values, and objects in the endpoint. */
  pairs: readonly string[];
  required: readonly string[];
  /** The schema of all arguments, to find unknown fields at any depth. */
  argumentsSchema: z.ZodObject;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
}

const KEY_ABOUT = "Such as a UUID: a new one for each change, the same one only to repeat a call whose response was lost.";
const VERSION_ABOUT = "The `version` that you read. If it has changed since, the call fails with precondition_failed.";

/**
 * A list of keys and values for an object of the endpoint. As in a body (MetadataBody), an update may delete all keys, which are then sent with empty
 * values, and set as many others.
 */
export const Pairs = z.array(z.object({ key: z.string(), value: z.string() })).max(2 * MAX_METADATA_PAIRS);

/** Additional arguments of writes. */
const IDEMPOTENCY_KEY = { schema: z.string().min(1).max(255), isRequired: true, description: KEY_ABOUT };
const EXPECTED_VERSION = { schema: z.int().min(1), isRequired: false, description: VERSION_ABOUT };

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe) return shapeOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function endpointOf(operation: string): Endpoint {
  const endpoint = v2Endpoints.find(({ operationId }) => operationId === operation);
  if (endpoint === undefined) throw new Error(`v2 has no operation ${operation}.`);
  return endpoint;
}

function inputOf(shape: Record<string, z.ZodType>, name: string, operation: string): z.ZodType {
  const part = shape[name];
  if (part === undefined) throw new Error(`${operation} has no input ${name}.`);
  return part;
}

interface ToolArguments {
  schemas: Record<string, z.ZodType>;
  properties: Record<string, JsonSchema>;
  required: string[];
  defaults: Record<string, number>;
  pairs: string[];
}

function addArgument(
  { schemas, properties, required }: ToolArguments,
  name: string,
  { schema, isRequired, ...more }: JsonSchema & { schema: z.ZodType; isRequired: boolean },
): void {
  schemas[name] = schema;
  properties[name] = { ...inputSchema(schema), ...more };
  if (isRequired) required.push(name);
}

/** Adds an argument that is a field of the endpoint's query or body. */
function addField(
  collected: ToolArguments,
  name: string,
  { endpointSchema, argument }: { endpointSchema: z.ZodType; argument: Argument },
): void {
  const described = typeof argument === "string" ? { about: argument } : argument;
  const options = described === true ? {} : described;
  const { about, default: defaultValue, pairs } = options;
  const schema = pairs === true ? Pairs.optional() : (options.schema ?? endpointSchema);
  if (pairs === true) collected.pairs.push(name);
  const isRequired = options.required ?? !schema.safeParse(undefined).success;
  const set = Object.entries({ description: about, default: defaultValue }).filter(([, value]) => value !== undefined);
  addArgument(collected, name, { ...Object.fromEntries(set), schema, isRequired });
  // A required argument has no default.
  if (options.required === true) delete collected.properties[name]?.["default"];
  if (defaultValue !== undefined) collected.defaults[name] = defaultValue;
}

/** Builds a tool from its description and the endpoint's schemas. Throws if the endpoint does not have one of the inputs. */
export function buildTool({ operation, path = {}, arguments: args = {}, result, ...description }: ToolDescription): Tool {
  const endpoint = endpointOf(operation);
  const { guard, input = {}, supportsIfMatch = false, responses } = endpoint;
  const writes = guard.kind === "write";
  const collected: ToolArguments = { schemas: {}, properties: {}, required: [], defaults: {}, pairs: [] };
  for (const [name, { parameter, about }] of Object.entries(path)) {
    const schema = inputOf(shapeOf(input.param), parameter, operation);
    addArgument(collected, name, { schema, isRequired: true, description: about });
  }
  const shape = shapeOf(writes ? input.json : input.query);
  for (const name of Object.keys(args)) inputOf(shape, name, operation);
  // We use the endpoint's order, so that the same arguments always have the same fingerprint under an idempotency key.
  const fields = Object.keys(shape).filter((name) => Object.hasOwn(args, name));
  for (const name of fields) addField(collected, name, { endpointSchema: inputOf(shape, name, operation), argument: args[name] ?? true });
  if (supportsIfMatch) addArgument(collected, "expected_version", EXPECTED_VERSION);
  if (writes) addArgument(collected, "idempotency_key", IDEMPOTENCY_KEY);

  const response = responses[200] ?? responses[201];
  if (response === undefined) throw new Error(`${operation} has no response schema for a tool.`);
  const { properties, required, defaults, pairs } = collected;
  return {
    ...description,
    endpoint,
    writes,
    overwrites: description.overwrites === true,
    onRequest: description.onRequest === true,
    scope: "scope" in guard ? guard.scope : null,
    path: Object.fromEntries(Object.entries(path).map(([name, { parameter }]) => [name, parameter])),
    fields,
    defaults,
    pairs,
    required,
    argumentsSchema: z.object(collected.schemas),
    inputSchema: { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false },
    outputSchema: writes ? writeOutputSchema(resultSchema(outputSchema(response), result)) : outputSchema(response),
  };
}

/** The schema of a write's result: all fields of the response, or some of them if another tool describes it. */
function resultSchema(response: JsonSchema, result: ToolDescription["result"]): JsonSchema {
  if (result === undefined) return response;
  const { as, fields } = result;
  const { properties = {}, required = [] } = response as { properties?: Record<string, JsonSchema>; required?: string[] };
  const listed = fields.map((name) => {
    const property = properties[name];
    if (property === undefined) throw new Error(`The result has no field ${name}.`);
    return [name, property] as const;
  });
  return {
    type: "object",
    description: as,
    properties: Object.fromEntries(listed),
    required: required.filter((name) => fields.includes(name)),
  };
}

function writeOutputSchema(result: JsonSchema): JsonSchema {
  return {
    type: "object",
    properties: {
      result,
      replayed: { type: "boolean", description: "True: the stored response to an earlier call with the same key." },
      warnings: {
        type: "array",
        items: { type: "string" },
        description: "Input that was accepted although it looks wrong.",
      },
    },
    required: ["result", "replayed"],
  };
}

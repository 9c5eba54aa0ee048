import { type Components, type Pair, type Place, type Schema, SchemaBreaks } from "./schema-breaks.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Body {
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}

interface Response extends Body {
  $ref?: string;
  headers?: Record<string, unknown>;
}

interface Operation {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Response>;
}

/** The parts of an OpenAPI document that are compared. */
export interface Document {
  paths?: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: Components & { responses?: Record<string, Response>; securitySchemes?: Record<string, Record<string, unknown>> };
}

/**
 * Lists the changes in `after` that break a caller of `before`: removed operations, parameters and fields, stricter inputs, looser responses
 * and other scopes. Additions are compatible (docs/spec/versioning.md#additions-only).
 */
export function breakingChanges(before: Document, after: Document): string[] {
  const schemas = new SchemaBreaks(before.components ?? {}, after.components ?? {});
  const operations = compareAll(before.paths, after.paths, (name, old, now) => [
    ...identityBreaks(name, old, now),
    ...parameterBreaks(schemas, name, [old, now]),
    ...bodyBreaks(schemas, { direction: "sent", where: `${name} body` }, [old.requestBody, now.requestBody]),
    ...responseBreaks(schemas, name, [responsesOf(before, old), responsesOf(after, now)]),
  ]);
  const messages = compareAll(before.webhooks, after.webhooks, (name, old, now) =>
    bodyBreaks(schemas, { direction: "got", where: `webhook ${name}` }, [old.requestBody, now.requestBody]),
  );
  return [...credentialBreaks(before, after), ...operations, ...messages];
}

/** Changes of how credentials are sent. */
function credentialBreaks(before: Document, after: Document): string[] {
  return Object.entries(before.components?.securitySchemes ?? {}).flatMap(([name, old]) => {
    const now = after.components?.securitySchemes?.[name] ?? {};
    return ["type", "in", "name", "scheme"].filter((part) => old[part] !== now[part]).map((part) => `credential ${name}: another ${part}`);
  });
}

type Operations = Record<string, Record<string, Operation>> | undefined;

function compareAll(before: Operations, after: Operations, compare: (name: string, old: Operation, now: Operation) => string[]): string[] {
  return Object.entries(before ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, old]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after?.[path]?.[method];
      return now === undefined ? [`${name}: is gone`] : compare(name, old, now);
    }),
  );
}

function identityBreaks(name: string, old: Operation, now: Operation): string[] {
  const scopes = ({ security = [] }: Operation) => JSON.stringify(security);
  return [
    ...(old.operationId === now.operationId ? [] : [`${name}: operationId is ${now.operationId}, was ${old.operationId}`]),
    ...(scopes(old) === scopes(now) ? [] : [`${name}: wants ${scopes(now)}, wanted ${scopes(old)}`]),
  ];
}

function parameterBreaks(schemas: SchemaBreaks, name: string, [old, now]: Pair<Operation>): string[] {
  const key = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;
  const known = new Map((old.parameters ?? []).map((parameter) => [key(parameter), parameter]));
  const present = new Map((now.parameters ?? []).map((parameter) => [key(parameter), parameter]));
  const gone = [...known.keys()].filter((one) => !present.has(one)).map((one) => `${name} ${one}: is gone`);
  const changed = [...present].flatMap(([one, parameter]) => {
    const former = known.get(one);
    const required = parameter.required === true && former?.required !== true ? [`${name} ${one}: is required now`] : [];
    return former === undefined
      ? required
      : [...required, ...schemas.of({ direction: "sent", where: `${name} ${one}` }, [former.schema, parameter.schema])];
  });
  return [...gone, ...changed];
}

function bodyBreaks(schemas: SchemaBreaks, place: Place, [old = {}, now = {}]: Pair<Body | undefined>): string[] {
  const { direction, where } = place;
  const required = direction === "sent" && now.required === true && old.required !== true ? [`${where}: is required now`] : [];
  const contents = Object.entries(old.content ?? {}).flatMap(([type, { schema }]) => {
    const next = now.content?.[type];
    if (next === undefined) return [`${where}: no ${type} any more`];
    return schema === undefined || next.schema === undefined ? [] : schemas.of(place, [schema, next.schema]);
  });
  return [...required, ...contents];
}

/** The responses of an operation by status, with references resolved. */
function responsesOf({ components }: Document, { responses }: Operation): Record<string, Response> {
  const shared = (ref: string) => components?.responses?.[ref.replace("#/components/responses/", "")] ?? {};
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, response.$ref === undefined ? response : shared(response.$ref)]),
  );
}

function responseBreaks(schemas: SchemaBreaks, name: string, [old, now]: Pair<Record<string, Response>>): string[] {
  return Object.entries(old).flatMap(([status, was]) => {
    const is = now[status];
    // An error response that is no longer returned does not break callers.
    if (is === undefined) return status.startsWith("2") ? [`${name} ${status}: is gone`] : [];
    const gone = Object.keys(was.headers ?? {}).filter((header) => is.headers?.[header] === undefined);
    const place: Place = { direction: "got", where: `${name} ${status}` };
    return [...gone.map((header) => `${name} ${status} ${header}: is gone`), ...bodyBreaks(schemas, place, [was, is])];
  });
}

import { readFileSync } from "node:fs";

interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  minimum?: number;
}

interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json"?: { schema: Schema } } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A position in a request with a list of allowed names, and the client's call with a value there. */
export interface ClosedValue {
  /** For example `POST /api/v2/orders/bulk body.orders.[].status`. */
  place: string;
  names: readonly string[];
  /** The call with this name at the position. */
  callWith: (name: string) => string;
}

/** The path of a value: the names of fields, `[]` for the entries of a list, and `|1` for an alternative. */
type Path = readonly string[];

/** The parts of a request that are needed to compile it: its required fields, and those on the path. */
class Requests {
  readonly #document: Document;

  constructor(document: Document) {
    this.#document = document;
  }

  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const found = this.#document.components.schemas[schema.$ref.replace("#/components/schemas/", "")];
    if (found === undefined) throw new Error(`${schema.$ref} is not in the document.`);
    return this.resolve(found);
  }

  /** Every value of the schema with a list of allowed names. */
  *closedPlaces(schema: Schema, path: Path = []): Generator<[path: Path, names: string[]]> {
    const { enum: names, properties = {}, items, anyOf = [] } = this.resolve(schema);
    if (names !== undefined) yield [path, names];
    for (const [name, inner] of Object.entries(properties)) yield* this.closedPlaces(inner, [...path, name]);
    if (items !== undefined) yield* this.closedPlaces(items, [...path, "[]"]);
    for (const [index, inner] of anyOf.entries()) yield* this.closedPlaces(inner, [...path, `|${index}`]);
  }

  /** The smallest value of a schema, with `name` at the end of `path`. Null: the path does not lead into this value. */
  value(schema: Schema, path: Path | null, name: string): unknown {
    const { type, enum: names, properties = {}, required = [], items, anyOf, minimum = 0 } = this.resolve(schema);
    const [step, ...rest] = path ?? [];
    if (path !== null && step === undefined) return name;
    if (anyOf !== undefined) return this.value(anyOf[Number(step?.slice(1) ?? 0)] ?? {}, step === undefined ? null : rest, name);
    if (names !== undefined) return names[0];
    if (type === "object") {
      const fields = Object.entries(properties).filter(([field]) => field === step || required.includes(field));
      return Object.fromEntries(fields.map(([field, inner]) => [field, this.value(inner, field === step ? rest : null, name)]));
    }
    if (type === "array") return [this.value(items ?? {}, step === undefined ? null : rest, name)];
    if (type === "boolean") return true;
    return type === "integer" || type === "number" ? Math.max(minimum, 1) : "text";
  }
}

/** An object with the fields, of which those in `required` are required. */
const objectSchema = (properties: Record<string, Schema>, required: string[]): Schema => ({ type: "object", properties, required });

/** The arguments of a call as one value: they have a schema like any other. */
function requestSchema(parameters: NonNullable<Operation["parameters"]>, requestBody: Operation["requestBody"]): Schema {
  const params = ["path", "query"].flatMap((place) => {
    const listed = parameters.filter((parameter) => parameter.in === place);
    const required = listed.filter((parameter) => parameter.required === true).map(({ name }) => name);
    const schema = objectSchema(Object.fromEntries(listed.map((parameter) => [parameter.name, parameter.schema])), required);
    return listed.length === 0 ? [] : [{ place, schema, isRequired: required.length > 0 }];
  });
  const required = params.filter(({ isRequired }) => isRequired).map(({ place }) => place);
  const properties: Record<string, Schema> = {
    params: objectSchema(Object.fromEntries(params.map(({ place, schema }) => [place, schema])), required),
  };
  const body = requestBody?.content["application/json"]?.schema;
  if (body !== undefined) properties["body"] = body;
  // The bytes of a file.
  else if (requestBody !== undefined) properties["body"] = { type: "string" };
  return objectSchema(properties, Object.keys(properties));
}

/** Every closed value that the paths, queries and bodies of a document's requests can have. */
function* closedValuesIn(surface: "v1" | "v2"): Generator<ClosedValue> {
  const document = JSON.parse(readFileSync(`openapi/${surface}.json`, "utf8")) as Document;
  const requests = new Requests(document);
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { parameters = [], requestBody }] of Object.entries(methods)) {
      const request = requestSchema(parameters, requestBody);
      for (const [place, names] of requests.closedPlaces(request)) {
        yield {
          place: `${method.toUpperCase()} ${path} ${place.join(".")}`,
          names,
          callWith: (name) => `api.${surface}.${method.toUpperCase()}("${path}", ${JSON.stringify(requests.value(request, place, name))})`,
        };
      }
    }
  }
}

/** Every closed value in the paths, queries and bodies of both APIs. */
export const CLOSED_VALUES: readonly ClosedValue[] = [...closedValuesIn("v1"), ...closedValuesIn("v2")];

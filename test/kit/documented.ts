import { type Schema, Validator } from "@cfworker/json-schema";

interface Header {
  $ref?: string;
  required?: boolean;
}

interface Response {
  $ref?: string;
  headers?: Record<string, Header>;
  content?: Record<string, { schema: Schema; examples?: Record<string, unknown> }>;
}

interface Operation {
  operationId: string;
  responses: Record<string, Response>;
}

/** The part of an OpenAPI document against which responses are checked. */
export interface Document {
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, Response>; headers?: Record<string, Header> };
}

/** A difference between a response and its document. */
export class UndocumentedResponse extends Error {
  override readonly name = "UndocumentedResponse";
}

/**
 * A document with every object closed. The published ones are open, so that fields can be added, but the responses in tests must be
 * documented to the last field.
 */
function withClosedObjects<T>(document: T): T {
  return JSON.parse(JSON.stringify(document), (_key, part: unknown) => {
    if (typeof part !== "object" || part === null || !("properties" in part) || "additionalProperties" in part) return part;
    return { ...part, additionalProperties: false };
  }) as T;
}

/** Checks responses against an OpenAPI document, with a validator that is independent of its generation. */
export class ContractDocument {
  readonly #document: Document;
  readonly #paths: (readonly [RegExp, Record<string, Operation>])[];
  readonly #validators = new Map<unknown, Validator>();

  constructor(document: Document) {
    this.#document = withClosedObjects(document);
    this.#paths = Object.entries(this.#document.paths ?? {}).map(([path, item]) => [
      new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
      item,
    ]);
  }

  /** The operation of a request, if there is one. */
  operation(method: string, path: string): Operation | undefined {
    const [plain = ""] = path.split("?");
    const name = method === "HEAD" ? "get" : method.toLowerCase();
    return this.#paths.find(([pattern, item]) => pattern.test(plain) && item[name] !== undefined)?.[1][name];
  }

  /** Throws unless a response matches its operation: status, required headers, a documented JSON body, and a listed code for an error. */
  assertDocumented({ operationId, responses }: Operation, { status, headers }: { status: number; headers: Headers }, body: unknown): void {
    const response = this.#resolve(responses[String(status)]);
    if (response === undefined) throw new UndocumentedResponse(`${operationId} returned ${status}, which it does not document`);
    for (const [name, { $ref }] of Object.entries(response.headers ?? {})) {
      const isRequired = this.#document.components?.headers?.[$ref?.replace("#/components/headers/", "") ?? ""]?.required === true;
      if (isRequired && !headers.has(name)) throw new UndocumentedResponse(`${operationId} returned ${status} without ${name}`);
    }
    const content = response.content?.["application/json"];
    if (content === undefined) return;
    this.#assertFits(`${operationId} ${status}`, content.schema, body);
    const { error } = body as { error?: { code: string } };
    if (status >= 400 && content.examples?.[error?.code ?? ""] === undefined) {
      throw new UndocumentedResponse(`${operationId} returned ${status} ${error?.code}, which it does not document`);
    }
  }

  /** Throws unless a body is an error. */
  assertErrorBody(where: string, body: unknown): void {
    this.#assertFits(where, { $ref: "#/components/schemas/Error" }, body);
  }

  #assertFits(where: string, schema: Schema, body: unknown): void {
    const key = schema.$ref ?? schema;
    let validator = this.#validators.get(key);
    if (validator === undefined) {
      validator = new Validator({ ...schema, components: this.#document.components }, "2020-12");
      this.#validators.set(key, validator);
    }
    const { valid, errors } = validator.validate(body);
    if (!valid)
      throw new UndocumentedResponse(
        `${where}: ${errors.map((violation) => `${violation.instanceLocation} ${violation.error}`).join(" ")}`,
      );
  }

  #resolve(response: Response | undefined): Response | undefined {
    if (response?.$ref === undefined) return response;
    return this.#document.components?.responses?.[response.$ref.replace("#/components/responses/", "")];
  }
}

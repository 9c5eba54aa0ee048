import { html, raw } from "hono/html";
import type { OpenApiDocument } from "../http/openapi";

type Html = ReturnType<typeof html>;
type Schema = Record<string, unknown>;

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: Schema; description?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
code, pre { font: 14px/1.45 ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: 0 .25em; overflow-wrap: anywhere; }
article { border: 1px solid var(--line); border-radius: 8px; padding: .5rem 1rem; margin: 1rem 0; }
h3 { margin: .25rem 0; font-size: 1rem; } table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid var(--line); padding: .25rem .5rem .25rem 0; vertical-align: top; } details { margin: .5rem 0; }
`;

/** The name of a schema in a few words: `string`, `array of Order`, `integer or null`. */
function typeOf(schema: Schema): string {
  const reference = schema["$ref"];
  if (typeof reference === "string") return reference.split("/").at(-1) ?? "";
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices)) return choices.map((choice) => typeOf(choice as Schema)).join(" or ");
  if (Array.isArray(schema["enum"])) return schema["enum"].map(String).join(" | ");
  if (schema["type"] === "array") return `array of ${typeOf((schema["items"] ?? {}) as Schema)}`;
  return typeof schema["type"] === "string" ? schema["type"] : "any";
}

/** Text with its `code` marked. */
function marked(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function fields(schema: Schema, required: readonly string[]): Html {
  const rows = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>).map(
    ([name, field]) =>
      html`<tr>
        <td><code>${name}</code></td>
        <td>${typeOf(field)}${required.includes(name) ? ", required" : ""}</td>
        <td>${field["description"] ?? ""}</td>
      </tr>`,
  );
  return html`<table>
    ${rows}
  </table>`;
}

function described(schema: Schema): Html {
  if (schema["properties"] === undefined) return html`<p>${typeOf(schema)}</p>`;
  return fields(schema, (schema["required"] ?? []) as string[]);
}

function operation(method: string, path: string, op: Operation): Html {
  const parameters = (op.parameters ?? []).map(
    (parameter) =>
      html`<tr>
        <td><code>${parameter.name}</code></td>
        <td>${parameter.in}${parameter.required === true ? ", required" : ""}, ${typeOf(parameter.schema)}</td>
        <td>${parameter.description ?? parameter.schema["description"] ?? ""}</td>
      </tr>`,
  );
  const body = op.requestBody?.content["application/json"]?.schema;
  const answers = Object.entries(op.responses).map(([status, response]) => {
    const schema = response.content?.["application/json"]?.schema;
    return html`<tr>
      <td><code>${status}</code></td>
      <td>${marked(response.description)}</td>
      <td>${schema === undefined ? "" : typeOf(schema)}</td>
    </tr>`;
  });
  return html`<article id="${op.operationId}">
    <h3><code>${method.toUpperCase()} ${path}</code></h3>
    <p>${op.summary}. ${marked(op.description ?? "")}</p>
    ${
      parameters.length > 0
        ? html`<details>
            <summary>Parameters</summary>
            <table>
              ${parameters}
            </table>
          </details>`
        : ""
    }
    ${
      body === undefined
        ? ""
        : html`<details>
            <summary>Request body</summary>
            ${described(body)}
          </details>`
    }
    <details>
      <summary>Answers</summary>
      <table>
        ${answers}
      </table>
    </details>
  </article>`;
}

function surface(document: OpenApiDocument): Html {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    // The document was generated a moment ago from our own endpoints: these are its operations.
    Object.entries(methods as unknown as Record<string, Operation>).map(([method, op]) => operation(method, path, op)),
  );
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>).map(
    ([name, schema]) =>
      html`<article id="${document.info.version}-${name}">
        <h3>${name}</h3>
        ${described(schema)}
      </article>`,
  );
  return html`<h2>${document.info.title}</h2>
    ${operations}
    <h2>Objects of ${document.info.title}</h2>
    ${schemas}`;
}

/** The reference of both surfaces as one page without scripts, from the documents that clients are generated from. */
export async function referencePage(documents: readonly OpenApiDocument[]): Promise<string> {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Order Operations: API reference</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <h1>Order Operations</h1>
        <p>
          Public V1 takes <code>x-api-key</code>, v2 takes <code>Authorization: Bearer</code>. The same as OpenAPI:
          <a href="/openapi.json">/openapi.json</a>, <a href="/api/v2/openapi.json">/api/v2/openapi.json</a>.
        </p>
        ${documents.map(surface)}
      </body>
    </html>`;
  return String(await page);
}

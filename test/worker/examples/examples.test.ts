import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { EVENT_TYPES } from "../../../src/resources/events/events";
import type { Endpoint } from "../../../src/platform/http/endpoint";
import { errorCodesOf } from "../../../src/platform/http/openapi/responses";
import { createCredential, asOperator, rows, type Shop, v1As, v2As } from "../../kit/client";
import { organizationDatabase, placeOrganizations } from "../../kit/databases";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { nameOf, ROUTES } from "../../kit/requests";
import { gatherErrors } from "./errors";
import { Placeholders, ExampleRecorder } from "./scribe";
import { recordDay } from "./story";

const DESCRIBED = ROUTES.filter(([{ name }, { responses }]) => name !== "operator" && Object.keys(responses).length > 0);

let examples: {
  operations: ExampleRecorder["operations"];
  errors: Record<string, unknown>;
  errorsOfV1: Record<string, unknown>;
  events: Record<string, unknown>;
};

async function createNamedShop(): Promise<Shop> {
  const { id } = await asOperator("/organizations", {
    name: "Harbour and Pine",
    currency: "USD",
    timezone: "Europe/London",
    database: organizationDatabase(),
  });
  const key = await createCredential(id, "api_key", { name: "Shop script", rate_limit: 600 });
  const token = await createCredential(id, "api_token", { name: "ERP", rate_limit: 600 });
  return { id, database: organizationDatabase(), store: { id: 0, name: "" }, key, token, v1: v1As(key), v2: v2As(token) };
}

/** The first payload of each event and of the test, as webhooks send it. */
async function payloads(organization: number, test: unknown): Promise<Record<string, unknown>> {
  const events = await rows<{ type: string; body: string }>(
    "select type, body from events where organization_id = ? order by seq",
    organization,
  );
  const first = EVENT_TYPES.map((type) => [type, JSON.parse(events.find((event) => event.type === type)?.body ?? "null")] as const);
  return { ...Object.fromEntries(first), "webhook.test": test };
}

beforeAll(async () => {
  // The ids of a database begin at its number × 2^40. Those in the documents should be small.
  placeOrganizations(0);
  captureEnqueued();
  let test: unknown = null;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_url, init) => {
    test = JSON.parse(new TextDecoder().decode(init?.body as Uint8Array));
    return new Response("thanks");
  });
  // A minute passes between two requests, always the same minutes.
  let now = Date.UTC(2026, 10, 21, 9, 0);
  vi.useFakeTimers({ toFake: ["Date"], now });
  const shop = await createNamedShop();
  const placeholders = new Placeholders();
  const { secret: key } = shop.key;
  const credentials = { v1: { "x-api-key": key }, v2: { Authorization: `Bearer ${shop.token.secret}` } };
  const recorder = new ExampleRecorder(credentials, placeholders, () => vi.setSystemTime((now += 60_000)));
  await recordDay(recorder);
  const events = placeholders.replace(await payloads(shop.id, test));
  vi.useRealTimers();
  const { v1, all } = await gatherErrors(shop);
  examples = { operations: recorder.operations, errors: placeholders.replace(all), errorsOfV1: placeholders.replace(v1), events };
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each(DESCRIBED.map((route) => [nameOf(route), route] as const))("%s has an example of each of its responses", (_name, [, endpoint]) => {
  const recorded = examples.operations[endpoint.operationId];
  expect(Object.keys(recorded?.responses ?? {}).toSorted()).toEqual(Object.keys(endpoint.responses).toSorted());
  if (endpoint.input?.json !== undefined) expect(recorded?.request).toBeDefined();
});

it("every error code of an operation has an example of a body", () => {
  const codes = new Set(DESCRIBED.flatMap(([, endpoint]: readonly [unknown, Endpoint]) => errorCodesOf(endpoint)));
  expect(new Set(Object.keys(examples.errors))).toEqual(codes);
});

it("every event has a payload", () => {
  expect(Object.values(examples.events)).not.toContain(null);
});

it("openapi/examples.json, from which the documents are made, has exactly these examples (`npm run openapi` writes it again)", async () => {
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot("../../../openapi/examples.json");
});

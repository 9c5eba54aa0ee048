import { env } from "cloudflare:workers";
import fc from "fast-check";
import { TEXTS, hostileValueOfKind } from "../../kit/hostile-values";
import { bodyOf, encoded } from "../../kit/requests";
import type { Endpoint } from "../../../src/platform/http/endpoint";
import type { Surface } from "../../../src/platform/http/surface";
import type { Attack } from "./attack";
import { damaged, fieldsOf, valueFor, shapeOf } from "./shape";
import { wireBodies } from "./wire";

/** The credentials of a caller: an API key for Public V1, and a token for v2. */
export interface Caller {
  key: string;
  token: string;
}

/** Unusual segments of a path, without slashes. */
const SEGMENTS = [
  "%00",
  "1%00",
  "%2e%2e",
  "..%2f1",
  "1%2f",
  "%",
  "%zz",
  "%c0%af",
  "%ff",
  "%252e%252e%252f",
  "%ed%a0%80",
  "+1",
  "01",
  "1e0",
  "0x1",
  "%D9%A1",
  "1;jsessionid=1",
  "1%20",
  "%0d%0aX-Injected:%201",
  "-1",
  "0",
  "9007199254740992",
  "1".repeat(400),
  "__proto__",
  "constructor",
  "a".repeat(8000),
  "1'%20or%201=1--",
  "%e2%80%ae1",
];

/** Queries that are unusual as a whole. */
const QUERIES = [
  "a[]=1&a[0]=2&a.b=3",
  "&&&===&=&",
  "%=%&%zz=%zz&%00=%00",
  "__proto__=1&__proto__=2&constructor=1&toString=&hasOwnProperty=x&length=9",
  "page=1&page=2",
  "limit=1;limit=2",
  "q=%c0%af&q2=%ff%fe",
  "q=a+b%2Bc%20d",
  "page=%31&limit=%32",
  Array.from({ length: 3000 }, (_, index) => `p${index}=${index}`).join("&"),
  "x=".repeat(4000),
  `q=${"%25".repeat(2000)}`,
  `cursor=${"A".repeat(4000)}`,
  "cursor=..&after=.&cursor=A.A",
];

/** Names and values of headers that the Worker reads, and some that it must ignore. */
const HEADERS: readonly (readonly [string, readonly string[]])[] = [
  [
    "Prefer",
    [
      "handling=strict",
      "handling=lenient",
      'respond-async, handling="strict"',
      "handling = strict;a=b",
      ",".repeat(5000),
      "handling=".repeat(500),
    ],
  ],
  ["If-Match", ["*", '"1"', 'W/"1-abc"', "1", '"', '"a","b"', `${'"9",'.repeat(3000)}"1"`, "-1", '"1-', "999999999999999999"]],
  ["If-None-Match", ["*", '"', "W/", 'W/"x", "y"', `${'W/"x",'.repeat(5000)}*`, " , ,"]],
  ["Range", ["bytes=0-0", "bytes=-1", "bytes=0-0,1-1", "items=0-5"]],
  ["Accept", ["text/html", "*/*;q=0", "application/xml", "a".repeat(4000)]],
  ["Accept-Encoding", ["gzip;q=1.0, identity;q=0", "x".repeat(2000)]],
  ["X-Request-Id", ["abc", "a".repeat(129), "a b", "é", '{"a":1}', "'; --"]],
  ["X-HTTP-Method-Override", ["DELETE", "PUT"]],
  ["X-Forwarded-Host", ["evil.example.com"]],
  ["X-Original-URL", ["/operator/organizations"]],
  ["Cookie", ["a=b".repeat(1000)]],
  ["X-Huge", ["a".repeat(30_000)]],
  ["Transfer-Encoding", ["chunked"]],
  ["Idempotency-Key", ["", " ", "a".repeat(255), "a".repeat(256), "é", "a\tb", "'; drop table --", "__proto__"]],
];

const header = fc.constantFrom(...HEADERS).chain(([name, values]) => fc.constantFrom(...values).map((value) => [name, value] as const));

/** Any request of an endpoint: mostly valid, with one or more invalid parts. */
export function attackOn(surface: Surface, endpoint: Endpoint, path: string, caller: Caller): fc.Arbitrary<Attack> {
  const { input = {}, method } = endpoint;
  const shape = input.json === undefined ? {} : shapeOf(input.json);
  const validBody = bodyOf(endpoint) ?? {};
  const body = method === "get" ? fc.constant(undefined) : wireBodies(damaged(validBody, shape, shape), validBody);
  const known = Object.entries(input.query === undefined ? {} : fieldsOf(shapeOf(input.query)));
  const parameter = fc
    .constantFrom(...known, ["noise", {}] as const)
    .chain(([name, field]) =>
      valueFor(field, field).map(({ kind, value }) => ({ kind: `query: ${kind}`, text: `${name}=${encoded(value)}` })),
    );
  const whole = fc.constantFrom(...QUERIES).map((text) => [{ kind: "query: odd", text }]);
  const query = fc.oneof(
    { weight: method === "get" ? 1 : 6, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(parameter, { minLength: 1, maxLength: 4 }) },
    { weight: 1, arbitrary: whole },
  );
  const segment = fc.oneof(
    fc.constantFrom(...SEGMENTS, ...TEXTS.paths.map(encoded)),
    hostileValueOfKind.map(({ value }) => encoded(value).replaceAll(".", "%2E") || "%20"),
  );
  // The last segment with a digit or an underscore is an id; a segment of words may follow it. A path without an id stays as it is.
  const hostilePath = segment.map((odd) => path.replace(/[^/]*[0-9_][^/]*(?=\/[a-z-]*$|$)/, () => odd));
  const where = fc.oneof(
    { weight: 9, arbitrary: fc.constant({ kind: "", text: path }) },
    { weight: 2, arbitrary: hostilePath.map((text) => ({ kind: text === path ? "" : "path: odd", text })) },
    { weight: 1, arbitrary: fc.constant({ kind: "path: slash", text: `${path}/` }) },
  );
  const odd = fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(header, { minLength: 1, maxLength: 3 }) },
  );
  return fc.tuple(where, query, body, odd).map(([at, parts, wire, odds]) => ({
    method: method.toUpperCase(),
    target: surface.base + at.text + (parts.length > 0 ? `?${parts.map(({ text }) => text).join("&")}` : ""),
    headers: {
      ...identity(surface, caller),
      "CF-Connecting-IP": "192.0.2.1",
      "Idempotency-Key": crypto.randomUUID(),
      ...(wire !== undefined && wire.type !== "" && { "Content-Type": wire.type }),
      ...Object.fromEntries(odds),
    },
    ...(wire !== undefined && { body: wire.bytes }),
    kinds: [at.kind, ...parts.map(({ kind }) => kind), wire?.kind ?? "", ...odds.map(([name]) => `header: ${name}`)].filter(
      (kind) => kind !== "",
    ),
  }));
}

/** The headers that authenticate a caller on a surface. */
export function identity({ name }: Surface, { key, token }: Caller): Record<string, string> {
  if (name === "v1") return { "x-api-key": key };
  return { Authorization: `Bearer ${name === "v2" ? token : env.OPERATOR_TOKEN}` };
}

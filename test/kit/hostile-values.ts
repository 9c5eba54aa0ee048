import { anyCharacter } from "./any-character";
import fc from "fast-check";

/** Hostile texts by what they attack. */
export const TEXTS = {
  empty: ["", " ", "\t\r\n", "\u00a0\u2003\ufeff"],
  sql: [
    "'; drop table orders; --",
    "' or 1=1 /*",
    '"; select 1',
    "%",
    "_",
    "%_%".repeat(20),
    "[a-z]*?",
    "\\",
    "$.a",
    "$[0]",
    "[0].a",
    "x'00'",
    "0x7f",
  ],
  search: [
    '"*" OR NEAR(',
    "AND",
    "a AND NOT b",
    "NEAR(a b, 2)",
    "^a",
    "a*",
    '"',
    '""',
    "- : + *",
    "title:a",
    "{a b}: c",
    "a".repeat(199),
    "a b ".repeat(50),
  ],
  prototype: ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype", "valueOf"],
  control: ["\u0000", "a\u0000b", "\r\nX-Injected: 1", "\u001b[31m", "\u0085\u2028\u2029", "\u007f"],
  surrogates: ["\ud800", "\udc00\ud800", "a\udfffb", "\ud83d"],
  direction: ["\u202eabc\u202c", "\u2066x\u2069", "\u200b\u200d\ufeff", "שלום abc"],
  combining: ["e" + "\u0301\u0316".repeat(120), "Z̷̧̛͈̙a̴͇͋l̶̗̈g̵o", "\u0316\u0301".repeat(100)],
  emoji: ["👩‍👩‍👧‍👦", "🏳️‍🌈🇩🇪", "👍🏽".repeat(60), "𝕫̈́ﷺ"],
  normalization: ["é", "e\u0301", "Å", "Å", "ſt", "ﬃ", "ﷺ".repeat(80), "İ", "ς Σ σ", "ß"],
  homoglyphs: ["раураl", "Ａｄｍｉｎ", "０１２", "١٢٣", "Ⅷ", "½"],
  numeric: [
    "0",
    "-1",
    "1e3",
    "0x10",
    "1.5",
    "+1",
    " 1",
    "01",
    "9007199254740993",
    "1".repeat(400),
    "NaN",
    "Infinity",
    "-0",
    "1_000",
    "1,5",
  ],
  dates: [
    "2026-02-30",
    "0000-01-01",
    "0000-00-00T00:00:00Z",
    "0001-01-01",
    "9999-12-31",
    "9999-12-31T23:59:59.999+14:00",
    "9999-12-31T23:59:59-14:00",
    "+010000-01-01T00:00:00Z",
    "2016-12-31T23:59:60Z",
    "2026-03-29T02:30:00",
    "2026-03-29T02:30:00[Europe/Berlin]",
    "1970-01-01T00:00:00+14:00",
    "1969-12-31",
    "2026-1-1",
    "2026-01-01T24:00:00Z",
  ],
  zones: ["Europe/Kyiv", "Etc/GMT+14", "+05:00", "UTC+1", "../UTC", "Pacific/Apia", "IST", "europe/berlin", "A".repeat(255)],
  paths: ["../../etc/passwd", "..%2f", "%00", "%", "%zz", "%c0%af", "%252e%252e", "file:///etc/passwd", "//example.com", "a;b=c"],
  urls: [
    "https://",
    "https://a..b.example.com/",
    "https://user@hooks.example.com/",
    "https://[::1]/",
    "https://2130706433/",
    "https://hooks.example.com:99999/",
    "javascript:alert(1)",
    `https://hooks.example.com/${"a".repeat(2100)}`,
  ],
  long: ["a".repeat(6000), "é".repeat(6000), " ".repeat(6000), "a.".repeat(3000), "𝕫".repeat(3000)],
} as const;

/** Values of an unexpected type, or at the limits of one. */
export const VALUES = {
  types: [null, true, false, [], [null], {}, [[]], { $ne: 1 }, { length: 1 }, ["a", 1]],
  numbers: [
    -1,
    0,
    -0,
    1.5,
    1e-7,
    0.1 + 0.2,
    1e21,
    5e-324,
    Number.MAX_VALUE,
    Number.MAX_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER + 2,
    -(2 ** 63),
    2 ** 31,
  ],
  pollution: [
    JSON.parse('{"__proto__": {"polluted": true}}') as unknown,
    { constructor: { prototype: { polluted: true } } },
    JSON.parse('{"toString": 1, "valueOf": null, "hasOwnProperty": "x", "toJSON": "y", "then": true}') as unknown,
  ],
} as const;

/** The kind of attack by its name in a report. */
export type Kind = keyof typeof TEXTS | keyof typeof VALUES | "random";

const random = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.double(), fc.jsonValue({ maxDepth: 3 }));

/** Any hostile value with its kind. */
export const hostileValueOfKind: fc.Arbitrary<{ kind: Kind; value: unknown }> = fc.oneof(
  ...Object.entries({ ...TEXTS, ...VALUES }).map(([kind, values]) =>
    fc.constantFrom<unknown>(...values).map((value) => ({ kind: kind as Kind, value })),
  ),
  random.map((value) => ({ kind: "random" as const, value })),
);

/** Any hostile value. */
export const hostileValue: fc.Arbitrary<unknown> = hostileValueOfKind.map(({ value }) => value);

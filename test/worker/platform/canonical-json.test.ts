import { expect, it } from "vitest";
import { canonicalJson } from "../../../src/platform/values/canonical-json";

it("canonical JSON has sorted keys at every level, by UTF-16 code units, and no white space (RFC 8785)", () => {
  const value = {
    b: [{ z: 1, a: null }, []],
    "\u20ac": "€ \n\u0007",
    B: {},
    "\ud83d\ude00": true,
    "\ufb33": -0,
    a: 1e21,
    absent: undefined,
  };
  expect(canonicalJson(value)).toBe('{"B":{},"a":1e+21,"b":[{"a":null,"z":1},[]],"\u20ac":"€ \\n\\u0007","\ud83d\ude00":true,"\ufb33":0}');
});

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { program } from "../program.ts";
import { temporaryFolder } from "../server/worker.ts";
import type { ProgramName } from "../setup/programs.ts";
import { blocksOf } from "./page.ts";

interface Message {
  event: string;
  eventId: string;
  deliveryId: string;
  attempt: number;
  now: number;
  body: Uint8Array;
}

/** What src/resources/webhooks/signature.ts exports. It is the Worker's, and is checked with the Worker's types, not with these. */
interface Signing {
  signatureHeaders: (secrets: { current: string; previous: string | null }, message: Message) => Promise<Record<string, string>>;
}

const { signatureHeaders } = (await import(resolve("src/resources/webhooks/signature.ts"))) as Signing;

const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
// The base64 of the byte 251 contains + and /, which differ in base64url.
const [SECRET, PREVIOUS_SECRET, FOREIGN] = [secretOf(251), secretOf(7), secretOf(9)];
const BODY = '{"event":"order.created","customer":"Ánn – 安","n":1}';

interface Case {
  name: string;
  body: string;
  headers: Record<string, string>;
  secret: string;
  isGenuine: boolean;
}

const signed = async ({ previous = null as string | null, ageSeconds = 0 } = {}): Promise<Record<string, string>> => {
  const message = { event: "order.created", eventId: "evt_1", deliveryId: "dlv_1", attempt: 1, now: Date.now() - ageSeconds * 1000 };
  const headers = await signatureHeaders({ current: SECRET, previous }, { ...message, body: Buffer.from(BODY) });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
};

const cases: Case[] = [];

beforeAll(async () => {
  const genuine = await signed();
  const add = (name: string, headers: Record<string, string>, other: Partial<Case> = {}) =>
    cases.push({ name, body: BODY, headers, secret: SECRET, isGenuine: false, ...other });
  const signature = genuine["webhook-signature"] ?? "";
  const without = (name: string) => Object.fromEntries(Object.entries(genuine).filter(([header]) => header !== name));
  add("as it was sent", genuine, { isGenuine: true });
  add("a minute old", await signed({ ageSeconds: 60 }), { isGenuine: true });
  const rotated = await signed({ previous: PREVIOUS_SECRET });
  add("while the secret is rotated, by the new one", rotated, { isGenuine: true });
  add("while the secret is rotated, by the old one", rotated, { isGenuine: true, secret: PREVIOUS_SECRET });
  add("by another secret", genuine, { secret: FOREIGN });
  add("another body", genuine, { body: BODY.replace("1", "2") });
  add("an old one played back", await signed({ ageSeconds: 600 }));
  add("from the future", await signed({ ageSeconds: -600 }));
  add("an old one with a new time", { ...(await signed({ ageSeconds: 600 })), "webhook-timestamp": String(Math.floor(Date.now() / 1000)) });
  add("another event's id", { ...genuine, "webhook-id": "evt_2" });
  add("another version's mark", { ...genuine, "webhook-signature": signature.replace("v1,", "v2,") });
  add("a part of the signature", { ...genuine, "webhook-signature": signature.slice(0, 20) });
  add("an empty signature", { ...genuine, "webhook-signature": "" });
  add("a signature that is no base64", { ...genuine, "webhook-signature": "v1,§§§ v1," });
  add("a time of 400 digits", { ...genuine, "webhook-timestamp": "9".repeat(400) });
  add("a time of 5,000 digits", { ...genuine, "webhook-timestamp": "9".repeat(5_000) });
  add("a time that is none", { ...genuine, "webhook-timestamp": "now" });
  for (const name of ["webhook-signature", "webhook-timestamp", "webhook-id"]) add(`no ${name}`, without(name));
});

/** How to run a sample: the surrounding program reads cases as JSON and prints the result of each. */
interface Language {
  name: string;
  tag: string;
  /** Null: the Node of this test. */
  command: ProgramName | null;
  file: string;
  args: string[];
  around: (sample: string) => string;
}

const LANGUAGES: Language[] = [
  {
    name: "JavaScript",
    tag: "js",
    command: null,
    file: "sample.mjs",
    args: ["sample.mjs"],
    around: (sample) => `${sample}
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync("cases.json", "utf8"));
console.log(JSON.stringify(cases.map(({ body, headers, secret }) => verifyWebhook(Buffer.from(body), headers, secret))));`,
  },
  {
    name: "Python",
    tag: "python",
    command: "python3",
    file: "sample.py",
    args: ["sample.py"],
    around: (sample) => `${sample}
import json
cases = json.load(open("cases.json", encoding="utf-8"))
print(json.dumps([verify_webhook(one["body"].encode(), one["headers"], one["secret"]) for one in cases]))`,
  },
  {
    name: "PHP",
    tag: "php",
    command: "php",
    file: "sample.php",
    args: ["sample.php"],
    around: (sample) => `<?php declare(strict_types=1);
error_reporting(E_ALL); set_error_handler(fn ($no, $text) => throw new Exception($text));
${sample}
$cases = json_decode(file_get_contents("cases.json"), true);
echo json_encode(array_map(fn ($one) => verify_webhook($one["body"], $one["headers"], $one["secret"]), $cases));`,
  },
  {
    name: "Ruby",
    tag: "ruby",
    command: "ruby",
    file: "sample.rb",
    args: ["-W", "sample.rb"],
    around: (sample) => `${sample}
require "json"
cases = JSON.parse(File.read("cases.json", encoding: "UTF-8"))
puts JSON.generate(cases.map { |one| verify_webhook(one["body"], one["headers"], one["secret"]) })`,
  },
  {
    name: "Go",
    tag: "go",
    command: "go",
    file: "sample.go",
    args: ["run", "sample.go"],
    around: (sample) => `${sample
      .replace("package hooks", "package main")
      .replace("import (", 'import (\n\t"encoding/json"\n\t"fmt"\n\t"os"')}
func main() {
	var cases []struct { Body string; Headers map[string]string; Secret string }
	text, _ := os.ReadFile("cases.json")
	if err := json.Unmarshal(text, &cases); err != nil { panic(err) }
	results := []bool{}
	for _, one := range cases {
		results = append(results, VerifyWebhook([]byte(one.Body), func(name string) string { return one.Headers[name] }, one.Secret))
	}
	out, _ := json.Marshal(results)
	fmt.Println(string(out))
}`,
  },
];

describe.each(LANGUAGES)("the check of a signature in $name", ({ tag, command, file, args, around }) => {
  const path = command === null ? process.execPath : program(command);
  it.skipIf(path === null)("accepts what the service has sent and rejects everything else", () => {
    const sample = blocksOf("webhooks", tag)[0] ?? "";
    writeFileSync(join(folder.path, file), around(sample));
    writeFileSync(join(folder.path, "cases.json"), JSON.stringify(cases));
    const env = { ...process.env, GOCACHE: join(folder.path, "go"), GO111MODULE: "off" };
    const results = JSON.parse(execFileSync(path ?? "", args, { cwd: folder.path, env, encoding: "utf8" })) as boolean[];
    expect(cases.map((one, index) => [one.name, results[index]])).toEqual(cases.map((one) => [one.name, one.isGenuine]));
    // The cases cannot test whether the comparison takes constant time.
    expect(sample).toMatch(/timingSafeEqual|compare_digest|hash_equals|secure_compare|hmac\.Equal/);
  });
});

const isMissing = [program("bash"), program("openssl")].includes(null);
it.skipIf(isMissing)("openssl prints the same signature of the body", async () => {
  const command = blocksOf("webhooks", "sh").find((block) => block.includes("openssl")) ?? "false";
  writeFileSync(join(folder.path, "body.json"), BODY);
  const printed = execFileSync("bash", ["-c", command], { cwd: folder.path, env: { ...process.env, SECRET }, encoding: "utf8" });
  expect(printed.split(" ")[0]).toBe((await signed())["x-service-signature"]);
});

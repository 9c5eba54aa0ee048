import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationError } from "../../../src/resources/webhooks/destination";
import { assertProperty } from "../../kit/property";

const PUBLIC = { allowInsecure: false, ownHosts: ["ops.example.net", "ops.account.workers.dev"] };
const LOCAL = { allowInsecure: true, ownHosts: ["127.0.0.1:8787"] };

describe("in production (R18) (cases 51, 52, 53, 54, 55, 57, 58, 59)", () => {
  it.each([
    "https://example.com",
    "https://example.com./hook",
    "HTTPS://Hooks.Example.com/a?b=c#d",
    "https://example.com:443/",
    "https://example.com:8443/x",
    "https://bücher.example/",
    "https://пример.рф/",
    "https://раypal.example/",
    "https://localhost.example.com/",
    "https://my_hooks.example.com/",
    `https://example.com/${"a".repeat(2_028)}`,
  ])("calls %s", (url) => {
    expect(destinationError(url, PUBLIC)).toBeNull();
  });

  it.each([
    [
      "other schemes",
      [
        "http://example.com",
        "ftp://example.com",
        "javascript:alert(1)",
        "data:text/plain,x",
        "file:///etc/passwd",
        "example.com",
        "",
        "https:",
        "https://",
        "https:example.com",
        "https:///example.com/",
        "//example.com",
      ],
    ],
    ["ports", ["https://example.com:0/", "https://example.com:22/", "https://example.com:80/", "https://example.com:65536/"]],
    [
      "userinfo",
      [
        "https://a@example.com/",
        "https://a:b@example.com/",
        "https://@example.com/",
        "https://example.com@evil.example/",
        "https://bad.example:80\\@good.example/",
      ],
    ],
    [
      "hidden characters",
      [
        "https://exam\tple.com/",
        "https://example.com/\n",
        " https://example.com",
        "https://exa mple.com/",
        "https://example.com\\x",
        "https://example.com/\u0000",
        "https://ex\u00ADample.com/",
        "https://exam\u200Bple.com/",
        "https://\u202Eexample.com/",
      ],
    ],
    [
      "IPv4 of any spelling",
      [
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://127.0.0.1./",
        "https://１２７.0.0.1/",
        "https://①②⑦.⓪.⓪.①/",
        "https://127。0。0。1/",
        "https://%31%32%37.0.0.1/",
        "https://8.8.8.8/",
        "https://169.254.169.254/",
      ],
    ],
    [
      "IPv6 of any spelling",
      [
        "https://[::1]/",
        "https://[::]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:a9fe:a9fe]/",
        "https://[::7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[fe80::1]/",
        "https://[fe80::1%25eth0]/",
        "https://[fd00:ec2::254]/",
        "https://[2606:4700::1111]/",
      ],
    ],
    ["hosts without a registrable domain", ["https://*.example.com/", "https://a,b.example.com/", "https://exa!mple.com/"]],
    [
      "private names",
      [
        "https://localhost/",
        "https://localhost./",
        "https://LOCALHOST/",
        "https://ⓛocalhost/",
        "https://a.localhost/",
        "https://printer.local/",
        "https://metadata.google.internal/",
        "https://nas.lan/",
        "https://a.test/",
        "https://a.invalid/",
        "https://a.onion/",
        "https://router.home.arpa/",
        "https://home.arpa/",
        "https://1.0.0.127.in-addr.arpa/",
        "https://a.localdomain/",
        "https://wiki.intranet/",
        "https://a.corp/",
        "https://nas.home/",
        "https://a.private/",
        "https://api.default.svc/",
        "https://intranet/",
        "https://intranet./",
        "https://example.com../",
        "https://.example.com/",
        "https://a..b/",
      ],
    ],
    [
      "itself",
      ["https://ops.example.net/api", "https://ops.example.net:8443/", "https://OPS.example.net./", "https://ops.account.workers.dev/"],
    ],
    ["too long", [`https://example.com/${"a".repeat(2_029)}`]],
  ])("rejects %s", (_, urls) => {
    for (const url of urls) expect(destinationError(url, PUBLIC), url).toEqual(expect.any(String));
  });

  it("rejects its own host, also if the host of the current request ends with a dot", () => {
    const rules = { allowInsecure: false, ownHosts: ["ops.example.net."] };
    expect(destinationError("https://ops.example.net/api", rules)).toBe("Expected a host other than this service.");
  });
});

describe("in development", () => {
  it.each([
    "http://127.0.0.1:9000/x",
    "http://localhost:1/",
    "https://localhost/",
    "http://[::1]:5/",
    "http://[::ffff:127.0.0.1]/",
    "http://a.localhost/",
    "http://example.com:81/",
  ])("also calls %s", (url) => {
    expect(destinationError(url, LOCAL)).toBeNull();
  });

  it.each([
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://[fd00::1]/",
    "http://0.0.0.0/",
    "http://printer.local/",
    "http://intranet/",
    "http://a:b@localhost/",
    "http://127.0.0.1:8787/",
    "ftp://localhost/",
  ])("still rejects %s", (url) => {
    expect(destinationError(url, LOCAL)).toEqual(expect.any(String));
  });
});

it("returns a result for any text, and accepts only https with a dotted name", async () => {
  await assertProperty(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `https://${text}`),
      ),
      (text) => {
        if (destinationError(text, PUBLIC) !== null) return;
        const url = new URL(text);
        expect(url.protocol).toBe("https:");
        expect(url.username + url.password).toBe("");
        expect(url.hostname).toMatch(/\../);
        expect(url.hostname).not.toMatch(/^[\d.]+$|\[/);
      },
    ),
    { cases: 1_000 },
  );
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { destinationError } from "../../../src/resources/webhooks/destination";
import { assertProperty } from "../../kit/property";

const PUBLIC = { allowInsecure: false, ownHosts: ["ops.example.net", "ops.account.workers.dev"] };
const LOCAL = { allowInsecure: true, ownHosts: ["127.0.0.1:8787"] };

const NO_ABSOLUTE_URL = "Expected an absolute https URL.";
const HIDDEN_CHARACTERS = "Expected no spaces, invisible or control characters, or backslashes.";
const USER_NAME = "Expected no user name or password in the URL.";
const IP_ADDRESS = "Expected a host name, not an IP address.";
const INVALID_HOST = "Expected a host name.";
const PRIVATE_HOST = "Expected a publicly reachable host name.";
const OWN_HOST = "Expected a host other than this service.";

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
  ])("accepts %s", (url) => {
    expect(destinationError(url, PUBLIC)).toBeNull();
  });

  it.each([
    ["http", "Expected an https URL.", ["http://example.com"]],
    [
      "what is no absolute URL with http or https",
      NO_ABSOLUTE_URL,
      [
        "ftp://example.com",
        "javascript:alert(1)",
        "data:text/plain,x",
        "file:///etc/passwd",
        "example.com",
        "",
        "https:",
        "https://example.com:65536/",
        "https://[fe80::1%25eth0]/",
        "https://",
        "https:example.com",
        "https:///example.com/",
        "//example.com",
      ],
    ],
    ["ports", "Expected port 443 or 8443.", ["https://example.com:0/", "https://example.com:22/", "https://example.com:80/"]],
    [
      "user names",
      USER_NAME,
      ["https://a@example.com/", "https://a:b@example.com/", "https://@example.com/", "https://example.com@evil.example/"],
    ],
    [
      "hidden characters",
      HIDDEN_CHARACTERS,
      [
        "https://exam\tple.com/",
        "https://example.com/\n",
        " https://example.com",
        "https://exa mple.com/",
        "https://example.com\\x",
        "https://bad.example:80\\@good.example/",
        "https://example.com/\u0000",
        "https://ex\u00ADample.com/",
        "https://exam\u200Bple.com/",
        "https://\u202Eexample.com/",
      ],
    ],
    [
      "IPv4 of any spelling",
      IP_ADDRESS,
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
      IP_ADDRESS,
      [
        "https://[::1]/",
        "https://[::]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[::ffff:a9fe:a9fe]/",
        "https://[::7f00:1]/",
        "https://[64:ff9b::7f00:1]/",
        "https://[2002:7f00:1::]/",
        "https://[fe80::1]/",
        "https://[fd00:ec2::254]/",
        "https://[2606:4700::1111]/",
      ],
    ],
    [
      "invalid host names",
      INVALID_HOST,
      [
        "https://*.example.com/",
        "https://a,b.example.com/",
        "https://exa!mple.com/",
        "https://example.com../",
        "https://.example.com/",
        "https://a..b/",
      ],
    ],
    [
      "private names",
      PRIVATE_HOST,
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
      ],
    ],
    [
      "itself",
      OWN_HOST,
      ["https://ops.example.net/api", "https://ops.example.net:8443/", "https://OPS.example.net./", "https://ops.account.workers.dev/"],
    ],
    ["too many characters", "Expected at most 2048 characters.", [`https://example.com/${"a".repeat(2_029)}`]],
  ])("rejects %s", (_, message, urls) => {
    for (const url of urls) expect({ url, error: destinationError(url, PUBLIC) }).toEqual({ url, error: message });
  });

  it("rejects its own host, also if the host of the current request ends with a dot", () => {
    const rules = { allowInsecure: false, ownHosts: ["ops.example.net."] };
    expect(destinationError("https://ops.example.net/api", rules)).toBe(OWN_HOST);
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
  ])("also accepts %s", (url) => {
    expect(destinationError(url, LOCAL)).toBeNull();
  });

  it.each([
    ["http://10.0.0.1/", IP_ADDRESS],
    ["http://169.254.169.254/", IP_ADDRESS],
    ["http://[fd00::1]/", IP_ADDRESS],
    ["http://0.0.0.0/", IP_ADDRESS],
    ["http://printer.local/", PRIVATE_HOST],
    ["http://intranet/", PRIVATE_HOST],
    ["http://a:b@localhost/", USER_NAME],
    ["http://127.0.0.1:8787/", OWN_HOST],
    ["ftp://localhost/", NO_ABSOLUTE_URL],
  ])("still rejects %s", (url, message) => {
    expect(destinationError(url, LOCAL)).toBe(message);
  });
});

it("any text has a result, and only https with a dotted name is accepted", async () => {
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

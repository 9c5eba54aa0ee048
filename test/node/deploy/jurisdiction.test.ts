import { expect, it } from "vitest";
import { EMPTY, recordedAccount } from "./run-deploy.ts";
import { changes } from "./several-databases.ts";

it(
  "keeps the jurisdiction of the first deployment in the Worker, in new databases, and in every later deployment",
  { tags: "long" },
  async () => {
    using account = recordedAccount(EMPTY);
    expect(await account.deploy(["--jurisdiction", "eu"])).toMatchObject({ code: 0, stderr: "" });
    expect(account.state().placements).toEqual({ "order-operations": "eu" });
    expect(account.state().secrets).toMatchObject({ JURISDICTION: "eu" });
    const { secrets } = account.state();

    // Without the option, and with it.
    expect(await account.deploy(["--databases", "2"])).toMatchObject({ code: 0, stderr: "" });
    expect(await account.deploy(["--jurisdiction", "eu"])).toMatchObject({ code: 0, stderr: "" });
    expect(account.state()).toMatchObject({ secrets, placements: { "order-operations": "eu", "order-operations-1": "eu" } });
  },
);

it("rejects another jurisdiction than that of the databases, and changes nothing", { tags: "long" }, async () => {
  for (const [place, requested, described] of [
    [null, "eu", "no jurisdiction"],
    ["eu", "us", "the jurisdiction eu"],
  ] as const) {
    const state = { ...EMPTY, databases: ["order-operations"], placements: { "order-operations": place } };
    using account = recordedAccount(state);
    const rejected = await account.deploy(["--jurisdiction", requested]);
    expect({ code: rejected.code, changes: changes(rejected) }).toEqual({ code: 1, changes: [] });
    expect(rejected.stderr).toContain(`The database order-operations has ${described}, which cannot be changed.`);
    expect(account.state()).toEqual(state);
  }
});

it(
  "rejects databases of different jurisdictions, and a Worker with a jurisdiction that its databases do not have",
  { tags: "long" },
  async () => {
    const databases = ["order-operations", "order-operations-1"];
    using mixed = recordedAccount({ ...EMPTY, databases, placements: { "order-operations": "eu", "order-operations-1": null } });
    const different = await mixed.deploy();
    expect({ code: different.code, changes: changes(different) }).toEqual({ code: 1, changes: [] });
    expect(different.stderr).toContain("order-operations has the jurisdiction eu, but order-operations-1 has no jurisdiction");
    using unknown = recordedAccount({ ...EMPTY, databases: ["order-operations"], secrets: { JURISDICTION: "eu" } });
    const rejected = await unknown.deploy();
    expect({ code: rejected.code, changes: changes(rejected) }).toEqual({ code: 1, changes: [] });
    expect(rejected.stderr).toContain("The Worker has the setting JURISDICTION, but Cloudflare reports no jurisdiction");
  },
);

it("rejects an unknown jurisdiction, and calls nothing", async () => {
  using account = recordedAccount(EMPTY);
  const rejected = await account.deploy(["--jurisdiction", "mars"]);
  expect({ code: rejected.code, calls: rejected.calls }).toEqual({ code: 1, calls: [] });
  expect(rejected.stderr).toBe('--jurisdiction must be eu, fedramp, us, not "mars".\n');
});

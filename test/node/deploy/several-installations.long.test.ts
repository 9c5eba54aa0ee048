import { expect, it } from "vitest";
import { EMPTY, recordedAccount } from "./run-deploy.ts";

const QUEUES = ["deliveries", "deliveries-dead", "deliveries-slow"];
const databasesOf = (name: string) => [name, `${name}-1`, `${name}-2`];

// The same with the real wrangler: wrangler.long.test.ts.
it("deploys two installations with three databases each in a jurisdiction: they share no name, and a second run creates nothing", async () => {
  using account = recordedAccount(EMPTY);
  for (const name of ["a", "b"]) {
    const first = await account.deploy(["--name", name, "--databases", "3", "--jurisdiction", "eu"]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
  }
  const { secretsFile: _, ...state } = account.state();
  const created = ["a", "b"].flatMap(databasesOf);
  expect(state).toMatchObject({ secrets: null, deployments: 0, databases: ["another", ...created] });
  expect(state.placements).toEqual(Object.fromEntries(created.map((name) => [name, "eu"])));
  expect(state.queues.toSorted()).toEqual(["a", "b"].flatMap((name) => QUEUES.map((queue) => `${name}-${queue}`)));
  for (const name of ["a", "b"]) {
    expect(QUEUES.map((queue) => state.consumers[`${name}-${queue}`])).toEqual([name, name, name]);
    expect(state.others[name]).toMatchObject({ secrets: { JURISDICTION: "eu" }, deployments: 1 });
    expect(Object.values(state.others[name]?.bindings ?? {})).toEqual(databasesOf(name));
  }
  const [ofA, ofB] = ["a", "b"].map((name) => state.others[name]?.secrets?.["MASTER_SECRET"]);
  expect([typeof ofA, ofA === ofB]).toEqual(["string", false]);

  for (const name of ["a", "b"]) {
    const second = await account.deploy(["--name", name]);
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(second.calls.filter((call) => /^(?:d1 create|queues create)/.test(call))).toEqual([]);
  }
  const { secretsFile: _file, ...after } = account.state();
  const others = Object.fromEntries(Object.entries(state.others).map(([name, worker]) => [name, { ...worker, deployments: 2 }]));
  expect(after).toEqual({ ...state, others });
});

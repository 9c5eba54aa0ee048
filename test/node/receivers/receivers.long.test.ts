import { afterAll } from "vitest";
import { responses } from "./responses.ts";
import { bodies } from "./bodies.ts";
import { bytes } from "./bytes.ts";
import { ledger } from "./ledger.ts";
import { network } from "./network.ts";
import { startHarness } from "./harness.ts";

const world = await startHarness();
afterAll(() => world[Symbol.asyncDispose]());

responses(world);
bodies(world);
network(world);
bytes(world);
ledger(world);

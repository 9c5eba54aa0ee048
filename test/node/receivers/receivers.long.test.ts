import { afterAll } from "vitest";
import { responses } from "./answers.ts";
import { bodies } from "./bodies.ts";
import { bytes } from "./bytes.ts";
import { ledger } from "./ledger.ts";
import { network } from "./network.ts";
import { startWorld } from "./world.ts";

const world = await startWorld();
afterAll(() => world[Symbol.asyncDispose]());

responses(world);
bodies(world);
network(world);
bytes(world);
ledger(world);

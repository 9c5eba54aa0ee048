import type { SurfaceRequest } from "../../kit/surface-request.ts";
import type { BuiltWorker } from "../server/worker-options.ts";
import { type RunningWorker, temporaryFolder } from "../server/worker.ts";
import { attack, type Neighbor, type Outcome } from "./attack.ts";
import { runJobs } from "./jobs.ts";
import { startLargeShop } from "./large-shop.ts";
import { prepareScene, startScene } from "./scene.ts";
import { loadSurfaces } from "./surfaces.ts";

export interface SurfaceOptions {
  /** How many requests of a surface are sent at once. */
  atOnce: number;
  heapMiB: number;
  /** Only surfaces whose names include this. */
  only: string;
}

/** The result of a surface or a job. `response` has the responses of a surface. */
export type SurfaceOutcome = Neighbor & { name: string; response: Outcome | null };

/**
 * Whether a request reaches the Worker without a proxy, which would read its body first. The proxy also serves the files of the
 * documentation and of the console, so pages need it.
 */
const isDirect = ({ hostile }: SurfaceRequest): boolean => hostile !== undefined;

/**
 * Sends the requests of every surface, except those that delete or end what others need, and then runs every job, in an organization with
 * the largest rows, while another one makes requests.
 */
export async function* everySurface(built: BuiltWorker, { atOnce, heapMiB, only }: SurfaceOptions): AsyncGenerator<SurfaceOutcome> {
  using folder = temporaryFolder();
  const scene = await prepareScene(built, `${folder.path}/state`);
  const { surfaceRequests, JOBS } = await loadSurfaces(folder.path);
  const requests = await surfaceRequests(scene.large.id, scene.contents);
  const chosen = requests.filter(({ name, ends }) => !ends && name.includes(only));
  for (const direct of [false, true]) {
    let worker: RunningWorker = await startScene(scene, heapMiB, { direct });
    for (const request of chosen.filter((each) => isDirect(each) === direct)) {
      const outcome = await attack(worker, request, { atOnce, attacker: scene.large, neighbor: scene.other });
      yield { ...outcome, name: request.name, response: outcome };
      if (outcome.crashed) worker = await startScene(scene, heapMiB, { direct });
    }
    await worker.kill();
  }
  const jobs = JOBS.filter(({ name }) => `cron: ${name}`.includes(only));
  if (jobs.length === 0) return;
  await using shop = await startLargeShop();
  await using worker = await startScene(scene, heapMiB);
  for await (const outcome of runJobs({ worker, scene, shopUrl: shop.url }, { jobs, runs: 2 })) {
    yield { ...outcome, response: null };
    if (outcome.crashed) return;
  }
}

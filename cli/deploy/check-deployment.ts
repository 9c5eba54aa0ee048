import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A new address on workers.dev may take a minute until it works. */
const WAIT_SECONDS = 90;

/** Runs the doctor on what was deployed, if its address and the operator token are known. Returns the exit code. */
export async function checkDeployment(
  { url, token }: { url: string | null; token: string | undefined },
  print: (text: string) => void,
): Promise<number> {
  if (url === null || token === undefined || token === "") {
    print(`The deployment was not checked, because ${url === null ? "its address" : "the operator token"} is not known. Check it:

  OPERATOR_TOKEN=… npm run doctor -- --url ${url ?? "https://YOUR-WORKER"}
`);
    return 0;
  }
  print("Checking the deployment with a temporary organization, which is removed again.\n");
  // A terminal sends Ctrl-C to both processes: the doctor first removes what it has made.
  const wait = (): void => {};
  const doctor = spawn(process.execPath, [join(import.meta.dirname, "../doctor.ts"), "--url", url, "--wait", String(WAIT_SECONDS)], {
    env: { ...process.env, OPERATOR_TOKEN: token },
    stdio: "inherit",
  });
  const forward = (signal: NodeJS.Signals): boolean => doctor.kill(signal);
  process.on("SIGINT", wait).on("SIGTERM", forward);
  try {
    const [code] = (await once(doctor, "close")) as [number | null];
    if (code !== 0) print("\nThe new version is deployed. The check of it did not succeed: see above.");
    return code ?? 1;
  } finally {
    process.off("SIGINT", wait).off("SIGTERM", forward);
  }
}

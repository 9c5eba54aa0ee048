/** Lists, exports, restores, moves and deletes organizations, and backs up the installation, through the operator API. See USAGE in operator/arguments.ts. */
import { isCuredByRepetition, OperatorApi } from "./operator/api.ts";
import { type Arguments, readArguments, USAGE } from "./operator/arguments.ts";
import { backUp } from "./operator/backup.ts";
import { deleteOrganization, undeleteOrganization } from "./operator/deletion.ts";
import { exportOrganization } from "./operator/export.ts";
import { listOrganizations, showStatus } from "./operator/installation.ts";
import { moveOrganization } from "./operator/move.ts";
import { restoreAll } from "./operator/restore-all.ts";
import { restoreOrganization } from "./operator/restore.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run({ command, ...connection }: Arguments): Promise<void> {
  const api = new OperatorApi(connection);
  switch (command.name) {
    case "list":
      return await listOrganizations(api, say);
    case "status":
      return await showStatus(api, say);
    case "export":
      return await exportOrganization(api, { ...command, say });
    case "restore":
      return void (await restoreOrganization(api, { ...command, say }));
    case "move":
      return await moveOrganization(api, { ...command, say });
    case "delete":
      return await deleteOrganization(api, { ...command, say });
    case "undelete":
      return await undeleteOrganization(api, { ...command, say });
    case "backup":
      return await backUp(api, { ...command, say });
    case "restore-all":
      return await restoreAll(api, { ...command, say });
  }
}

try {
  const args = readArguments(process.argv.slice(2), process.env);
  if (args === null) say(USAGE);
  else await run(args);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n${isCuredByRepetition(error) ? "Run the command again to continue.\n" : ""}`);
  process.exitCode = 2;
}

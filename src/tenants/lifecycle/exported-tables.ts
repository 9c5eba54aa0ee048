import { COPIED_TABLES, type TenantTable } from "../move/tenant-tables.sql.ts";

export interface ExportedTable {
  name: string;
  table: TenantTable;
  /** Whether its rows are in the directory, which is database 0. */
  isInDirectory: boolean;
}

/** Write markers recognize repeated requests of credentials and forms, which are not exported. */
const NOT_EXPORTED: ReadonlySet<string> = new Set(["write_markers"]);

/** Changes of control data are in the audit log of the directory. */
const DIRECTORY_AUDIT_LOG = "directory_audit_log";

const OWN_TABLES = COPIED_TABLES.filter(({ name }) => !NOT_EXPORTED.has(name)).map((table) => ({
  name: table.name,
  table,
  isInDirectory: false,
}));

const ALL: readonly ExportedTable[] = OWN_TABLES.flatMap((exported) =>
  exported.name === "audit_log" ? [exported, { ...exported, name: DIRECTORY_AUDIT_LOG, isInDirectory: true }] : [exported],
);

/** The tables of the export of an organization in a database, each after those that its rows refer to. */
export function exportedTables(database: number): readonly ExportedTable[] {
  return database === 0 ? OWN_TABLES : ALL;
}

export function findExportedTable(name: string): ExportedTable | null {
  return ALL.find((exported) => exported.name === name) ?? null;
}

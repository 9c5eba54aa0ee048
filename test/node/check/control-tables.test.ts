import { readdirSync, readFileSync } from "node:fs";
import { getTableName, isTable } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as signIn from "../../../src/accounts/sign-in/table";
import * as accounts from "../../../src/accounts/table";

const CONTROL_TABLES = Object.values({ ...accounts, ...signIn }).flatMap((value) => (isTable(value) ? [getTableName(value)] : []));

const NAMES_CONTROL_TABLE = new RegExp(`\\b(?:from|join|into|update)\\s+["\`]?(?:${CONTROL_TABLES.join("|")})\\b`, "i");

/** Reads of the whole installation by its operator, who belongs to no organization. */
const OPERATOR_READS = [
  "entrypoints/operator/organization-list.sql.ts",
  "entrypoints/operator/transitions.sql.ts",
  "tenants/backup/placement.sql.ts",
  "tenants/objects/objects.sql.ts",
];

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

describe("the tables of control data, which is in its own database", () => {
  it("are named only in src/accounts, and where the operator reads the whole installation", () => {
    expect(CONTROL_TABLES).toEqual(expect.arrayContaining(["organizations", "credentials", "users", "memberships", "sessions"]));
    expect(CONTROL_TABLES).toHaveLength(11);
    expect(NAMES_CONTROL_TABLE.test("select o.currency\n  from  organizations o")).toBe(true);
    const naming = files.filter((name) => NAMES_CONTROL_TABLE.test(readFileSync(`src/${name}`, "utf8")));
    expect(naming.length).toBeGreaterThan(5);
    expect(naming.filter((name) => !name.startsWith("accounts/")).toSorted()).toEqual(OPERATOR_READS);
  });

  it("are named in no file with a statement of an organization", () => {
    const ofOrganization = files.filter((name) =>
      /\borg\.(?:rows|write|find|insert|update|remove)\b/.test(readFileSync(`src/${name}`, "utf8")),
    );
    expect(ofOrganization.length).toBeGreaterThan(50);
    expect(ofOrganization.filter((name) => NAMES_CONTROL_TABLE.test(readFileSync(`src/${name}`, "utf8")))).toEqual([]);
  });
});

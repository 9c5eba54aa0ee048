import { readdirSync, readFileSync } from "node:fs";
import { getTableName, isTable } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as signIn from "../../../src/accounts/sign-in/table";
import * as accounts from "../../../src/accounts/table";

const CONTROL = Object.values({ ...accounts, ...signIn }).flatMap((value) => (isTable(value) ? [getTableName(value)] : []));

const NAMED = new RegExp(`\\b(?:from|join|into|update)\\s+["\`]?(?:${CONTROL.join("|")})\\b`, "i");

/** Reads of the whole installation by its operator, who belongs to no organization. */
const OF_THE_OPERATOR = [
  "entrypoints/operator/organization-list.sql.ts",
  "entrypoints/operator/transitions.sql.ts",
  "tenants/backup/placement.sql.ts",
  "tenants/objects/objects.sql.ts",
];

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

describe("only accounts names the tables of control data, which is in its own database", () => {
  it("every table of control data is known, and found in a statement", () => {
    expect(CONTROL).toEqual(expect.arrayContaining(["organizations", "credentials", "users", "memberships", "sessions"]));
    expect(CONTROL).toHaveLength(11);
    expect(NAMED.test("select o.currency\n  from  organizations o")).toBe(true);
    const naming = files.filter((name) => NAMED.test(readFileSync(`src/${name}`, "utf8")));
    expect(naming.length).toBeGreaterThan(5);
    expect(naming.filter((name) => !name.startsWith("accounts/")).toSorted()).toEqual(OF_THE_OPERATOR);
  });

  it("no statement of an organization is in a file that names such a table", () => {
    const naming = files.filter((name) => NAMED.test(readFileSync(`src/${name}`, "utf8")));
    expect(naming.filter((name) => /\borg\.(?:rows|write|find|insert|update|remove)\b/.test(readFileSync(`src/${name}`, "utf8")))).toEqual(
      [],
    );
  });
});

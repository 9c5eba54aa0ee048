import { env } from "cloudflare:workers";

/** The Worker's bindings with some replaced, such as by stand-ins for databases in a state that a test cannot cause. */
export const envWith = (bindings: Partial<typeof env>): typeof env => ({ ...env, ...bindings });

/** An unreachable database: every statement fails as in D1. */
export function brokenDatabase(): D1Database {
  const fail = async () => await Promise.reject(new Error("D1_ERROR: Network connection lost."));
  const statement = { bind: () => statement, run: fail, all: fail, first: fail, raw: fail };
  const connection = { prepare: () => statement, batch: fail, exec: fail, getBookmark: () => null };
  return { ...connection, withSession: () => connection } as unknown as D1Database;
}

/** The same database with other metadata. */
export function databaseWithMeta(real: D1Database | undefined, meta: Partial<D1Meta>): D1Database {
  if (real === undefined) throw new Error("There is no such database.");
  return new Proxy(real, {
    get: (database, name) => {
      if (name === "prepare") return (sql: string) => statementWithMeta(database.prepare(sql), meta);
      const value: unknown = Reflect.get(database, name);
      return typeof value === "function" ? (value.bind(database) as unknown) : value;
    },
  });
}

function statementWithMeta(real: D1PreparedStatement, meta: Partial<D1Meta>): D1PreparedStatement {
  return new Proxy(real, {
    get: (statement, name) => {
      if (name === "bind") return (...values: unknown[]) => statementWithMeta(statement.bind(...values), meta);
      if (name === "run") {
        return async () => {
          const result = await statement.run();
          return { ...result, meta: { ...result.meta, ...meta } };
        };
      }
      const value: unknown = Reflect.get(statement, name);
      return typeof value === "function" ? (value.bind(statement) as unknown) : value;
    },
  });
}

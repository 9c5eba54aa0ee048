import { ShopError } from "../../shop-error";
import type { ShopResponse } from "../adapter";
import { optionalRecord, recordsAt } from "../values";

/** The Admin API of one shop. Both throw ShopError. */
export interface AdminApi {
  /** Reads from the REST API, and returns what `read` takes from the response. */
  get: <T>(path: string, read: (response: ShopResponse) => T) => Promise<T>;
  /** Runs a query of the GraphQL API, and returns what `read` takes from its data. */
  graphql: <T>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    read: (data: Readonly<Record<string, unknown>>) => T,
  ) => Promise<T>;
}

const TOO_MANY_REQUESTS = 429;

/** The data of a GraphQL response. GraphQL reports errors in responses with the status 200. Throws ShopError. */
export function dataOf(body: unknown): Readonly<Record<string, unknown>> {
  const { errors, data } = optionalRecord(body);
  const codes = Array.isArray(errors) ? recordsAt(errors, "errors").map(({ extensions }) => optionalRecord(extensions)["code"]) : [];
  if (codes.includes("THROTTLED"))
    throw new ShopError("The shop limits the rate of requests.", { isTemporary: true, status: TOO_MANY_REQUESTS });
  if (codes.includes("ACCESS_DENIED"))
    throw new ShopError("The shop does not allow this to the access of its API.", { isTemporary: false, status: 403 });
  if (errors !== undefined) throw new ShopError("The shop could not process the request.", { isTemporary: true, status: 200 });
  return optionalRecord(data);
}

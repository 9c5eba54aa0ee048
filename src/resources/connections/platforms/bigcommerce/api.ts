import type { CallShop, ShopAccess, ShopRequest, ShopResponse } from "../adapter";

/** The API of one store. All throw ShopError. */
export interface StoreApi {
  /** Reads a path such as `v2/orders`, and returns what `read` takes from the body. Without content (204), that is null. */
  get: <T>(path: string, query: Readonly<Record<string, string>>, read: (body: unknown) => T) => Promise<T>;
  /** Writes JSON, and returns what `read` takes from the body. */
  write: <T>(method: "POST" | "PUT", path: string, json: object, read: (body: unknown) => T) => Promise<T>;
  remove: (path: string) => Promise<void>;
}

/** Calls the API of the store whose hash is the key, with an access token. */
export function storeApi(call: CallShop, { url, key, secret }: ShopAccess): StoreApi {
  const headers = { "X-Auth-Token": secret, Accept: "application/json" };
  const addressOf = (path: string, query: Readonly<Record<string, string>> = {}) => {
    const address = new URL(`/stores/${encodeURIComponent(key)}/${path}`, url);
    address.search = new URLSearchParams(query).toString();
    return address.href;
  };
  const send = async <T>(request: Omit<ShopRequest, "headers">, read: (response: ShopResponse) => T): Promise<T> =>
    await call({ ...request, headers }, read);
  return {
    get: async (path, query, read) => await send({ method: "GET", url: addressOf(path, query) }, ({ body }) => read(body)),
    write: async (method, path, json, read) =>
      await send({ method, url: addressOf(path), json: JSON.stringify(json) }, ({ body }) => read(body)),
    remove: async (path) => await send({ method: "DELETE", url: addressOf(path) }, () => undefined),
  };
}

/** The `X-Request-Id` of requests that `npm run dev` sends while it starts, so that its output can leave them out. */
export const START_REQUEST_ID = "dev-start";

/** Sends such a request. */
export async function fetchAtStart(
  url: string,
  init: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  return await fetch(url, { ...init, headers: { ...init.headers, "X-Request-Id": START_REQUEST_ID } });
}

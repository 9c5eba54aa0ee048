/** A response of Cloudflare's API. */
export interface ApiResponse {
  status: number;
  body: unknown;
}

export const success = (result: unknown): ApiResponse => ({
  status: 200,
  body: { success: true, errors: [], messages: [], result, result_info: {} },
});

export const failure = (status: number, code: number, message: string): ApiResponse => ({
  status,
  body: { success: false, errors: [{ code, message }], messages: [], result: null },
});

import { z } from "zod";
import { REFUSALS } from "../../src/refusal";
import { ROUTES } from "./requests";

const requestId = z.string().regex(/^req_[0-9A-Za-z]{22}$/);

const Refused = z.strictObject({
  success: z.literal(false),
  error: z.strictObject({
    code: z.enum(Object.keys(REFUSALS) as [keyof typeof REFUSALS]),
    message: z.string().min(1),
    details: z.array(z.looseObject({ path: z.string().optional(), code: z.string().min(1), message: z.string().min(1) })).optional(),
  }),
  meta: z.strictObject({ request_id: requestId }),
});

const Pagination = z.strictObject({ page: z.int(), page_size: z.int(), total: z.int(), total_pages: z.int() });

/** The endpoint that answers a method at a path, if there is one. */
export function routeOf(method: string, path: string) {
  const [plain = ""] = path.split("?");
  return ROUTES.find(([surface, endpoint]) => {
    const pattern = new RegExp(`^${(surface.base + endpoint.path).replaceAll(/:\w+/g, "[^/]+")}/?$`);
    return endpoint.method.toUpperCase() === (method === "HEAD" ? "GET" : method) && pattern.test(plain);
  });
}

/** Throws unless an answer is exactly what the contract of its endpoint says: every test's every answer comes through here. */
export function mustKeepContract(method: string, path: string, status: number, body: unknown): void {
  if (status === 304 || method === "HEAD") return;
  if (status >= 400) {
    const { error } = Refused.parse(body);
    const [expected] = REFUSALS[error.code];
    if (expected !== status) throw new Error(`${error.code} came with ${status}, not ${expected}`);
    return;
  }
  const route = routeOf(method, path);
  if (route === undefined) throw new Error(`${method} ${path} answered ${status} and is no endpoint`);
  const [surface, endpoint] = route;
  if (Object.keys(endpoint.answers).length === 0) return;
  const schema = endpoint.answers[status as 200 | 201];
  if (schema === undefined) throw new Error(`${endpoint.operationId} answered ${status}, which it does not document`);
  if (surface.name !== "v1") {
    schema.parse(body);
    return;
  }
  z.strictObject({
    success: z.literal(true),
    data: schema,
    meta: z.strictObject({ request_id: requestId, pagination: Pagination.optional(), warnings: z.array(z.string()).min(1).optional() }),
  }).parse(body);
}

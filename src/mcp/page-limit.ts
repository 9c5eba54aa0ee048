import type { PageLimit } from "../platform/db/list/page-limit";

/** What a page holds over MCP: all of it is put before a model. A single order may be larger. */
export const MCP_PAGE_LIMIT: PageLimit = { items: 500, bytes: 512 * 1024 };

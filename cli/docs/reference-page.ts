/** What the reference shows and what it must not do: nothing here calls or names another host. */
const CONFIGURATION = {
  sources: [
    { title: "Public V1", slug: "v1", url: "/openapi.json", default: true, agent: { disabled: true } },
    { title: "v2", slug: "v2", url: "/api/v2/openapi.json", agent: { disabled: true } },
  ],
  // Both documents call theirs so; which header it is, each says itself.
  authentication: { preferredSecurityScheme: "credential" },
  // A secret that was typed in is gone with the page.
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  customCss: `
    :root { --scalar-custom-header-height: 48px; }
    a[href^="https://www.scalar.com"] { display: none; }
  `,
};

/** The script that starts the reference: its configuration can't stand in the page, which may run nothing of its own. */
export const REFERENCE_START = `Scalar.createApiReference("#reference", ${JSON.stringify(CONFIGURATION)});\n`;

/** The interactive reference of both surfaces. Without scripts it is links to the guide and to the documents. */
export function referencePage({ style, scalar, start }: Record<"style" | "scalar" | "start", string>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Order Operations</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/docs/assets/${style}">
</head>
<body>
<header class="top"><a class="name" href="/docs">Order Operations</a><nav aria-label="Site"><a href="/docs/guide">Guide</a><a href="/docs" aria-current="page">Reference</a></nav></header>
<div id="reference"></div>
<noscript>
<main class="plain">
<h1>Order Operations: API reference</h1>
<p>The interactive reference needs JavaScript. The same is in the OpenAPI documents:</p>
<ul>
<li><a href="/openapi.json">Public V1, /openapi.json</a></li>
<li><a href="/api/v2/openapi.json">v2, /api/v2/openapi.json</a></li>
</ul>
<p>The <a href="/docs/guide">guide</a> needs no script.</p>
</main>
</noscript>
<script src="/docs/assets/${scalar}"></script>
<script src="/docs/assets/${start}"></script>
</body>
</html>
`;
}

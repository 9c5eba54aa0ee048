/** Corrects text colors that have too little contrast for WCAG 2.2 (4.5:1) in the reference's theme, and targets that are too small (24 px). */
const CUSTOM_CSS = `
  :root { --scalar-custom-header-height: 48px; }
  .light-mode {
    --scalar-color-2: #55595f;
    --scalar-color-3: #5f636a;
    --scalar-color-blue: #005fa3;
    --scalar-color-accent: #005fa3;
    --scalar-color-green: #0a6b34;
    --scalar-color-orange: #a33a00;
    --scalar-color-red: #b3151e;
    --scalar-color-yellow: #765300;
    --scalar-color-purple: #5b2bb3;
  }
  .dark-mode {
    --scalar-color-2: #b5b8bd;
    --scalar-color-3: #a0a4aa;
    --scalar-color-red: #ff7b7b;
  }
  .group\\/group-button > button { min-width: 24px; min-height: 24px; }
  a[href^="https://scalar.com"], a[href^="https://www.scalar.com"] { display: none; }
`;

/** The reference's configuration. It disables all features that send requests to other hosts. */
export const CONFIGURATION = {
  sources: [
    { title: "v2", slug: "v2", url: "/api/v2/openapi.json", default: true, agent: { disabled: true } },
    { title: "Public V1", slug: "v1", url: "/openapi.json", agent: { disabled: true } },
    { title: "Operator", slug: "operator", url: "/docs/operator/openapi.json", agent: { disabled: true } },
  ],
  // All documents use this name for their security scheme, and each defines its own header.
  authentication: { preferredSecurityScheme: "credential" },
  // Secrets that the user enters must not outlive the page.
  persistAuth: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false,
  documentDownloadType: "json",
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  customCss: CUSTOM_CSS,
};

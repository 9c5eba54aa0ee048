/** The page /docs: the list of all operations, and an empty element for the interactive reference. */
export function referencePage(files: Record<"style" | "script" | "reference", string>, operations: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="The operations of the APIs of Order Operations: v2, Public V1 and operator.">
<title>API reference · Order Operations</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/docs/assets/${files.style}">
</head>
<body>
<header class="top"><a class="name" href="/docs">Order Operations</a><nav aria-label="Site"><a href="/docs/guide">Guide</a><a href="/docs" aria-current="page">Reference</a></nav></header>
<main id="overview" class="overview">
<h1>API reference</h1>
<p>Open an operation to see its parameters and responses and to send a request. The <a href="/docs/guide">guide</a> explains what they have in common: the <a href="/docs/guide/quickstart">quickstart</a> takes a few minutes.</p>
<noscript><p>Opening an operation needs JavaScript. Everything about it is also in the OpenAPI documents, and the guide needs no script.</p></noscript>
${operations}
</main>
<div id="reference" tabindex="-1" hidden></div>
<p id="status" class="status" role="status"></p>
<script src="/docs/assets/${files.script}" data-reference="/docs/assets/${files.reference}"></script>
</body>
</html>
`;
}

/** The page at `/`, for people who open the URL of an instance in a browser. */
export function frontPage(style: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Order Operations</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/docs/assets/${style}">
</head>
<body>
<header class="top"><a class="name" href="/" aria-current="page">Order Operations</a></header>
<div class="columns">
<main>
<h1>Order Operations</h1>
<p>Orders, fulfillments, products, expenses and tickets of online sellers.</p>
<ul>
<li><a href="/console">Console</a>: sign in and work with orders</li>
<li><a href="/docs">API reference</a> and <a href="/docs/guide">guide</a></li>
<li><a href="/health">Health</a></li>
</ul>
</main>
</div>
</body>
</html>
`;
}

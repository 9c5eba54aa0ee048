import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import go from "highlight.js/lib/languages/go";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import typescript from "highlight.js/lib/languages/typescript";
import { escapeHtml } from "./escape.ts";
import { addressElements, markAddresses } from "./own-address.ts";

/** The languages of code blocks, with their labels. `text` is not highlighted. */
const LANGUAGES = new Map([
  ["sh", { label: "Shell", grammar: bash }],
  ["json", { label: "JSON", grammar: json }],
  ["ts", { label: "TypeScript", grammar: typescript }],
  ["js", { label: "JavaScript", grammar: javascript }],
  ["go", { label: "Go", grammar: go }],
  ["php", { label: "PHP", grammar: php }],
  ["python", { label: "Python", grammar: python }],
  ["ruby", { label: "Ruby", grammar: ruby }],
  ["text", { label: "Text", grammar: null }],
]);

for (const [name, { grammar }] of LANGUAGES) if (grammar !== null) hljs.registerLanguage(name, grammar);

export function isKnownLanguage(name: string): boolean {
  return LANGUAGES.has(name);
}

/** A code block with its language. The guide's script adds a button that copies it. */
export function codeBlock(text: string, name: string): string {
  const language = LANGUAGES.get(name);
  const marked = markAddresses(text);
  const isHighlighted = language !== undefined && language.grammar !== null;
  const html = isHighlighted ? hljs.highlight(marked, { language: name }).value : escapeHtml(marked);
  // Focusable, because the keyboard must be able to scroll it.
  return `<div class="code"><div class="bar"><span>${language?.label ?? "Text"}</span></div><pre tabindex="0"><code>${addressElements(html)}\n</code></pre></div>\n`;
}

/** Code in a sentence. An address with a path is to be copied, and one without is part of what the sentence says. */
export function inlineCode(text: string): string {
  const hasPath = /^https?:\/\/[^/]+\/./.test(text);
  return `<code>${hasPath ? addressElements(escapeHtml(markAddresses(text))) : escapeHtml(text)}</code>`;
}

import { fileTypeNamed } from "./file-type";

/** Characters that show nothing, or that turn the direction of a text, so that `gnp.exe` would look like `exe.png`. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The name of a file without the folders before it. Null: nothing is left of it. */
export function cleanFileName(text: string): string | null {
  const last = text.split(/[/\\]/).at(-1) ?? "";
  const name = last.replaceAll(INVISIBLE, "").replaceAll(/\s/g, " ").trim();
  return /^\.*$/.test(name) ? null : name;
}

/** The name that a file is downloaded under. Its extension is one of its type, because programs open a file by its name. */
function downloadName(name: string, contentType: string): string {
  const extensions = fileTypeNamed(contentType)?.extensions ?? ["bin"];
  const own = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  return extensions.includes(own) ? name : `${name}.${extensions[0] ?? "bin"}`;
}

/** The Content-Disposition of a file (RFC 6266), with its name in ASCII and in UTF-8. */
export function contentDisposition(name: string, contentType: string): string {
  const kind = fileTypeNamed(contentType)?.isShown === true ? "inline" : "attachment";
  const full = downloadName(name, contentType).toWellFormed();
  const ascii = full.replaceAll(/[^\w .()+-]/g, "_");
  const encoded = encodeURIComponent(full).replaceAll(/['()*]/g, (sign) => `%${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The fields of a form with files (multipart/form-data) in their order: texts, and the bytes of files. Null if the body is malformed. */
export async function parseMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<[name: string, value: string | Uint8Array][] | null> {
  let form: FormData;
  try {
    form = await new Response(bytes, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    return null;
  }
  const fields: [name: string, value: string | Uint8Array][] = [];
  for (const [name, value] of form) fields.push([name, typeof value === "string" ? value : new Uint8Array(await value.arrayBuffer())]);
  return fields;
}

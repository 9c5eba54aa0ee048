import type { OperatorApi } from "./api.ts";

interface Page {
  missing: { file_id: string; name: string; missing: string }[];
  next: string | null;
}

/** Names each file of an organization whose content or preview is not in the bucket of the installation. */
export async function sayMissingFiles(api: OperatorApi, organizationId: number, say: (line: string) => void): Promise<void> {
  let count = 0;
  for (let after: string | null = ""; after !== null;) {
    const query: string = after === "" ? "" : `?after=${after}`;
    const page: Page = await api.get<Page>(`/organizations/${organizationId}/missing-files${query}`);
    for (const { file_id, name, missing } of page.missing) say(`Missing in the bucket: the ${missing} of ${file_id}, ${name}`);
    count += page.missing.length;
    after = page.next;
  }
  if (count > 0) say(`${count} objects of files are missing. Copy them into the bucket (docs/runbook.md#files).`);
}

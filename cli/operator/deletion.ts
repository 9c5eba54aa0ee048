import type { OperatorApi } from "./api.ts";

interface Deletion {
  id: number;
  say: (line: string) => void;
}

/** Deletes an organization. `confirmation` is its name. */
export async function deleteOrganization(api: OperatorApi, { id, confirmation, say }: Deletion & { confirmation: string }): Promise<void> {
  const body = JSON.stringify({ name: confirmation });
  const { removed_after } = await api.post<{ removed_after: string }>(`/organizations/${id}/deletion`, body);
  say(`Organization ${id} is deleted. Its data is removed after ${removed_after}. Until then: undelete ${id}.`);
}

/** Undoes a deletion. */
export async function undeleteOrganization(api: OperatorApi, { id, say }: Deletion): Promise<void> {
  await api.delete(`/organizations/${id}/deletion`);
  say(`Organization ${id} is as it was.`);
}

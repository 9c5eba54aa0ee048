import { resolve } from "node:path";

/** What tests outside workerd need to know of the platforms. */
export interface ListedPlatform {
  platform: string;
  kind: "shop" | "carrier";
  name: string;
  /** Of a carrier service. */
  statuses?: Readonly<Record<string, string>>;
}

type Listed = Omit<ListedPlatform, "platform">;

/** The shops and carrier services that an organization can connect. Their code is written for workerd, so its types are not those of Node.js. */
export async function listPlatforms(): Promise<ListedPlatform[]> {
  const path = resolve("src/resources/connections/platforms/platforms.ts");
  const { ADAPTERS } = (await import(path)) as { ADAPTERS: Readonly<Record<string, Listed>> };
  return Object.entries(ADAPTERS).map(([platform, adapter]) => ({ platform, ...adapter }));
}

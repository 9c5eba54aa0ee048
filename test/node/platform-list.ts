import { build } from "esbuild";

/** The data of the platforms that tests outside of workerd need. */
export interface ListedPlatform {
  platform: string;
  kind: "shop" | "carrier";
  name: string;
  /** Only for a carrier service. */
  statuses?: Readonly<Record<string, string>>;
}

type AdapterData = Omit<ListedPlatform, "platform">;

/** The shops and carrier services that an organization can connect. Their code is written for workerd, so it is bundled for Node.js. */
export async function listPlatforms(): Promise<ListedPlatform[]> {
  const entryPoints = ["src/resources/connections/platforms/platforms.ts"];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "esm", platform: "node", target: "es2024" });
  const code = Buffer.from(outputFiles[0]?.contents ?? "").toString("base64");
  const { ADAPTERS } = (await import(`data:text/javascript;base64,${code}`)) as { ADAPTERS: Readonly<Record<string, AdapterData>> };
  return Object.entries(ADAPTERS).map(([platform, adapter]) => ({ platform, ...adapter }));
}

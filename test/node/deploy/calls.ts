import type { Finished } from "./run-deploy.ts";

export const LOOK_UPS = [
  "d1 list --json --env production",
  "queues info deliveries --env production",
  "queues info deliveries-dead --env production",
  "queues info deliveries-slow --env production",
  "secret list --format json --env production",
];
export const CREATE = [
  "d1 create order-operations --update-config=false --env production",
  "queues create deliveries --env production",
  "queues create deliveries-slow --env production",
  "queues create deliveries-dead --env production",
];
export const MIGRATE = "d1 migrations apply DB --remote --env production";
export const WHOAMI = "whoami --json --env production";
export const DEPLOY = "deploy --env production";

/** The calls, those that look up (side by side, so in any order) sorted, and the secrets file's path left out. */
export const sequence = ({ calls }: Finished): string[] => {
  const isLookUp = (call: string): boolean => LOOK_UPS.includes(call);
  const [first, ...rest] = calls.map((call) => call.replace(/--secrets-file \S+/, "--secrets-file FILE"));
  return [
    first ?? "",
    ...rest.slice(0, LOOK_UPS.length).toSorted(),
    ...rest.slice(LOOK_UPS.length).map((call) => (isLookUp(call) ? `again: ${call}` : call)),
  ];
};
export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

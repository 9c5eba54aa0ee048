import type { DeployResult } from "./run-deploy.ts";

export const LOOK_UPS = [
  "d1 list --json",
  "queues info order-operations-deliveries",
  "queues info order-operations-deliveries-dead",
  "queues info order-operations-deliveries-slow",
  "secret list --name order-operations --format json",
];
export const CREATE_SLOW_QUEUE = "queues create order-operations-deliveries-slow";
export const CREATE_DEAD_LETTER_QUEUE = "queues create order-operations-deliveries-dead";
export const CREATE = [
  "d1 create order-operations --update-config=false",
  "queues create order-operations-deliveries",
  CREATE_SLOW_QUEUE,
  CREATE_DEAD_LETTER_QUEUE,
];
export const MIGRATE = "d1 migrations apply DB --remote";
export const WHOAMI = "whoami --json";
export const DEPLOY = "deploy";

/** The calls without the path of the secrets file. Lookups, which run in parallel, are sorted. A lookup that is repeated later is marked. */
export const sequence = ({ calls }: DeployResult): string[] => {
  const isLookUp = (call: string): boolean => LOOK_UPS.includes(call);
  const [first, ...rest] = calls.map((call) => call.replace(/--secrets-file \S+/, "--secrets-file FILE"));
  return [
    first ?? "",
    ...rest.slice(0, LOOK_UPS.length).toSorted(),
    ...rest.slice(LOOK_UPS.length).map((call) => (isLookUp(call) ? `again: ${call}` : call)),
  ];
};
export const occurrences = (text: string, part: string): number => text.split(part).length - 1;

import type { DatabaseSync } from "node:sqlite";

/** A database and its content. */
export interface CloudDatabase {
  uuid: string;
  name: string;
  /** The location or the jurisdiction that it was created with. */
  place: string | null;
  jurisdiction: string | null;
  data: DatabaseSync;
}

/** The content of an account. */
export interface CloudAccount {
  databases: CloudDatabase[];
  queues: string[];
  /** The consumer of each queue that has one. */
  consumers: Map<string, CloudConsumer>;
  workers: Map<string, CloudWorker>;
  plan: "free" | "paid";
}

/** The consumer of a queue. */
export interface CloudConsumer {
  script: string;
  dead_letter_queue?: string;
  settings: Record<string, number | undefined>;
}

/** A Worker of an account. */
export interface CloudWorker {
  /** Names and values of its secrets. */
  secrets: Map<string, string>;
  /** Names and values of the variables of the last upload. */
  variables: Map<string, string>;
  /** The names of the databases of the last upload, by their bindings. */
  databases: Map<string, string>;
  /** The queues of the last upload, by their bindings. */
  queues: Map<string, string>;
  /** The namespaces of its rate limits, by their bindings. */
  rateLimits: Map<string, string>;
  /** The limits of the last upload, if it has any. */
  limits: Limits | null;
}

export interface Limits {
  cpu_ms?: number;
  subrequests?: number;
}

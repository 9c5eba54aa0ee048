/** What lets a client run one export at a time. */
export interface ExportLock {
  /** Renews the lock. Throws if it expired while the client read nothing, and another export took it. */
  keep: () => Promise<void>;
  /** Releases the lock. Never throws: if the release fails, the lock expires. */
  end: () => Promise<void>;
}

/** For clients that may run several exports at a time. */
export const NO_LOCK: ExportLock = { keep: async () => undefined, end: async () => undefined };

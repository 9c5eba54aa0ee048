/** A session ends when it was not used for this long, so that a browser that somebody has left is signed out. */
export const MAX_IDLE_MS = 12 * 3_600_000;

/** A session ends this long after its sign-in, however much it is used, so that a stolen cookie does not last for ever. */
export const MAX_SESSION_MS = 30 * 24 * 3_600_000;

/** The use of a session, and the activity of a member, are recorded at most once in this time, and not with each request. */
export const USE_INTERVAL_MS = 5 * 60_000;

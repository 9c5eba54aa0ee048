// The other routes (test/kit/sweep-share.ts).
import "./idempotency.test";

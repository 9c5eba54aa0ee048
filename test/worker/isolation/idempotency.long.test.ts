// The other routes (test/kit/share.ts).
import "./idempotency.test";

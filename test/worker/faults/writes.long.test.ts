// The other routes (test/kit/sweep-share.ts).
import "./writes.test";

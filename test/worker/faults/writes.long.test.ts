// The other routes (test/kit/share.ts).
import "./writes.test";

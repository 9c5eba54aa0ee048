// The other routes (test/kit/share.ts).
import "./faults.test";

// The other routes (test/kit/share.ts).
import "./reads.test";

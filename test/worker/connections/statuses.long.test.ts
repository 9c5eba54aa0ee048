// The same test with the states that it leaves out in the short form (test/kit/share.ts).
import "./statuses.test";

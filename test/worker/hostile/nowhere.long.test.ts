// The other routes (test/kit/share.ts).
import "./nowhere.test";

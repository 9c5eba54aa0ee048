// The other routes (test/kit/share.ts).
import "./invalid-fields.test";

// The other routes (test/kit/share.ts).
import "./routes.test";

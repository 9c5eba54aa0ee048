// The other routes (test/kit/sweep-share.ts).
import "./routes.test";

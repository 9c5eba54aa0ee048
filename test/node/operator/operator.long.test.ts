// A restore is killed at every request (test/kit/form.ts).
import "./operator.test.ts";

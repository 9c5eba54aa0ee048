// Killed more often, and under load (test/kit/form.ts).
import "./backup.test.ts";

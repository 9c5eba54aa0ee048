// After every line, and row by row (test/kit/form.ts).
import "./restore.test";

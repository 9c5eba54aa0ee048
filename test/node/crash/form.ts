/** Whether the tests of this folder run in full (`npm run test:crash`) or in the short form that every run includes. */
export const FULL = process.env["CRASH_FORM"] === "full";

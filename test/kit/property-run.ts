/** The cases of one check of a property. */
export interface PropertyRun {
  tried: number;
  required: number;
  ms: number;
}

declare module "vitest" {
  interface TaskMeta {
    /** The properties that a test has checked. */
    properties?: PropertyRun[];
  }
}

import type * as z from "zod";

/** An argument of a tool: `true` for the endpoint's description, a description for models, or several properties. */
export type Argument =
  | true
  | string
  | {
      about?: string;
      /** The default value. */
      default?: number;
      /** The argument is required, although the endpoint has a default. */
      required?: true;
      /** Replaces the endpoint's schema if the tool accepts less. */
      schema?: z.ZodType;
      /** The endpoint has an object whose keys are the organization's own. A model sends a list of keys and values, because not every model's API knows such objects. */
      pairs?: true;
    };

/** An operation of v2 as a tool: the inputs that a model may set, and their descriptions. */
export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  operation: string;
  /** Argument name to path parameter. */
  path?: Readonly<Record<string, { parameter: string; about: string }>>;
  arguments?: Readonly<Record<string, Argument>>;
  /** For a write whose result another tool describes: that description (`as`), and the fields that this tool lists nevertheless. */
  result?: { as: string; fields: readonly string[] };
  /** True if the tool replaces or ends something instead of only adding to it. */
  overwrites?: true;
  /** True if the tool is offered only if the URL names it (`?tools=`). */
  onRequest?: true;
}

import { createContext, useContext } from "hono/jsx";

const FieldIdsContext = createContext("");

/** Gives the ids of the fields in it a prefix, so that a field of another form on the page may have the same name. */
export const FieldIds = FieldIdsContext.Provider;

export function useFieldId(name: string): string {
  return useContext(FieldIdsContext) + name;
}

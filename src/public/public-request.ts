import { createContext, useContext } from "hono/jsx";
import type { Language, Translate } from "./texts/catalog";

/** What the components of a public page share. */
export interface PublicRequest {
  /** The path of the link, without a slash at its end. */
  base: string;
  /** The path and the query of the request. */
  here: string;
  language: Language;
  text: Translate;
  /** Proves that a form was rendered for this link, and recognizes one that is sent twice. */
  formToken: string;
  icons: string;
}

const PublicRequestContext = createContext<PublicRequest | null>(null);

export const PublicRequestProvider = PublicRequestContext.Provider;

export function usePublicRequest(): PublicRequest {
  const request = useContext(PublicRequestContext);
  if (request === null) throw new Error("This component can only be rendered on a public page.");
  return request;
}

/** Returns the texts in the language of the page. */
export const useText = (): Translate => usePublicRequest().text;

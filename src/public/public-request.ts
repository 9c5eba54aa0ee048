import { createContext, useContext } from "hono/jsx";
import type { RejectedForm } from "./public-page";
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
  /** The name of the asset with the icons. */
  icons: string;
  /** The form that was not carried out. Null: there is none. */
  rejected: RejectedForm | null;
  /** Whether a form of the page has said what happened to it. */
  isProblemShown: boolean;
}

/** The hidden fields of a form. */
export type HiddenFields = Readonly<Record<string, string | number>>;

const PublicRequestContext = createContext<PublicRequest | null>(null);

export const PublicRequestProvider = PublicRequestContext.Provider;

export function usePublicRequest(): PublicRequest {
  const request = useContext(PublicRequestContext);
  if (request === null) throw new Error("This component can only be rendered on a public page.");
  return request;
}

/** What was sent with a form, if it was not carried out. `hiddenFields`: those that tell it from other forms with its path. */
export function useSentValues(to: string, hiddenFields: HiddenFields = {}): RejectedForm["values"] | null {
  const { rejected } = usePublicRequest();
  if (rejected?.form !== to) return null;
  const isSame = Object.entries(hiddenFields).every(([name, value]) => rejected.values[name] === String(value));
  return isSame ? rejected.values : null;
}

/** Returns the texts in the language of the page. */
export const useText = (): Translate => usePublicRequest().text;

/** The part of Postman's collection format 2.1.0 that is written here (https://schema.postman.com/json/collection/v2.1.0/collection.json). */
export interface Collection {
  info: { name: string; description: string; schema: string };
  item: Folder[];
  variable: Variable[];
}

export interface Folder {
  name: string;
  description?: string;
  item: (Folder | Item)[];
  auth?: Auth;
}

export interface Item {
  name: string;
  event?: Event[];
  request: Request;
  response: SavedResponse[];
}

export interface Request {
  method: string;
  description?: string;
  auth?: Auth;
  header: Entry[];
  url: Url;
  body?: Body;
}

export interface Url {
  raw: string;
  host: string[];
  path: string[];
  query?: Entry[];
  variable?: Entry[];
}

/** A header, a query parameter or a path variable. */
export interface Entry {
  key: string;
  value: string;
  description?: string;
  disabled?: boolean;
}

export interface Body {
  mode: "raw";
  raw: string;
  options: { raw: { language: "json" } };
}

export interface SavedResponse {
  name: string;
  originalRequest: Request;
  status: string;
  code: number;
  _postman_previewlanguage: "json";
  header: Entry[];
  cookie: [];
  body: string;
}

export interface Event {
  listen: "test";
  script: { type: "text/javascript"; exec: string[] };
}

export interface Variable {
  key: string;
  value: string;
  description?: string;
}

export type Auth =
  | { type: "noauth" }
  | { type: "bearer"; bearer: [{ key: "token"; value: string; type: "string" }] }
  | { type: "apikey"; apikey: { key: "key" | "value" | "in"; value: string; type: "string" }[] };

/** JSON as a person reads it. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

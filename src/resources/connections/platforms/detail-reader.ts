import type { AuditReason } from "../../orders/audit-reasons";
import { noteAttributes } from "../../orders/files/note-attributes";
import { readCurrency } from "../../../platform/values/currency";
import { mapProperties } from "../../orders/items/mapped-properties";
import { DEFAULT_PROPERTY_MAP, type PropertyMap } from "../../orders/items/property-map";
import { MAX_LONG_TEXT_LENGTH, MAX_PROPERTIES, MAX_PROPERTIES_LENGTH, MAX_QUANTITY } from "../../orders/order-limits";
import { type MappedItem, UnmappableError } from "./adapter";
import { amountOf, idAt, joinTexts, momentOf, roundAmount, textOf, withoutEmpty } from "./values";

type Fields = Readonly<Record<string, unknown>>;

interface Property {
  name: string;
  value: string;
}

/** The largest amount that an order may have. */
const MAX_AMOUNT = 100_000_000_000;

/** How many units a line has, and the number that the shop states if that is a fraction. */
export interface LineQuantity {
  units: number;
  fraction: number | null;
}

/**
 * Reads the details of an order. One that has an unexpected type is left out and noted, so that the rest of the order is stored. The notes have
 * none of the values.
 */
export class DetailReader {
  readonly #leftOut = new Set<string>();
  /** Whether an amount, a quantity or the currency was left out: the order then needs an audit. */
  #lacksFigure = false;
  readonly #propertyMap: PropertyMap;

  /** `propertyMap` says which fields the properties of items become. */
  constructor(propertyMap: PropertyMap = DEFAULT_PROPERTY_MAP) {
    this.#propertyMap = propertyMap;
  }

  /** The reasons for an audit. */
  get reasons(): AuditReason[] {
    return this.#lacksFigure ? ["shop_unreadable"] : [];
  }

  /** What was left out, each as a sentence without its full stop. */
  get leftOut(): string[] {
    return [...this.#leftOut];
  }

  leaveOut(note: string): undefined {
    this.#leftOut.add(note);
  }

  amount(value: unknown, path: string): number | undefined {
    const amount = this.#read(() => amountOf(value, path));
    if (amount !== undefined && Math.abs(amount) <= MAX_AMOUNT) return amount;
    const isMissing = value === undefined || value === null || value === "";
    if (isMissing) return undefined;
    this.#lacksFigure = true;
    return this.leaveOut(`${path} is not an amount`);
  }

  /** A time, in ms since 1970; null if there is none that can be read. */
  moment(value: unknown, path: string): number | null {
    if (value === undefined || value === null || value === "") return null;
    return this.#read(() => momentOf(value, path)) ?? null;
  }

  /** The currency. If it can't be read, the order gets that of the organization. */
  currency(value: unknown): string | undefined {
    const currency = readCurrency(textOf(value) ?? "");
    if (currency !== null) return currency;
    this.#lacksFigure = true;
    return this.leaveOut("currency is not a currency");
  }

  id(value: unknown, path: string): string | undefined {
    return this.#read(() => idAt(value, path));
  }

  /** The quantity of a line. A fraction, such as of a weight, is one unit, and an unreadable quantity too. */
  quantity(value: unknown, path: string): LineQuantity {
    const quantity = typeof value === "string" && /^-?\d{1,9}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
    if (typeof quantity !== "number" || !Number.isFinite(quantity) || quantity < 0 || quantity > MAX_QUANTITY) {
      this.#lacksFigure = true;
      this.leaveOut(`${path} is not a quantity, so it counts as 1`);
      return { units: 1, fraction: null };
    }
    if (Number.isInteger(quantity)) return { units: quantity, fraction: null };
    this.leaveOut(`${path} is a fraction, so the line counts as 1`);
    return { units: 1, fraction: roundAmount(quantity) };
  }

  /** The objects of a list. PHP writes a list as an object if it is not numbered from 0. */
  records(value: unknown, path: string): Fields[] {
    if (value === undefined || value === null || value === "") return [];
    if (typeof value !== "object") {
      this.leaveOut(`${path} is not a list`);
      return [];
    }
    return Object.values(value).flatMap((each: unknown, index): Fields[] => {
      if (typeof each === "object" && each !== null && !Array.isArray(each)) return [each as Fields];
      this.leaveOut(`${path}[${index}] is not an object`);
      return [];
    });
  }

  /** The lines of an order with their paths and ids. A second line with the same id is left out. */
  lines(records: readonly Fields[]): { line: Fields; id: string | undefined; path: string }[] {
    const ids = new Set<string>();
    return records.flatMap((line, index) => {
      const path = `line_items[${index}]`;
      const id = this.id(line["id"], `${path}.id`);
      if (id !== undefined && ids.has(id)) {
        this.leaveOut(`${path} has the id of another line`);
        return [];
      }
      if (id !== undefined) ids.add(id);
      return [{ line, id, path }];
    });
  }

  /** Pairs of a name and a value: a list of objects with these fields, or an object with the names as its keys. */
  pairs(value: unknown, path: string, [name, content]: readonly [name: string, content: string]): (readonly [string, unknown])[] {
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isMap && Object.values(value).every((each) => typeof each !== "object")) return Object.entries(value);
    return this.records(value, path).flatMap((each) => {
      const key = textOf(each[name]);
      return key === undefined ? [] : [[key, each[content]] as const];
    });
  }

  /**
   * The properties of an item: what the buyer chose or typed, under the names of the shop and in its order, as many as an item has room for. A
   * value of a plugin that is no text is kept as JSON.
   */
  properties(pairs: readonly (readonly [name: string, value: unknown])[], path: string): Property[] {
    let room = MAX_PROPERTIES_LENGTH;
    const properties = pairs.flatMap(([name, value]) => {
      const key = textOf(name);
      const text = textOf(propertyValue(value), MAX_LONG_TEXT_LENGTH);
      if (key === undefined || text === undefined) return [];
      room -= key.length + text.length;
      return room < 0 ? [] : [{ name: key, value: text }];
    });
    if (room < 0 || properties.length > MAX_PROPERTIES) this.leaveOut(`${path} has too many values`);
    return properties.slice(0, MAX_PROPERTIES);
  }

  /** The fields of an item that its properties become. `isPersonal` says which properties that the map does not name are part of the personalization. */
  mappedFields(properties: readonly Property[], path: string, isPersonal?: (property: Property) => boolean): Partial<MappedItem> {
    const { fields, leftOut } = mapProperties(properties, this.#propertyMap, isPersonal);
    for (const reason of leftOut) this.leaveOut(`${path}: ${reason}`);
    return withoutEmpty<Partial<MappedItem>>({
      design_url: fields.design_url,
      personalization: textOf(fields.personalization, MAX_LONG_TEXT_LENGTH),
      material: textOf(fields.material),
      color: textOf(fields.color),
      size: textOf(fields.size),
      metadata: fields.metadata,
    });
  }

  /** The texts with a name that the shop or an app of it has added to an order, and the note of its buyer. */
  notes(note: unknown, pairs: readonly (readonly [name: string, value: unknown])[]) {
    const attributes = pairs.flatMap(([name, value]) => {
      const text = textOf(typeof value === "boolean" ? String(value) : value, MAX_LONG_TEXT_LENGTH);
      return text === undefined ? [] : [{ name, value: text }];
    });
    const { metadata, giftMessage, unfitting } = noteAttributes(attributes);
    return {
      ...(note !== undefined && { buyer_note: joinTexts([note, unfitting], "\n", MAX_LONG_TEXT_LENGTH) ?? null }),
      ...(giftMessage !== "" && { gift_message: giftMessage }),
      ...(metadata !== null && { metadata }),
    };
  }

  #read<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof UnmappableError)) throw error;
      return this.leaveOut(error.message.replace(/\.$/, ""));
    }
  }
}

/** A value as `textOf` reads it: a boolean as a word, an object as JSON. */
function propertyValue(value: unknown): unknown {
  if (typeof value === "boolean") return String(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}

/** What a line shows of a quantity that is a fraction, for example `1.52 x`. */
export function fractionText({ fraction }: LineQuantity): string | undefined {
  return fraction === null ? undefined : `${fraction} x`;
}

/** The note about a fulfillment that is left out. */
export const notApplied = (reason: string): string => `fulfillment not applied: ${reason}`;

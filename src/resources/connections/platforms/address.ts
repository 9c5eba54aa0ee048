import { MAX_ADDRESS_LENGTH, MAX_COUNTRY_LENGTH, MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH, MAX_ZIPCODE_LENGTH } from "../../orders/order-limits";
import type { MappedOrderBody } from "./adapter";
import { joinTexts, textOf } from "./values";

type Fields = Readonly<Record<string, unknown>>;

/** The names that a platform has for the parts of an address. Of several names, the first one with a text counts. */
export interface AddressNames {
  street: string;
  secondLine: string;
  state: readonly string[];
  zipcode: string;
  country: readonly string[];
}

function firstText(fields: Fields, names: readonly string[], max?: number): string | undefined {
  return names.map((name) => textOf(fields[name], max)).find((text) => text !== undefined);
}

/**
 * The address to ship to. With a street, a missing company or second line was removed in the shop, so null clears it. Without a street, the shop may
 * hide the address, so undefined keeps what is stored.
 */
export function recipientOf(address: Fields, names: AddressNames): Partial<MappedOrderBody> {
  const street = textOf(address[names.street]);
  const ifMissing = street === undefined ? undefined : null;
  return {
    ship_name: textOf(address["name"]) ?? joinTexts([address["first_name"], address["last_name"]], " "),
    ship_company: textOf(address["company"]) ?? ifMissing,
    ship_address1: street,
    ship_address2: textOf(address[names.secondLine]) ?? ifMissing,
    ship_city: textOf(address["city"]),
    ship_state: firstText(address, names.state),
    ship_zipcode: textOf(address[names.zipcode], MAX_ZIPCODE_LENGTH),
    ship_country: firstText(address, names.country, MAX_COUNTRY_LENGTH),
  };
}

/** An address as one text; undefined if it is empty. Of several names of a part, only the first one counts. */
export function addressText(address: Fields, { street, secondLine, state, zipcode, country }: AddressNames): string | undefined {
  const names = ["company", street, secondLine, "city", state[0] ?? "", zipcode, country[0] ?? ""];
  return joinTexts(
    names.map((name) => address[name]),
    ", ",
    MAX_ADDRESS_LENGTH,
  );
}

/** The customer of a billing address that has everything about the customer. */
export function customerOf(billing: Fields, names: AddressNames): Partial<MappedOrderBody> {
  return {
    customer_name: joinTexts([billing["first_name"], billing["last_name"]], " "),
    customer_email: textOf(billing["email"], MAX_EMAIL_LENGTH),
    customer_phone: textOf(billing["phone"], MAX_PHONE_LENGTH),
    customer_address: addressText(billing, names),
  };
}

import * as z from "zod";
import { textQuery } from "../../../platform/http/input/query";
import { page } from "../../../console/page";
import { MAX_PICKS, picksResponse, textsOf } from "../../../console/picks";
import { MAX_SEARCH_LENGTH } from "../order-limits";
import { findCustomers } from "../list/of-customer";

/** The customers that a search finds, as JSON for the field of a new order's customer. One sequential round trip. */
export const pickCustomers = page(
  { path: "/pick/customers", permission: "write", query: z.object({ q: textQuery(MAX_SEARCH_LENGTH) }) },
  async ({ org, query: { q } }) => {
    const customers = q === undefined ? [] : await findCustomers(org, { q, limit: MAX_PICKS });
    return picksResponse(
      customers.map((customer) => {
        const { customer_name: name, customer_email: email, customer_phone: phone, ship_city: city } = customer;
        // Only customers with a name are found, although the column may be null.
        const contact = email ?? phone ?? city;
        return { value: contact === null ? (name ?? "") : `${name}, ${contact}`, label: city ?? contact ?? "", fields: textsOf(customer) };
      }),
    );
  },
);

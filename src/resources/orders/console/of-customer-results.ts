import * as z from "zod";
import { moneyText } from "../../../platform/values/money-text.ts";
import { integerQuery, textQuery } from "../../../platform/http/input/query";
import { page } from "../../../console/page";
import { momentLabel } from "../../../console/parts/values";
import { listOrdersOfCustomer } from "../list/of-customer";
import { shownStatus } from "../order-status";
import { orderName } from "./order-name";

const MAX_RESULTS = 5;

const ContactQuery = z.object({
  email: textQuery(320),
  phone: textQuery(32),
  except: integerQuery(0, Number.MAX_SAFE_INTEGER),
});

/** The newest other orders of a customer, as JSON for the page of an order. One sequential round trip. */
export const ofCustomerResults = page({ path: "/orders/of-customer", permission: "read", query: ContactQuery }, async ({ org, query }) => {
  const { email, phone, except = 0 } = query;
  const orders = await listOrdersOfCustomer(org, { email, phone, except, limit: MAX_RESULTS });
  const { id, timezone } = org.organization;
  return Response.json({
    orders: orders.map((order) => ({
      label: orderName(order),
      detail: [shownStatus(order), momentLabel(order.date, timezone, { time: false }), moneyText(order.total_amount, order.currency)].join(
        " · ",
      ),
      href: `/console/${id}/orders/${order.id}`,
    })),
  });
});

import type { LinkRow } from "../../../accounts/links/links";
import type { Actor, OrgReader } from "../../../platform/db/org-db";
import type { PublicContext, PublicPage, PublicSite, PublicView, RejectedForm } from "../../../public/public-page";
import { readSupplier } from "../../suppliers/read-supplier";
import { readSentOrder, readShippedLately, readWork, readWorkOrder, type WorkOrder } from "../work";
import { SUPPLIER_ACTIONS } from "./actions";
import { correctView, parcelOf } from "./correct-page";
import { dayOf, dueSentence } from "./day";
import { SUPPLIER_FILES } from "./files";
import { textIn } from "./form-fields";
import { listedTexts, ListPage } from "./list-page";
import { orderView } from "./order-page";
import { ticketsView } from "./tickets-page";
import { waitingNumbers } from "./pasted-tracking";
import { trackingView } from "./tracking-page";
import { uploadView } from "./upload-page";
import { isOfOneOrder, workOfLink } from "./work-of-link";

type Args = PublicContext & { org: OrgReader };

const placeOf = ({ origin, org }: Args) => ({ origin, organizationId: org.organization.id });

/** The page of a list that a URL names, from 1. */
function pageIn({ search }: PublicContext): number {
  const text = search.get("page") ?? "";
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;
}

function viewOfOrder(args: Args, work: WorkOrder): PublicView {
  const { org, link, text, language } = args;
  const due = dueSentence(work, org, language);
  const page = pageIn(args);
  return orderView({ work, place: placeOf(args), due, page, hasList: !isOfOneOrder(link) }, text("order", { number: work.order.number }));
}

async function showOrder(args: Args, id: string): Promise<PublicView> {
  return viewOfOrder(args, await readWorkOrder(args.org, workOfLink(args.link), id));
}

async function showList(args: Args): Promise<PublicView> {
  const { org, link, text, search, language } = args;
  const query = (search.get("q") ?? "").slice(0, 100);
  const [supplier, works, shippedOrders] = await Promise.all([
    readSupplier(org, link.subject_id),
    readWork(org, workOfLink(link), listedTexts(query)),
    readShippedLately(org, link.subject_id),
  ]);
  // All of these were shipped, so the 0 is only for the type.
  const shipped = shippedOrders.map(({ id, number, shipped_at }) => ({ id, number, day: dayOf(shipped_at ?? 0, org, language) }));
  const props = { shipped, supplierName: supplier.name, works, place: placeOf(args), section: search.get("section") };
  return {
    title: text("orders_of", { name: supplier.name }),
    body: <ListPage {...props} query={query} dueOf={(work) => dueSentence(work, org, language)} />,
  };
}

async function showTracking({ org, link, text }: Args): Promise<PublicView> {
  return trackingView(text("paste_title"), waitingNumbers(await readWork(org, workOfLink(link), ["order_number"])));
}

/** The form that corrects the tracking of a parcel, or its order if there is no such parcel any more. */
async function showCorrection(args: Args, { id, number }: { id: string; number: string }): Promise<PublicView> {
  const work = await readWorkOrder(args.org, workOfLink(args.link), id);
  const parcel = parcelOf(work, number);
  return parcel === null ? viewOfOrder(args, work) : correctView({ work, parcel }, args.text);
}

/** The page that a link opens. After a form that was not carried out, it is the page with the form. */
async function start(args: Args, rejected?: RejectedForm): Promise<PublicView> {
  const { link, text } = args;
  if (rejected?.form === "/tracking") return await showTracking(args);
  if (rejected?.form === "/upload") return uploadView(text("upload_title"));
  const [, id] = /^\/orders\/([^/]+)\//.exec(rejected?.form ?? "") ?? [];
  if (id !== undefined && rejected?.form === `/orders/${id}/correct`)
    return await showCorrection(args, { id, number: textIn(rejected.values, "wrong_number") });
  if (isOfOneOrder(link)) return await showOrder(args, link.subject_id);
  return id === undefined ? await showList(args) : await showOrder(args, id);
}

const PAGES: readonly PublicPage[] = [
  { path: "/orders/:id", show: async (args) => await showOrder(args, args.param["id"] ?? "") },
  {
    path: "/orders/:id/tickets",
    show: async (args) => {
      const work = await readWorkOrder(args.org, workOfLink(args.link), args.param["id"] ?? "");
      const due = dueSentence(work, args.org, args.language);
      return ticketsView(
        { work, place: placeOf(args), due, page: pageIn(args) },
        args.text("tickets_title", { number: work.order.number }),
      );
    },
  },
  {
    path: "/orders/:id/correct",
    show: async (args) => await showCorrection(args, { id: args.param["id"] ?? "", number: args.search.get("number") ?? "" }),
  },
  { path: "/tracking", show: async (args) => await showTracking(args) },
  { path: "/upload", show: async ({ text }) => await Promise.resolve(uploadView(text("upload_title"))) },
  ...SUPPLIER_FILES,
];

/** Who acts with a link: its supplier. */
async function holder(org: OrgReader, link: LinkRow): Promise<Actor> {
  if (!isOfOneOrder(link)) return { kind: "supplier", id: null, name: (await readSupplier(org, link.subject_id)).name };
  const { supplier_name } = await readSentOrder(org, workOfLink(link), link.subject_id);
  return { kind: "supplier", id: null, name: supplier_name };
}

const site = { holder, start, pages: PAGES, actions: SUPPLIER_ACTIONS };

/** The pages behind the links of suppliers and of supplier orders (docs/spec/supplier-page.md). */
export const SUPPLIER_SITES: readonly PublicSite[] = [
  { purpose: "supplier", ...site },
  { purpose: "supplier_order", ...site },
];

import { page } from "../../../../console/page";
import { usePageRequest } from "../../../../console/page-request";
import { initialFormState, SelectField, TextField } from "../../../../console/parts/form";
import { dayNumber, dayText } from "../../../../platform/values/zone";
import { StorePath } from "../../../stores/v2/contract";
import { readStore } from "../../../stores/read-store";
import { WorksheetQuery } from "../../fulfillments/v2/contract";
import { DEFAULT_DAYS, worksheetResponse } from "../../fulfillments/worksheet/worksheet";

const FORMATS = [
  ["etsy", "Etsy: a list to enter by hand"],
  ["ebay", "eBay: a file to upload"],
  ["amazon", "Amazon: a file of shipping confirmations"],
] as const;

function WorksheetForm({ id, platform, today }: { id: number; platform: string; today: number }) {
  const { base } = usePageRequest();
  const formState = initialFormState({ format: platform, from: dayText(today - DEFAULT_DAYS + 1), to: dayText(today) });
  return (
    <form method="get" action={`${base}/stores/${id}/tracking-worksheet/file`} class="form">
      <SelectField formState={formState} name="format" label="Platform" options={FORMATS} required />
      <div class="pair">
        <TextField formState={formState} name="from" label="Shipped from" type="date" required />
        <TextField formState={formState} name="to" label="Shipped until" type="date" required />
      </div>
      <button class="primary">Download worksheet</button>
    </form>
  );
}

export const worksheetPage = page(
  { path: "/stores/:id/tracking-worksheet", permission: "read", param: StorePath },
  async ({ org, param: { id }, now }) => {
    const { name, platform } = await readStore(org, id);
    return {
      title: "Tracking worksheet",
      lead: `What ${name} shipped in a period, for platforms that accept tracking numbers only as a file or by hand.`,
      back: { page: `/stores/${id}`, label: "Back to the store" },
      body: <WorksheetForm id={id} platform={platform} today={dayNumber(now, org.organization.timezone)} />,
    };
  },
);

export const worksheetFile = page(
  { path: "/stores/:id/tracking-worksheet/file", permission: "read", param: StorePath, query: WorksheetQuery },
  async ({ org, param, query }) => await worksheetResponse(org, { storeId: param.id, ...query }),
);

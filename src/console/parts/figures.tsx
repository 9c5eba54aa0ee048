import { usePageRequest } from "../page-request";

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, places: number | null): Intl.NumberFormat {
  const name = `${currency}/${places ?? ""}`;
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat("en", { style: "currency", currency, ...(places !== null && { minimumFractionDigits: places }) });
    formats.set(name, format);
  }
  return format;
}

/** An amount in a currency, as `£12.50`: with the currency's usual places, or as many more as the amount has. */
export function moneyText(amount: number, currency: string): string {
  const usual = formatOf(currency, null);
  const places = (String(amount).split(".")[1] ?? "").length;
  return places > (usual.resolvedOptions().maximumFractionDigits ?? 2) ? formatOf(currency, places).format(amount) : usual.format(amount);
}

export function Money({ amount, currency }: { amount: number; currency: string }) {
  return <span class="figure">{moneyText(amount, currency)}</span>;
}

const counts = new Intl.NumberFormat("en");

/** A count, as `25,900`. */
export function countText(count: number): string {
  return counts.format(count);
}

/**
 * A moment (ms since 1970) in the organization's zone: the day, and with `time` the time too, to the second where it says so. The
 * whole of it is told on demand.
 */
export function Moment({ at, time = false }: { at: number; time?: boolean | "seconds" }) {
  const { member } = usePageRequest();
  const { timezone } = member.organization;
  const timeStyle = time === "seconds" ? ("medium" as const) : ("short" as const);
  const style = { dateStyle: "medium", ...(time !== false && { timeStyle }) } as const;
  const iso = new Date(at).toISOString();
  return (
    <time datetime={iso} title={`${iso} (${timezone})`}>
      {new Intl.DateTimeFormat("en-GB", { ...style, timeZone: timezone }).format(at)}
    </time>
  );
}

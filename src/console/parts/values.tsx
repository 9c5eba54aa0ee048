import type { Child } from "hono/jsx";
import { dateFormat } from "../../platform/values/date-format.ts";
import { moneyText } from "../../platform/values/money-text.ts";
import { usePageRequest } from "../page-request";
import { toneOf } from "../status-tone";

/** A list of names and values. Entries without a value (null or an empty text) are left out. */
export function Facts({ facts, class: name }: { facts: readonly (readonly [name: Child, value: Child])[]; class?: string }) {
  return (
    <dl class={name === undefined ? "facts" : `facts ${name}`}>
      {facts.map(([term, value]) =>
        value === null || value === "" ? null : (
          <>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </>
        ),
      )}
    </dl>
  );
}

/** A text of several lines, as it was written, for `Facts`. Null if there is none. */
export function multiline(text: string | null): Child {
  return text === null ? null : <span class="words">{text}</span>;
}

/** A status. Our own names start with a capital, and texts of others are shown as they are. */
export function Badge({ status }: { status: string }) {
  const tone = toneOf(status);
  return <span class={`badge ${tone ?? "idle"}`}>{tone === undefined ? status : capitalized(status.replaceAll("_", " "))}</span>;
}

/** An amount in stored units, 1/10,000 of the currency. */
export function Money({ units, currency }: { units: number | bigint; currency: string }) {
  return <span class="figure">{moneyText(units, currency)}</span>;
}

/** A time (ms since 1970) in a time zone as text, in the console's one format: the date, and with `time` also the time of day. */
export function momentLabel(at: number, timeZone: string, { time }: { time: boolean | "seconds" }): string {
  const timeStyle = time === "seconds" ? ("medium" as const) : ("short" as const);
  return dateFormat("en-GB", { dateStyle: "medium", ...(time !== false && { timeStyle }), timeZone }).format(at);
}

/** The tooltip of a time: its seconds and the time zone, and a note. */
const tooltipOf = (at: number, timezone: string, note: string | undefined): string =>
  `${momentLabel(at, timezone, { time: "seconds" })} (${timezone})${note === undefined ? "" : `. ${note}.`}`;

/**
 * A time (ms since 1970) in the organization's time zone: the date, and with `time` also the time of day, optionally with seconds. The
 * tooltip shows the time with its seconds and the time zone.
 */
export function Moment({ at, time = false, note }: { at: number; time?: boolean | "seconds"; note?: string | undefined }) {
  const { member } = usePageRequest();
  const { timezone } = member.organization;
  return (
    <time datetime={new Date(at).toISOString()} title={tooltipOf(at, timezone, note)}>
      {momentLabel(at, timezone, { time })}
    </time>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function ageText(age: number): string {
  if (age < MINUTE_MS) return "Just now";
  if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min ago`;
  return age < DAY_MS ? `${Math.floor(age / HOUR_MS)} h ago` : `${Math.floor(age / DAY_MS)} d ago`;
}

/** How long ago a time was, for up to a week: `Just now`, `5 min ago`, `3 h ago`. An earlier or a future time is a date. The tooltip shows the time. */
export function Age({ at, note }: { at: number; note?: string }) {
  const { member, now } = usePageRequest();
  const { timezone } = member.organization;
  const age = now - at;
  if (age < 0 || age >= 7 * DAY_MS) return <Moment at={at} note={note} />;
  return (
    <time
      class="relative"
      datetime={new Date(at).toISOString()}
      title={tooltipOf(at, timezone, note)}
      data-date={momentLabel(at, timezone, { time: true })}
    >
      {ageText(age)}
    </time>
  );
}

/** A time with its time of day, or "Never". */
export function MomentOrNever({ at }: { at: number | null }) {
  return at === null ? <span class="never">Never</span> : <Moment at={at} time />;
}

const dayLabel = (day: string): string => dateFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(day));

/** A calendar day (YYYY-MM-DD), which no time zone shifts. */
export function Day({ day }: { day: string }) {
  return <time datetime={day}>{dayLabel(day)}</time>;
}

/** The present day of the organization, which is a date on paper. */
export function Today({ day }: { day: string }) {
  return (
    <time class="relative" datetime={day} data-date={dayLabel(day)}>
      Today
    </time>
  );
}

/** A SKU, in one line. The tooltip shows one that is too long for it. */
export function Sku({ sku }: { sku: string | null }) {
  if (sku === null || sku === "") return null;
  return (
    <span class="sku" title={sku.length > 20 ? sku : undefined}>
      {sku}
    </span>
  );
}

/** Capitalizes the first letter of a name: `storefront` becomes "Storefront". */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

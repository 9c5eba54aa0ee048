import { type Trend, TREND_PERIOD, type Trends } from "../../analytics/trends";
import { countText } from "../../console/count-text";
import { PageLink } from "../../console/parts/link";
import { momentLabel, moneyText } from "../../console/parts/values";

/** The size of a chart, in the units of the picture. It is as wide as its panel. */
const WIDTH = 300;
const HEIGHT = 64;

/** The share of a day's width that is left free. */
const FREE = 0.3;

const dayText = (day: string): string => momentLabel(Date.parse(day), "UTC", false);

interface ChartProps {
  days: Trend["days"];
  label: string;
  text: (value: number) => string;
}

/** A bar for each day. All bars start at zero. */
function Chart({ days, label, text }: ChartProps) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const values = days.map(({ value }) => value);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const yOf = (value: number) => Math.round(HEIGHT * (high === low ? 1 : (high - value) / (high - low)));
  const slot = WIDTH / days.length;
  return (
    <>
      <svg class="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {days.map(({ day, value }, index) => (
          <rect
            x={slot * index}
            y={yOf(Math.max(0, value))}
            width={slot * (1 - FREE)}
            height={yOf(Math.min(0, value)) - yOf(Math.max(0, value))}
          >
            <title>{`${dayText(day)}: ${text(value)}`}</title>
          </rect>
        ))}
        <line x1="0" x2={WIDTH} y1={yOf(0)} y2={yOf(0)} />
      </svg>
      <p class="soft ends" aria-hidden="true">
        <span>{dayText(first.day)}</span>
        <span>{dayText(last.day)}</span>
      </p>
    </>
  );
}

function TrendPanel({ title, trend, text }: { title: string; trend: Trend; text: ChartProps["text"] }) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      <p class="total">
        <PageLink page={`/analytics?period=${TREND_PERIOD}`}>
          <span class="value">{text(trend.total)}</span> Last 30 days
        </PageLink>
      </p>
      <Chart days={trend.days} label={`${title} on each of the last 30 days`} text={text} />
    </section>
  );
}

/** Net revenue and orders of the last 30 days, each with a small chart and a link to analytics. */
export function TrendPanels({ trends, currency }: { trends: Trends; currency: string }) {
  return (
    <div class="trends">
      <TrendPanel title="Net revenue" trend={trends.revenue} text={(amount) => moneyText(amount, currency)} />
      <TrendPanel title="Number of orders" trend={trends.orders} text={countText} />
    </div>
  );
}

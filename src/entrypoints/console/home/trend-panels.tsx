import { type Trend, TREND_PERIOD, type Trends } from "../../../resources/analytics/trends";
import { countText } from "../../../console/count-text";
import { PageLink } from "../../../console/parts/link";
import { momentLabel } from "../../../console/parts/values";
import { moneyText } from "../../../platform/values/money-text.ts";

const WIDTH = 300;
const HEIGHT = 64;

/** The share of the width of a day that is left free between bars. */
const BAR_GAP = 0.3;

const dayText = (day: string): string => momentLabel(Date.parse(day), "UTC", { time: false });

interface ChartProps<Value extends number | bigint> {
  days: Trend<Value>["days"];
  label: string;
  text: (value: Value) => string;
}

/** A bar for each day. All bars start at zero. */
function Chart<Value extends number | bigint>({ days, label, text }: ChartProps<Value>) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  // The heights need not be exact.
  const values = days.map(({ value }) => Number(value));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const yOf = (value: number) => Math.round(HEIGHT * (high === low ? 1 : (high - value) / (high - low)));
  const slot = WIDTH / days.length;
  const titles = days.map(({ day, value }) => `${dayText(day)}: ${text(value)}`);
  return (
    <>
      <svg class="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {values.map((value, index) => (
          <rect
            x={slot * index}
            y={yOf(Math.max(0, value))}
            width={slot * (1 - BAR_GAP)}
            height={yOf(Math.min(0, value)) - yOf(Math.max(0, value))}
          >
            <title>{titles[index]}</title>
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

interface TrendPanelProps<Value extends number | bigint> {
  title: string;
  trend: Trend<Value>;
  text: (value: Value) => string;
}

function TrendPanel<Value extends number | bigint>({ title, trend, text }: TrendPanelProps<Value>) {
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
      <TrendPanel title="Net revenue" trend={trends.revenue} text={(units) => moneyText(units, currency)} />
      <TrendPanel title="Number of orders" trend={trends.orders} text={countText} />
    </div>
  );
}

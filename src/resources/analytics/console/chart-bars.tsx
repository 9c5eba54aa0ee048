import type { Child } from "hono/jsx";
import { CostMoney } from "./cost-figure";
import { barsOf } from "./time-geometry";

export interface BarRow {
  name: string;
  /** The amount in stored units. Null if it depends on unknown costs. It then has no bar. */
  amount: bigint | null;
  /** Whether some of its orders have no cost. */
  isPartial?: boolean;
  /** Determines the color. `outgo`: costs or expenses. */
  kind: "revenue" | "outgo" | "profit" | "loss";
  /** The cells of the other columns. */
  more: readonly Child[];
}

interface BarChartProps {
  caption: string;
  columns: readonly string[];
  rows: readonly BarRow[];
  currency: string;
}

/** A table of amounts, with a bar for each. All bars start at zero. */
export function BarChart({ caption, columns, rows, currency }: BarChartProps) {
  const bars = barsOf(rows.map(({ amount }) => Number(amount ?? 0)));
  return (
    <table class="grid bars">
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((name, index) => (
            <th scope="col" class={index === 0 ? undefined : "figures"}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, amount, isPartial = false, kind, more }, index) => (
          <tr>
            <th scope="row">
              {name}
              <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="track" x="0" y="0" width="100" height="8" />
                <rect class={kind} x={bars[index]?.x} y="0" width={bars[index]?.width} height="8" />
              </svg>
            </th>
            <td class="figures">
              <CostMoney units={amount} currency={currency} isPartial={isPartial} />
            </td>
            {more.map((cell) => (
              <td class="figures">{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The media type of version 1.0 of the OpenMetrics text format (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
export const METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/** A value of a metric, and the labels that tell it from the metric's other values. */
export interface Sample {
  labels?: Readonly<Record<string, string | number>>;
  value: number;
}

/** A metric. A name with a unit ends with it. */
export interface Metric {
  name: string;
  /** `info`: the labels are the information, and the value is 1. */
  type: "gauge" | "info";
  unit?: "bytes" | "seconds";
  help: string;
  samples: readonly Sample[];
}

function escaped(text: string): string {
  return text
    .replaceAll("\\", String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll("\n", String.raw`\n`);
}

function sampleLine({ name, type }: Metric, { labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(String(text))}"`);
  return `${name}${type === "info" ? "_info" : ""}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}`;
}

function metricLines(metric: Metric): string[] {
  const { name, type, unit, help, samples } = metric;
  const about = [`# TYPE ${name} ${type}`, ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]), `# HELP ${name} ${escaped(help)}`];
  return [...about, ...samples.map((sample) => sampleLine(metric, sample))];
}

export function openMetrics(metrics: readonly Metric[]): string {
  return [...metrics.flatMap(metricLines), "# EOF", ""].join("\n");
}

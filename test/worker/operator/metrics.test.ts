import { beforeAll, describe, expect, it } from "vitest";
import alerts from "../../../monitoring/alerts.yaml?raw";
import dashboardText from "../../../monitoring/dashboard.json?raw";
import page from "../../../docs/monitoring.md?raw";
import { parseOpenMetrics } from "../../kit/open-metrics";
import { call } from "../../kit/client";
import { CRON_JOBS } from "../../../src/entrypoints/jobs";
import { openMetrics } from "../../../src/entrypoints/operator/open-metrics";
import { headers, read, runCron } from "./kit";

/** GET /operator/metrics, the dashboard and the alert rules (docs/monitoring.md). */

let families: ReturnType<typeof parseOpenMetrics>;

beforeAll(async () => {
  for (const cron of CRON_JOBS.keys()) await runCron(cron, { time: "2026-11-21T10:00:00Z" });
  families = parseOpenMetrics((await read("/metrics")).text);
});

const names = () => new Set([...families.values()].flatMap(({ samples }) => samples.map(({ name }) => name)));

const metricsIn = (text: string) => [...new Set(text.match(/\border_operations_\w+/g))].toSorted();

describe("GET /operator/metrics", () => {
  it("is valid OpenMetrics 1.0 text, with its media type", async () => {
    const { status, headers: sent, text } = await call("/operator/metrics", { headers });
    expect({ status, contentType: sent.get("Content-Type") }).toEqual({
      status: 200,
      contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
    });
    expect(parseOpenMetrics(text).size).toBeGreaterThan(15);
    expect(text.endsWith("\n# EOF\n")).toBe(true);
  });

  it("has samples for each database and for each job, and at least one of each metric", () => {
    const labels = (name: string, label: string) => families.get(`order_operations_${name}`)?.samples.map((sample) => sample.labels[label]);
    for (const name of ["database_up", "database_size_bytes", "deliveries_due", "inbox_delay_seconds"]) {
      expect(labels(name, "database"), name).toEqual(["0", "1", "2"]);
    }
    const jobs = [...CRON_JOBS.values()].flatMap((group) => Object.keys(group)).toSorted();
    for (const name of ["job_start_timestamp_seconds", "job_success_timestamp_seconds", "job_duration_seconds", "job_failed"]) {
      expect(labels(name, "name")?.toSorted(), name).toEqual(jobs);
    }
    expect(labels("organizations_in_transition", "kind")).toEqual(["restore", "deletion", "removal", "move", "erasure"]);
    for (const { name, samples } of families.values()) expect(samples.length, name).toBeGreaterThan(0);
  });

  it("has values in the unit of their names", async () => {
    const valueOf = (name: string) => families.get(`order_operations_${name}`)?.samples[0]?.value ?? 0;
    const { body } = await read("/status");
    expect(valueOf("database_size_bytes")).toBe(body.databases[0].bytes);
    expect(valueOf("database_max_size_bytes")).toBe(10e9);
    const deliveries = (body.jobs as { name: string; started_at: string }[]).find(({ name }) => name === "deliveries");
    const start = families
      .get("order_operations_job_start_timestamp_seconds")
      ?.samples.find(({ labels }) => labels["name"] === "deliveries");
    expect(start?.value).toBe(Date.parse(deliveries?.started_at ?? "") / 1000);
  });

  it("escapes labels and help", () => {
    const label = 'a "quoted" \\ text\nof two lines';
    const text = openMetrics([{ name: "x", type: "gauge", help: label, samples: [{ labels: { label }, value: 1.5e-7 }] }]);
    expect(text).toContain(String.raw`# HELP x a \"quoted\" \\ text\nof two lines`);
    expect(text).toContain(String.raw`x{label="a \"quoted\" \\ text\nof two lines"} 1.5e-7`);
    expect(parseOpenMetrics(text).get("x")?.samples).toHaveLength(1);
  });
});

it.each([
  ["a text without an end", "# TYPE a gauge\n# HELP a A.\na 1\n", "does not end with # EOF"],
  ["a text after the end", "# TYPE a gauge\n# HELP a A.\na 1\n# EOF\n\n", "does not end with # EOF"],
  ["an empty line", "# TYPE a gauge\n# HELP a A.\n\na 1\n# EOF\n", "No sample: "],
  ["a sample without a family", "# TYPE a gauge\n# HELP a A.\nb 1\n# EOF\n", "b is in no family of its own"],
  ["a label that is not quoted", "# TYPE a gauge\n# HELP a A.\na{b=1} 1\n# EOF\n", "No sample: "],
  ["a comma after the last label", '# TYPE a gauge\n# HELP a A.\na{b="1",} 1\n# EOF\n', "No sample: "],
  ["a quote that is not escaped", '# TYPE a gauge\n# HELP a A.\na{b="1"2"} 1\n# EOF\n', "No sample: "],
  ["two spaces", "# TYPE a gauge\n# HELP a A.\na  1\n# EOF\n", "No sample: "],
  ["the same sample twice", "# TYPE a gauge\n# HELP a A.\na 1\na 2\n# EOF\n", "a 2 is repeated"],
  [
    "interleaved families",
    "# TYPE a gauge\n# HELP a A.\na 1\n# TYPE b gauge\n# HELP b B.\nb 1\n# UNIT a x\n# EOF\n",
    "The family a is interrupted or repeated",
  ],
  [
    "a unit that is missing in the name",
    "# TYPE a gauge\n# UNIT a seconds\n# HELP a A.\na 1\n# EOF\n",
    "a does not end with its unit seconds",
  ],
  [
    "a gauge that ends like a counter",
    "# TYPE a_total gauge\n# HELP a_total A.\na_total 1\n# EOF\n",
    "a_total ends like a metric of another type",
  ],
  ["an info with another value", "# TYPE a info\n# HELP a A.\na_info 2\n# EOF\n", "An info has the value 2"],
  ["a type after a sample", "# HELP a A.\na 1\n# TYPE a gauge\n# EOF\n", "a is in no family of its own"],
])("the parser of these tests rejects %s", (_name, text, reason) => {
  expect(() => parseOpenMetrics(text)).toThrow(reason);
});

describe("the dashboard and the rules", () => {
  interface Panel {
    id: number;
    title: string;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { expr: string }[];
  }
  const dashboard = JSON.parse(dashboardText) as { uid: string; panels: Panel[] };
  const rules = [...alerts.matchAll(/- alert: (\w+)\n +expr: (.+)\n +for: \w+\n/g)].map(([, alert = "", expr = ""]) => ({
    alert,
    // YAML quotes a text that would otherwise be another value.
    expr: expr.replace(/^(['"])(.*)\1$/, "$2"),
  }));

  it("use only existing metrics, and all of them are on the dashboard", () => {
    const used = [...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)), ...rules.map(({ expr }) => expr)];
    expect(used.filter((expr) => metricsIn(expr).length === 0)).toEqual(['up{job="order-operations"} == 0']);
    expect(metricsIn(dashboardText + alerts).filter((name) => !names().has(name))).toEqual([]);
    expect(metricsIn(dashboardText)).toEqual([...names()].toSorted());
  });

  it("use only existing labels", () => {
    for (const { expr } of [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)]) {
      for (const [, name = "", label = ""] of expr.matchAll(/(order_operations_\w+)\{(\w+)[!=]/g)) {
        // Prometheus adds the label instance.
        expect(["instance", ...Object.keys(families.get(name)?.samples[0]?.labels ?? {})], expr).toContain(label);
      }
    }
  });

  it("have panels that do not overlap", () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_cell, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  });

  it("have a documented response for every alert, and no other", () => {
    expect(rules.length).toBe(alerts.match(/- alert:/g)?.length);
    const sections = [...page.matchAll(/^### (OrderOperations\w+)\n\n([\s\S]*?)(?=\n#|$(?![\s\S]))/gm)];
    expect(sections.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
    for (const [, name, text = ""] of sections) expect(text.length, name).toBeGreaterThan(100);
    const links = [...alerts.matchAll(/runbook: docs\/monitoring\.md#(\w+)/g)].map(([, anchor]) => anchor);
    expect(links).toEqual(rules.map(({ alert }) => alert.toLowerCase()));
  });
});

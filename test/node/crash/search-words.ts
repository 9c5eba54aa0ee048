import type { DatabaseSync } from "node:sqlite";

/** The texts of each row of a full-text index: the ids of the rows, and all texts of each, separated by spaces. */
const TEXTS = {
  order_search: `select o.id, concat_ws(' ', o.number, o.external_id, o.customer_name,
      (select group_concat(concat_ws(' ', i.name, i.sku, i.custom_sku, i.tracking_code, end_of(i.tracking_code)), ' ') from order_items i
        where i.organization_id = o.organization_id and i.order_id = o.id),
      (select group_concat(concat_ws(' ', f.tracking_number, end_of(f.tracking_number)), ' ') from fulfillments f where f.organization_id = o.organization_id and f.order_id = o.id)) as text,
      o.organization_id from orders o`,
  item_search: `select i.id, concat_ws(' ', o.number, o.external_id, o.customer_name, i.name, i.sku, i.custom_sku, i.tracking_code,
      end_of(i.tracking_code)) as text,
      i.organization_id from order_items i join orders o on o.id = i.order_id`,
  product_search: `select p.id, concat_ws(' ', p.title, p.sku, p.spu, (select group_concat(value, ' ') from json_each(p.tags))) as text,
      p.organization_id from products p where p.archived_at is null`,
};

/** The last six letters and digits of a tracking number, by which it is found too. */
function endOf(number: unknown): string | null {
  return typeof number === "string" ? number.replaceAll(/[^a-z0-9]/gi, "").slice(-6) : null;
}

const MAX_PREFIXES = 16;

/** The indexed words of texts: with all their beginnings of up to 16 characters, and the prefix of their organization. */
function termsOf(organization: number, text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return new Set(
    words.flatMap((word) => {
      const beginnings = Array.from({ length: Math.min(word.length, MAX_PREFIXES) }, (_, n) => word.slice(0, n + 1));
      return [...beginnings, word].map((term) => `${organization}~${term}`);
    }),
  );
}

/** Differences between a full-text index and its rows. */
export function recountWords(database: DatabaseSync): string[] {
  database.function("end_of", { deterministic: true }, endOf);
  return Object.entries(TEXTS).flatMap(([index, sql]) => {
    database.exec(`create virtual table temp.${index}_rows using fts5vocab(main, ${index}, 'instance')`);
    const kept = new Set(
      database
        .prepare(`select doc || ' ' || term as pair from temp.${index}_rows`)
        .all()
        .map(({ pair }) => String(pair)),
    );
    const rows = database.prepare(sql).all();
    const counted = new Set(
      rows.flatMap(({ id, text, organization_id }) =>
        [...termsOf(Number(organization_id), String(text))].map((term) => `${String(id)} ${term}`),
      ),
    );
    if (counted.size === 0) return [`${index}: nothing to count`];
    const surplus = [...kept]
      .filter((pair) => !counted.has(pair))
      .slice(0, 5)
      .map((pair) => `${index}: ${pair} is there, and no row says so`);
    const missing = [...counted]
      .filter((pair) => !kept.has(pair))
      .slice(0, 5)
      .map((pair) => `${index}: ${pair} is missing`);
    return [...surplus, ...missing];
  });
}

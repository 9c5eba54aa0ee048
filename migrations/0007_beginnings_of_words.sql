-- Every beginning of a word is indexed by itself, so that a query is of exact terms: how many rows have one is read from the index's
-- vocabulary, and whether a row has it is one look-up. What is indexed already is taken apart.
CREATE VIRTUAL TABLE order_words USING fts5vocab(order_search, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE item_words USING fts5vocab(item_search, 'row');
--> statement-breakpoint
CREATE VIRTUAL TABLE product_words USING fts5vocab(product_search, 'row');
--> statement-breakpoint
INSERT OR REPLACE INTO order_search (rowid, words)
WITH RECURSIVE lengths(n) AS MATERIALIZED (SELECT 1 UNION ALL SELECT n + 1 FROM lengths WHERE n < 90)
SELECT id, group_concat(word, ' ') FROM (
  SELECT DISTINCT f.rowid AS id, substr(w.term, 1, l.n) AS word
  FROM order_words w CROSS JOIN order_search f ON f.order_search MATCH '"' || w.term || '"' CROSS JOIN lengths l
  WHERE l.n > instr(w.term, '~') AND l.n <= length(w.term)
) GROUP BY id;
--> statement-breakpoint
INSERT OR REPLACE INTO item_search (rowid, words)
WITH RECURSIVE lengths(n) AS MATERIALIZED (SELECT 1 UNION ALL SELECT n + 1 FROM lengths WHERE n < 90)
SELECT id, group_concat(word, ' ') FROM (
  SELECT DISTINCT f.rowid AS id, substr(w.term, 1, l.n) AS word
  FROM item_words w CROSS JOIN item_search f ON f.item_search MATCH '"' || w.term || '"' CROSS JOIN lengths l
  WHERE l.n > instr(w.term, '~') AND l.n <= length(w.term)
) GROUP BY id;
--> statement-breakpoint
INSERT OR REPLACE INTO product_search (rowid, words)
WITH RECURSIVE lengths(n) AS MATERIALIZED (SELECT 1 UNION ALL SELECT n + 1 FROM lengths WHERE n < 90)
SELECT id, group_concat(word, ' ') FROM (
  SELECT DISTINCT f.rowid AS id, substr(w.term, 1, l.n) AS word
  FROM product_words w CROSS JOIN product_search f ON f.product_search MATCH '"' || w.term || '"' CROSS JOIN lengths l
  WHERE l.n > instr(w.term, '~') AND l.n <= length(w.term)
) GROUP BY id;

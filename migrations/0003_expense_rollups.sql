-- Expenses are summed by day and for all time (an empty date), by store, kind and currency; what was there already is summed first.
INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
SELECT organization_id, date, coalesce(store_id, 0), iif(category_group = 'payroll', 'payroll', 'operating'), currency, count(*), sum(amount)
FROM expenses GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
SELECT organization_id, '', coalesce(store_id, 0), iif(category_group = 'payroll', 'payroll', 'operating'), currency, count(*), sum(amount)
FROM expenses GROUP BY 1, 3, 4, 5;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT new.organization_id, b.day, coalesce(new.store_id, 0), iif(new.category_group = 'payroll', 'payroll', 'operating'), new.currency, 1, new.amount
  FROM (SELECT new.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_update AFTER UPDATE OF date, store_id, category_group, currency, amount ON expenses
WHEN (old.date, old.store_id, old.category_group, old.currency, old.amount) IS NOT (new.date, new.store_id, new.category_group, new.currency, new.amount)
BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT old.organization_id, b.day, coalesce(old.store_id, 0), iif(old.category_group = 'payroll', 'payroll', 'operating'), old.currency, -1, -old.amount
  FROM (SELECT old.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT new.organization_id, b.day, coalesce(new.store_id, 0), iif(new.category_group = 'payroll', 'payroll', 'operating'), new.currency, 1, new.amount
  FROM (SELECT new.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  SELECT old.organization_id, b.day, coalesce(old.store_id, 0), iif(old.category_group = 'payroll', 'payroll', 'operating'), old.currency, -1, -old.amount
  FROM (SELECT old.date AS day UNION ALL SELECT '') AS b WHERE true
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
END;

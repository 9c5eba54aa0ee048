-- Expenses are summed by day, store, kind and currency; what was there already is summed first.
INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
SELECT organization_id, date, coalesce(store_id, 0), iif(category_group = 'payroll', 'payroll', 'operating'), currency, count(*), sum(amount)
FROM expenses GROUP BY 1, 2, 3, 4, 5;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_insert AFTER INSERT ON expenses BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  VALUES (new.organization_id, new.date, coalesce(new.store_id, 0), iif(new.category_group = 'payroll', 'payroll', 'operating'), new.currency, 1, new.amount)
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_update AFTER UPDATE OF date, store_id, category_group, currency, amount ON expenses
WHEN (old.date, old.store_id, old.category_group, old.currency, old.amount) IS NOT (new.date, new.store_id, new.category_group, new.currency, new.amount)
BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  VALUES (old.organization_id, old.date, coalesce(old.store_id, 0), iif(old.category_group = 'payroll', 'payroll', 'operating'), old.currency, -1, -old.amount)
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  VALUES (new.organization_id, new.date, coalesce(new.store_id, 0), iif(new.category_group = 'payroll', 'payroll', 'operating'), new.currency, 1, new.amount)
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
END;
--> statement-breakpoint
CREATE TRIGGER expenses_rolled_up_delete AFTER DELETE ON expenses BEGIN
  INSERT INTO expense_rollups (organization_id, date, store_id, kind, currency, expenses, amount)
  VALUES (old.organization_id, old.date, coalesce(old.store_id, 0), iif(old.category_group = 'payroll', 'payroll', 'operating'), old.currency, -1, -old.amount)
  ON CONFLICT (organization_id, date, store_id, kind, currency) DO UPDATE SET expenses = expenses + excluded.expenses, amount = amount + excluded.amount;
END;

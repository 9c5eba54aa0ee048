import { expect, it } from "vitest";
import { aShop, rows } from "../../kit/client";
import { inForm, SEED } from "../../kit/form";
import { Lives } from "./lives";

/** Random lives of orders have the figures that the definitions of docs/spec give them (test/model). */

const CHANGES = 30;
const GROUP = 100;
/** Generous, so that a busy machine decides nothing. */
const TIMEOUT_MS = 3_600_000;

/** The number of lives is fixed, and not the time. The last group is of an organization whose orders do not follow their items. */
const GROUPS = inForm({ test: 2, long: 50, full: 50 });

it.each(Array.from({ length: GROUPS }, (_, index) => index))(
  `group %i of ${GROUPS}: ${GROUP} lives of ${CHANGES} changes`,
  async (group) => {
    const shop = await aShop();
    const followsItems = group % 5 !== 1;
    if (!followsItems) await rows("update organizations set roll_up_status = 0 where id = ?", shop.id);
    const names = Array.from({ length: GROUP }, (_, index) => `life ${group * GROUP + index} of seed ${SEED}`);
    const lives = await Lives.begin(shop, names, { followsItems });
    for (let at = 1; at <= CHANGES; at += 1) {
      await lives.change(at);
      if (at % 10 === 0) await lives.changeAll(at);
      if (at % 10 === 0) await lives.compareProfits();
    }
    expect.hasAssertions();
  },
  TIMEOUT_MS,
);

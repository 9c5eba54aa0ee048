import { expect, it } from "vitest";
import { createShop, rows } from "../../kit/client";
import { inForm, SEED } from "../../kit/form";
import { Lives } from "./lives";

/** Orders after random changes have the figures that docs/spec defines (test/model). */

const CHANGES = 30;
const GROUP = 100;
/** Long enough for a busy machine. */
const TIMEOUT_MS = 3_600_000;

/**
 * The number of orders is fixed, not the time. Group 1 and every fifth one after it belong to organizations whose orders do not follow their
 * items, so even the short form has such a group.
 */
const GROUPS = inForm({ test: 2, long: 50, full: 50 });

it.each(Array.from({ length: GROUPS }, (_, index) => index))(
  `group %i of ${GROUPS}: ${GROUP} orders with ${CHANGES} changes each equal the model`,
  { timeout: TIMEOUT_MS },
  async (group) => {
    const shop = await createShop();
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
);

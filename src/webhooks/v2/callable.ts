import type { Settings } from "../../env";
import { invalid } from "../../platform/refusal";
import { refuseDestination, rulesOf } from "../destination";
import { refuseAddresses } from "../resolve";

/** 400 for a URL that this deployment does not call (docs/spec/webhooks.md#targets). `origin` is our own. */
export async function mustBeCallable(url: string, settings: Settings, origin: string): Promise<void> {
  const rules = rulesOf(settings, new URL(origin).host);
  const reason = refuseDestination(url, rules) ?? (await refuseAddresses(url, rules));
  if (reason !== null) throw invalid("url", "invalid_url", reason);
}

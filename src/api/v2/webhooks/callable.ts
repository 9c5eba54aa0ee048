import type { Settings } from "../../../env";
import { invalid } from "../../../refusal";
import { refuseDestination } from "../../../webhooks/destination";

/** 400 for a URL that this deployment does not call (decisions H13). `origin` is our own. */
export function mustBeCallable(url: string, settings: Settings, origin: string): void {
  const rules = { allowInsecure: settings.ALLOW_INSECURE_WEBHOOK_TARGETS, ownHost: new URL(origin).host };
  const reason = refuseDestination(url, rules);
  if (reason !== null) throw invalid("url", "invalid_url", reason);
}

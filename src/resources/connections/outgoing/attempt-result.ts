/** The result of an attempt to send fulfillments to a shop, for people: what was changed there, or why not. */
export function attemptResult({ response_body, error_code }: { response_body: string | null; error_code: string | null }): string {
  return error_code === "outcome_unknown" ? "The outcome is unknown. The next attempt checks it." : (response_body ?? "Not sent");
}

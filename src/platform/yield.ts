/** Lets other requests of the isolate go on, in the middle of long work. */
export async function yieldToOthers(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

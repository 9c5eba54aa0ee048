import { yieldToOthers } from "./yield";

/** Divides long work into parts of about the same size, and lets other requests of the isolate go on after each. */
export class Pace {
  #done = 0;

  constructor(private readonly partSize: number) {}

  /** Counts work that was done. */
  add(size: number): void {
    this.#done += size;
  }

  /** Lets others go on, if a part was done since they last could. */
  async keep(): Promise<void> {
    if (this.#done < this.partSize) return;
    this.#done = 0;
    await yieldToOthers();
  }
}

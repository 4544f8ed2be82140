/** Whether other programs keep the machine busy, looked at while we do nothing ourselves. */
import { cpus } from "node:os";

/** A part of all processors' time; more than this shows in the figures. */
const MAX_SHARE = 0.1;
const SAMPLE_MS = 500;
/** Samples in all, for one whole run of the bench, that may be spent on waiting. */
const PATIENCE = 240;

/** Tells how busy others are right now: a part of all processors' time. */
export type Sampler = () => Promise<number>;

/** Waits for quiet moments, but not for ever. */
export class Watch {
  readonly #sample: Sampler;
  #patience: number;

  constructor(sample: Sampler = othersShare, patience = PATIENCE) {
    this.#sample = sample;
    this.#patience = patience;
  }

  /** Whether it is worth trying again what was disturbed. */
  get isPatient(): boolean {
    return this.#patience > 0;
  }

  async isQuiet(): Promise<boolean> {
    return await this.#sample() <= MAX_SHARE;
  }

  /** Waits for a quiet moment. @returns Whether there was one. */
  async quietMoment(): Promise<boolean> {
    while (!await this.isQuiet()) {
      if (!this.isPatient) return false;
      this.#patience--;
    }
    return true;
  }
}

async function othersShare(): Promise<number> {
  const before = processorTimes();
  await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
  const after = processorTimes();
  const total = after.total - before.total;
  return total === 0 ? 0 : (after.busy - before.busy) / total;
}

function processorTimes(): { busy: number; total: number } {
  let [busy, total] = [0, 0];
  for (const { times: { idle, ...others } } of cpus()) {
    const worked = Object.values(others).reduce((sum, time) => sum + time, 0);
    busy += worked;
    total += worked + idle;
  }
  return { busy, total };
}

/** The skills that belong to the agent itself and take part in chains: none today (design document 004, step 1.1). */
import type { Candidate } from "./candidate.ts";

/** Weakest of all sources. ADD A BUILT-IN SKILL: one row. */
export const BUILTIN_SKILLS: readonly Candidate[] = [];

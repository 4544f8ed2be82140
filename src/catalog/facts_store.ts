/**
 * What was parsed of each skill file, kept beside the snapshot: whoever needs all that skills say finds it here, while
 * the snapshot, which every chain reads, has only what prompts need.
 */
import { isFields } from "../base/json_type.ts";
import { joinPath } from "../base/path.ts";
import { quickHash } from "../base/quick_hash.ts";
import { attempt, type FileStat, type Host } from "../host/host.ts";
import { cacheDirectory, readOwnFields } from "./own_file.ts";
import type { SkillFacts } from "./skill_facts.ts";
import { fingerprintOf, hasFingerprint, isUnsettled } from "./sources.ts";

/** RAISE IT with every change of {@linkcode SkillFacts} or of how they are read. */
const FACTS_VERSION = 3;

/** A fingerprint and what the file said; `null`: it is no skill. */
type Row = readonly [fingerprint: readonly number[], facts: SkillFacts | null];

export class FactsStore {
  readonly #host: Host | undefined;
  readonly #key: string;
  readonly #known: Readonly<Record<string, Row>>;
  readonly #rows = new Map<string, Row>();
  #isNew = false;

  /** Without a host nothing is read or kept. */
  constructor(host?: Host, key = "") {
    this.#host = host;
    this.#key = key;
    this.#known = host === undefined ? {} : readRows(host, key);
  }

  /** What a file said when it looked like this: `null` for no skill; `undefined`: it has to be read. */
  get(path: string, stat: FileStat | undefined): SkillFacts | null | undefined {
    const row = this.#rows.get(path) ??
      (Object.hasOwn(this.#known, path) ? this.#known[path] : undefined);
    if (!row || stat === undefined || !hasFingerprint(row[0], 0, stat)) return undefined;
    this.#rows.set(path, row);
    return row[1];
  }

  put(path: string, stat: FileStat | undefined, facts: SkillFacts | undefined): void {
    // A file that was touched just now may change without a trace.
    const isSettled = this.#host === undefined || !isUnsettled(stat, this.#host.now());
    this.#rows.set(path, [isSettled ? fingerprintOf(stat) : [], facts ?? null]);
    this.#isNew = true;
  }

  /** Writes what was asked for or put in; nothing when that is what was read. A failure only costs time. */
  save(): void {
    const host = this.#host;
    if (host === undefined || !this.#isNew) return;
    const { directory, flaw } = cacheDirectory(host);
    if (flaw !== undefined) return;
    const rows = [...this.#rows].filter(([, [fingerprint]]) => fingerprint.length > 0);
    const files = Object.fromEntries(rows);
    const text = JSON.stringify({ version: FACTS_VERSION, key: this.#key, files });
    attempt(() => host.writeText(joinPath(directory, factsName(this.#key)), text, { mode: 0o600 }));
  }
}

function factsName(key: string): string {
  return `skillhook-facts-${quickHash(key)}.json`;
}

function readRows(host: Host, key: string): Readonly<Record<string, Row>> {
  const { directory, flaw } = cacheDirectory(host);
  if (flaw !== undefined) return {};
  const kept = readOwnFields(host, joinPath(directory, factsName(key)), FACTS_VERSION);
  // The file is ours alone: its rows are what a program of this version wrote.
  return kept.key === key && isFields(kept.files)
    ? kept.files as unknown as Record<string, Row>
    : {};
}

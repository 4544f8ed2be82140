/** The shared registry cases, driven at function level: files and steps as data, names and default exits compared. */
import { assertEquals } from "@std/assert";
import { loadCatalog } from "../../src/catalog/load.ts";
import { type FakeHost, fakeHost } from "../support/fake_host.ts";
import { sharedCases } from "../support/shared.ts";

interface Step {
  readonly expect?: Readonly<Record<string, readonly string[]>>;
  readonly write?: Readonly<Record<string, string>>;
  readonly delete?: readonly string[];
  readonly corrupt_cache?: string;
}

interface Case {
  readonly id: string;
  readonly note?: string;
  readonly project_files?: Readonly<Record<string, string>>;
  readonly home_files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string | null>>;
  readonly steps?: readonly Step[];
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

const PROJECT = "/code/project";
const HOME = "/home/ada";

function below(root: string, files: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map((
      [path, text],
    ) => [`${root}/${path}`, text.replaceAll("{P}", PROJECT)]),
  );
}

function corruptCache(host: FakeHost, text: string): void {
  const caches = Object.keys(host.files).filter((path) =>
    path.startsWith("/tmp/continuation-registry-")
  );
  assertEquals(caches.length, 1);
  for (const path of caches) host.writeText(path, text, { mode: 0o600 });
}

const rows: readonly Case[] = sharedCases("continuation_registry.json")?.cases ?? [];

for (const row of rows) {
  Deno.test(`loadCatalog() meets shared case ${row.id}: ${row.note ?? ""}`, async () => {
    const unset = row.env !== undefined && row.env.CLAUDE_PROJECT_DIR === null;
    const host = fakeHost({
      files: {
        ...below(PROJECT, row.project_files),
        ...below(HOME, row.home_files),
        "/tmp": { directory: true, mode: 0o1777, owner: 0 },
      },
      env: { HOME },
    });
    const build = async () => {
      const { registry } = await loadCatalog(host, { projectDir: unset ? undefined : PROJECT });
      return Object.fromEntries(
        [...registry.entries()].map(([, { name, defaultExit }]) => [name, defaultExit]),
      );
    };
    for (const step of row.steps ?? []) {
      if (step.expect !== undefined) assertEquals(await build(), step.expect);
      for (const path of step.delete ?? []) host.change(`${PROJECT}/${path}`, undefined);
      for (const [path, text] of Object.entries(step.write ?? {})) {
        host.change(`${PROJECT}/${path}`, text);
      }
      if (step.corrupt_cache !== undefined) corruptCache(host, step.corrupt_cache);
    }
    assertEquals(await build(), row.expected);
  });
}

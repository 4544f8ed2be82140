/** A temporary project and home on the real disk, stated as a literal. */
import { newFolder } from "./folder.ts";

/** Files by relative path. `{P}` and `{H}` in a text stand for the two directories. */
export interface WorldFiles {
  readonly project?: Readonly<Record<string, string>>;
  readonly home?: Readonly<Record<string, string>>;
}

/** Where it is. */
export interface World {
  readonly project: string;
  readonly home: string;
  readonly tmp: string;
  /** HOME, TMPDIR, CLAUDE_PROJECT_DIR. */
  readonly env: Readonly<Record<string, string>>;
  /** Puts the directories' paths in place of `{P}` and `{H}`. */
  fill(text: string): string;
}

/** Makes a world, hands it to a test and removes it. */
export async function withWorld(
  files: WorldFiles,
  test: (world: World) => Promise<void>,
): Promise<void> {
  const root = newFolder().replaceAll("\\", "/");
  const [project, home, tmp] = [`${root}/project`, `${root}/home`, `${root}/tmp`];
  const fill = (text: string) => text.replaceAll("{P}", project).replaceAll("{H}", home);
  try {
    // Whatever the umask: into a directory that anybody may write no cache is put.
    for (const directory of [project, home, tmp]) Deno.mkdirSync(directory, { mode: 0o755 });
    for (const [folder, entries] of [[project, files.project], [home, files.home]] as const) {
      for (const [path, text] of Object.entries(entries ?? {})) {
        write(`${folder}/${path}`, fill(text));
      }
    }
    const env = { HOME: home, TMPDIR: tmp, CLAUDE_PROJECT_DIR: project };
    await test({ project, home, tmp, env, fill });
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

/**
 * @param path Absolute path; directories are made.
 */
export function write(path: string, text: string): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

/** A SKILL.md that takes part in chains. */
export function cooperativeSkill(name: string, exits: readonly string[] = []): string {
  return `---
name: ${name}
description: The ${name} skill
continuation:
  cooperative: true
  default-exit: ${JSON.stringify(exits)}${
    name === "handoff" ? "\n  default-exit-when: --commit" : ""
  }
---

# ${name}
`;
}

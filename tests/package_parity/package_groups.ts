/** What is asked of the packages themselves, and the two sets of them that can be asked. */
import { checkYaml } from "../../src/skill/parse_yaml.ts";
import { YamlError } from "../../src/skill/yaml.ts";
import { fileText, generated, pathText, yamlText } from "./generate.ts";
import { HOSTILE_YAML } from "./hostile_yaml.ts";

/** The modules that the program uses, by what it uses of them. */
export interface Packages {
  readonly parse: (text: string) => unknown;
  readonly extract: (text: string) => unknown;
  readonly paths: readonly ((path: string) => unknown)[];
}

/** Many items of one kind. */
export interface PackageGroup {
  readonly name: string;
  readonly items: readonly string[];
  readonly act: (packages: Packages, item: string) => unknown;
}

/** The packages of this test run. */
export async function ownPackages(): Promise<Packages> {
  const [yaml, frontMatter, ...paths] = await Promise.all([
    import("@std/yaml/parse"),
    import("@std/front-matter/yaml"),
    import("@std/path/posix/basename"),
    import("@std/path/posix/is-absolute"),
    import("@std/path/posix/normalize"),
    import("@std/path/windows/basename"),
    import("@std/path/windows/is-absolute"),
  ]);
  const [posixName, posixRoot, posixClean, windowsName, windowsRoot] = paths;
  return packages(yaml, frontMatter, [
    posixName.basename,
    posixRoot.isAbsolute,
    posixClean.normalize,
    windowsName.basename,
    windowsRoot.isAbsolute,
  ]);
}

/** npm's stand-ins, whatever packages this test run uses; `undefined` where npm does not answer. */
export async function standIns(): Promise<Packages | undefined> {
  const load = (file: string) => import(import.meta.resolve(`../../.ci/npm/${file}.ts`));
  try {
    const [yaml, frontMatter, posix, windows] = await Promise.all(
      ["yaml_parse", "front_matter_yaml", "path_posix", "path_windows"].map(load),
    );
    return packages(yaml, frontMatter, [
      posix.basename,
      posix.isAbsolute,
      posix.normalize,
      windows.basename,
      windows.isAbsolute,
    ]);
  } catch (error) {
    console.warn(`notice: npm does not answer, nothing is compared side by side: ${error}`);
    return undefined;
  }
}

// deno-lint-ignore no-explicit-any
function packages(yaml: any, frontMatter: any, paths: Packages["paths"]): Packages {
  return { parse: yaml.parse, extract: frontMatter.extract, paths };
}

/** Every item of the same seed at every run. */
export const PACKAGE_GROUPS: readonly PackageGroup[] = [
  {
    name: "YAML texts",
    items: [...HOSTILE_YAML, ...generated(3_000, 1, yamlText)],
    act: ({ parse }, text) => isRefused(text) ? "refused before the library sees it" : parse(text),
  },
  {
    name: "files with frontmatter",
    items: generated(2_000, 2, fileText),
    act: ({ extract }, text) => {
      try {
        return extract(text);
      } catch (error) {
        // Where a text stumbles that nothing has looked at before is not alike, and never seen.
        return error instanceof Error ? error.name : error;
      }
    },
  },
  {
    name: "paths of either platform",
    items: generated(2_000, 3, pathText),
    act: ({ paths }, path) => paths.map((name) => name(path)),
  },
];

function isRefused(text: string): boolean {
  try {
    checkYaml(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
    return false;
  } catch (error) {
    if (error instanceof YamlError) return true;
    throw error;
  }
}

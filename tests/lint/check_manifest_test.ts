/** What is said of plugins' and marketplaces' manifests: each row is what the agent's own validation says too. */
import { assertEquals } from "@std/assert";
import { checkManifest } from "../../src/lint/check_manifest.ts";
import { fakeHost } from "../support/fake_host.ts";

const HOST = fakeHost({
  files: {
    "/p/skills/a/SKILL.md": "",
    "/p/x.md": "",
    "/p/in/.claude-plugin/plugin.json": '{"version": "2"}',
  },
});
const ENTRY = '"name": "m", "owner": {"name": "x"}, "plugins": [{"name": "a", "source":';

/** Manifest, its fields → the keys that are wrong, with the word that says why. */
const ROWS: readonly (readonly [file: string, fields: string, flaws: string[]])[] = [
  ["plugin", '"name": "p", "skills": "./skills/", "commands": ["./x.md"], "agents": "./x.md"', []],
  ["plugin", '"name": "p", "version": "v1", "mcpServers": "https://x.example/y.mcpb"', []],
  ["plugin", '"name": "p", "hooks": {}, "icon": "x", "categories": [], "ours": 1', []],
  ["plugin", "", ["name required"]],
  ["plugin", '"name": "a b"', ["name no name"]],
  ["plugin", '"name": "p", "version": 1, "author": "me"', ["version string", "author object"]],
  ["plugin", '"name": "p", "owner": null', []],
  ["plugin", '"name": "p", "author": {}', ["author.name required"]],
  ["plugin", '"name": "p", "skill": "./skills/"', ['skill "skills"']],
  ["plugin", '"name": "p", "mcpservers": {}', ['mcpservers "mcpServers"']],
  ["plugin", '"name": "p", "skills": ["./skills", "skills"]', ['skills[1] "./"']],
  ["plugin", '"name": "p", "commands": "./../x.md"', ['commands ".."']],
  ["plugin", '"name": "p", "agents": ["./x.md", "./skills"]', ["agents[1] .md"]],
  ["plugin", '"name": "p", "hooks": "./h.json"', ["hooks not there"]],
  ["marketplace", '"name": "m"', ["owner required", "plugins required"]],
  ["marketplace", '"name": "é", "owner": {"name": "x"}, "plugins": [1]', [
    "name no name",
    "plugins[0].name required",
    "plugins[0].source required",
  ]],
  ["marketplace", `${ENTRY} "./in", "version": "2"}]`, []],
  ["marketplace", `${ENTRY} "."}]`, []],
  ["marketplace", `${ENTRY} "in"}], "metadata": {"pluginRoot": "./"}`, []],
  ["marketplace", `${ENTRY} {"source": "github", "repo": "a/b"}}]`, []],
  ["marketplace", `${ENTRY} {"source": "github"}}]`, ['plugins[0].source "repo"']],
  ["marketplace", `${ENTRY} {"source": "git", "url": "x"}}]`, ["plugins[0].source no source"]],
  ["marketplace", `${ENTRY} "in"}]`, ['plugins[0].source "./"']],
  ["marketplace", `${ENTRY} "./gone"}]`, ["plugins[0].source not there"]],
  ["marketplace", `${ENTRY} "./in", "version": "1"}]`, ['plugins[0].version "2"']],
  ["marketplace", `${ENTRY} "./in", "strict": "no"}]`, ["plugins[0].strict boolean"]],
  ["marketplace", `${ENTRY} "./in"}, {"name": "a", "source": "./in"}]`, ["plugins[1].name twice"]],
];

for (const [file, fields, wanted] of ROWS) {
  Deno.test(`checkManifest() of a ${file}: {${fields}}`, () => {
    const path = `/p/.claude-plugin/${file}.json`;
    const found = checkManifest(HOST, path, `{${fields}}`);
    const said = found.map(({ message, remedy }) => `${message} ${remedy ?? ""}`);
    assertEquals(found.map(({ key }) => key), wanted.map((one) => one.split(" ", 1)[0]));
    for (const [at, one] of wanted.entries()) {
      assertEquals(said[at]!.includes(one.slice(one.indexOf(" ") + 1)), true, said[at]);
    }
  });
}

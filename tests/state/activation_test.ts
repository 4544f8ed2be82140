/** What was said of skills: which word counts, and a file that survives crashes, strangers and growth. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import {
  type ActivationScope,
  keepActivation,
  MAX_ACTIVATION_BYTES,
  readActivation,
} from "../../src/state/activation.ts";
import { fakeHost } from "../support/fake_host.ts";
import { seededRandom } from "../support/random.ts";

const FILE = "/h/.local/state/skillhook/active/skills.jsonl";
const world = () => fakeHost({ env: { HOME: "/h" } });
const S1 = { session: "s1" };
const REPOSITORY = { project: "/r" };
const PACKAGE = { project: "/r/pkg" };

type Said = readonly [scope: ActivationScope, skill: string, active: boolean | null];

/** What was said, and what holds in session s1 of /r/pkg. */
const ROWS: readonly [said: readonly Said[], holds: Readonly<Record<string, boolean>>][] = [
  [[], {}],
  [[[S1, "a", true], [{ session: "s2" }, "b", true], [{ project: "/x" }, "c", false]], { a: true }],
  [[[S1, "a", true], [S1, "a", false]], { a: false }],
  [[[S1, "a", true], [PACKAGE, "a", false], [REPOSITORY, "a", false]], { a: true }],
  [[[PACKAGE, "a", true], [REPOSITORY, "a", false]], { a: true }],
  [[[REPOSITORY, "a", true], [PACKAGE, "b", false]], { a: true, b: false }],
  [[[S1, "a", true], [REPOSITORY, "a", false], [S1, "a", null]], { a: false }],
  [[[S1, "constructor", true], [S1, "plug:ä b", false]], { constructor: true, "plug:ä b": false }],
];
Deno.test("readActivation() takes the session's word, then the nearest project's, the last of each", () => {
  for (const [said, holds] of ROWS) {
    const host = world();
    for (const [scope, skill, active] of said) {
      assertEquals(keepActivation(host, scope, [skill], active), undefined);
    }
    const read = readActivation(host, "s1", () => ["/r/pkg", "/r"]);
    assertEquals(Object.fromEntries(read), { ...holds }, JSON.stringify(said));
  }
});

Deno.test("readActivation() passes over what a crash or a stranger left, and asks for no project in vain", () => {
  const host = world();
  assertEquals(readActivation(host, "s1", () => [assert(false) as never]), new Map());
  keepActivation(host, S1, ["a", "b"], true);
  const text = host.readText(FILE)!;
  host.change(FILE, `${text}{"at":1,"skill":"c","acti`);
  keepActivation(host, S1, ["d"], false);
  const odd = '\n7\n[]\n{"skill":7,"active":true,"session":"s1"}\n{"skill":"e","active":"yes"}\n';
  host.change(FILE, `${host.readText(FILE)}${odd}`);
  const read = readActivation(host, "s1", () => []);
  assertEquals([...read], [["a", true], ["b", true], ["d", false]]);
});

Deno.test("keepActivation() writes for its owner alone, through no link, and says why it cannot", () => {
  const host = world();
  keepActivation(host, S1, ["a"], true);
  const mode = (path: string) => host.stat(path)!.mode & 0o777;
  assertEquals([mode(FILE), mode("/h/.local/state/skillhook/active")], [0o600, 0o700]);
  host.change(FILE, { link: "/elsewhere" });
  assertMatch(keepActivation(host, S1, ["a"], true)!, /is not a file of ours/);
  assertEquals(host.files["/elsewhere"], undefined);
  const homeless = fakeHost({});
  assertMatch(keepActivation(homeless, S1, ["a"], true)!, /set HOME or XDG_STATE_HOME/);
});

Deno.test("keepActivation() stays bounded, keeps what still counts and forgets old sessions", () => {
  const random = seededRandom(7);
  const host = world();
  const scopes: ActivationScope[] = [S1, REPOSITORY, PACKAGE];
  const model = new Map<string, boolean>();
  keepActivation(host, { session: "old" }, ["a"], true);
  host.advance(61 * 24 * 60 * 60 * 1000);
  for (let round = 0; round < 2_000; round++) {
    const scope = random.below(3);
    const skill = `skill-${random.below(20)}`;
    const active = [true, false, null][random.below(3)]!;
    keepActivation(host, scopes[scope]!, [skill], active);
    const key = `${scope} ${skill}`;
    if (active === null) model.delete(key);
    else model.set(key, active);
    if (round % 100 > 0) continue;
    const read = readActivation(host, "s1", () => ["/r/pkg", "/r"]);
    for (let at = 0; at < 20; at++) {
      const name = `skill-${at}`;
      const expected = model.get(`0 ${name}`) ?? model.get(`2 ${name}`) ?? model.get(`1 ${name}`);
      assertEquals(read.get(name), expected, `${round} ${name}`);
    }
    assert(host.readText(FILE)!.length < MAX_ACTIVATION_BYTES + 200);
  }
  assertEquals(readActivation(host, "old", () => []).size, 0);
});

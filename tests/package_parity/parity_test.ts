/**
 * The genuine packages decide what the program does. `genuine.json` holds, as digests, what came of every
 * item here when it was made with them; a run with either packages must come to the same. So npm's stand-ins
 * are held to the genuine packages where JSR cannot be reached, too. Where both can be, they are compared
 * side by side, which shows what differs and not only that it does.
 *
 * `deno test -A tests/package_parity/parity_test.ts -- --record`, with the packages of JSR, writes the file anew.
 */
import { assert, assertEquals } from "@std/assert";
import { inProject } from "../../.ci/tasks/project.ts";
import { PACKAGES } from "../support/packages.ts";
import { digest, DIGEST_LENGTH, outcomeOf } from "./outcome.ts";
import { OUR_GROUPS } from "./our_groups.ts";
import { ownPackages, PACKAGE_GROUPS, type Packages, standIns } from "./package_groups.ts";

const FACTS = inProject("tests/package_parity/genuine.json");
const RECORD = Deno.args.includes("--record");

/** A group's items, and what comes of each. */
interface Group {
  readonly name: string;
  readonly items: readonly string[];
  readonly outcome: (item: string) => string;
}

function groupsOf(packages: Packages): Group[] {
  return PACKAGE_GROUPS.map(({ name, items, act }) => ({
    name,
    items,
    outcome: (item) => outcomeOf(() => act(packages, item)),
  }));
}

const genuine = groupsOf(await ownPackages());
const groups: readonly Group[] = [
  ...genuine,
  ...OUR_GROUPS.map(({ name, items, act }) => ({
    name,
    items,
    outcome: (item: string) => outcomeOf(() => act(item)),
  })),
].filter(({ name, items }) => items.length > 0 || assert(!RECORD, `${name} are not here`));

if (RECORD) {
  assertEquals(PACKAGES, "jsr", "Only the genuine packages say what is to come out");
  const facts = groups.map(({ name, items, outcome }) => [
    name,
    items.map((item) => digest(outcome(item))).join(""),
  ]);
  Deno.writeTextFileSync(FACTS, `${JSON.stringify(Object.fromEntries(facts), undefined, 2)}\n`);
}
const facts: Record<string, string> = JSON.parse(Deno.readTextFileSync(FACTS));

for (const { name, items, outcome } of groups) {
  Deno.test(`${items.length} ${name} come out as with the genuine packages`, () => {
    const wanted = facts[name]?.match(new RegExp(`.{${DIGEST_LENGTH}}`, "g")) ?? [];
    assertEquals(items.length, wanted.length, "These are not the items that were recorded");
    const differing = items.filter((item, at) => digest(outcome(item)) !== wanted[at]);
    const shown = differing.slice(0, 5).map((item) => `${cut(item)}\n  now ${cut(outcome(item))}`);
    const about = "Not what was recorded from the genuine packages; if that is meant, record anew";
    assertEquals(differing.length, 0, `${about}:\n${shown.join("\n")}`);
  });
}

// In the other world the tests above compare with what was recorded from the genuine packages.
const others = PACKAGES === "jsr" ? await standIns() : undefined;
for (const [at, { name, items, outcome }] of (others ? groupsOf(others) : []).entries()) {
  Deno.test(`${items.length} ${name} come out alike from both packages, side by side`, () => {
    for (const item of items) assertEquals(outcome(item), genuine[at]!.outcome(item), item);
  });
}

Deno.test("the generated texts are neither all valid nor all broken", () => {
  const { items, outcome } = genuine[0]!;
  const read = items.map(outcome).filter((text) => !/^\w+Error\b|^"refused/.test(text)).length;
  assert(read > items.length * 0.4 && read < items.length * 0.9, `${read} of ${items.length}`);
});

function cut(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text);
}

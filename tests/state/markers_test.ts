import { assertEquals, assertStringIncludes } from "@std/assert";
import { HostError } from "../../src/host/host.ts";
import { markerPlace, skillKey } from "../../src/state/state_tree.ts";
import { claimFirstUse, clearMarkers, sweepMarkers } from "../../src/state/session_marker.ts";
import { type FakeHost, fakeHost, type FakeWorld } from "../support/fake_host.ts";

const STATE = "/state";
const DIGEST = "d".repeat(64);
const DAY = 24 * 60 * 60 * 1000;

async function claim(host: FakeHost, session = "s1", digest = DIGEST) {
  const place = await markerPlace(host, STATE, session, undefined);
  const key = await skillKey(host, { qualified: "p:x", skillsDir: "/skills" });
  const record = { session, agent: null, skill: "p:x", path: "/x", since: host.now() };
  return claimFirstUse(host, place, key, digest, record);
}

Deno.test("claimFirstUse() says first once, and later after that", async () => {
  const host = fakeHost();
  assertEquals((await claim(host)).use, "first");
  assertEquals(await claim(host), { use: "later" });
  const [marker] = Object.keys(host.files).filter((path) => path.startsWith(STATE));
  assertStringIncludes(marker!, "/state/sessions/session-s1/main/skill-p+x@");
  assertEquals(host.files[marker!]!.split("\n")[0], DIGEST);
});

Deno.test("claimFirstUse() keeps one marker per skill", async () => {
  const host = fakeHost();
  for (const digest of ["a", "b", "c"]) await claim(host, "s1", digest.repeat(64));
  assertEquals(Object.keys(host.files).length, 1);
});

const PROBLEMS: readonly [title: string, files: FakeWorld["files"], problem: string][] = [
  ["may not be written to", { [STATE]: { directory: true, unwritable: true } }, "EACCES"],
  ["is a file", { [STATE]: "x" }, 'at "/state'],
  ["holds a link for the sessions", { "/state/sessions": { link: "/etc" } }, "a symbolic link"],
  [
    "holds a link for the session",
    { "/state/sessions/session-s1": { link: "/etc" } },
    "a symbolic link",
  ],
  ["holds a file for the context", { "/state/sessions/session-s1/main": "x" }, "a file"],
];

for (const [title, files, problem] of PROBLEMS) {
  Deno.test(`claimFirstUse() is a first use with a problem when the directory ${title}`, async () => {
    const host = fakeHost({ files: files! });
    const before = { ...host.files };
    const claimed = await claim(host);
    assertEquals(claimed.use, "first");
    assertStringIncludes(String(claimed.problem), problem);
    assertEquals(host.files, before);
  });
}

Deno.test("claimFirstUse() is a first use with a problem when the disk is full", async () => {
  const host = fakeHost();
  const full = {
    ...host,
    createText(path: string): boolean {
      throw new HostError("ENOSPC", path, "full");
    },
  };
  const claimed = await claim(full as FakeHost);
  assertEquals(claimed.use, "first");
  assertStringIncludes(String(claimed.problem), "ENOSPC");
});

Deno.test("clearMarkers() removes a session's files and empty directories, nobody else's", async () => {
  const host = fakeHost();
  await claim(host, "s1");
  await claim(host, "s2");
  assertEquals(await clearMarkers(host, [STATE, "/none"], "s1"), []);
  assertEquals(host.stat("/state/sessions/session-s1"), undefined);
  assertEquals((await claim(host, "s2")).use, "later");
});

Deno.test("clearMarkers() names what it cannot remove", async () => {
  const main = "/state/sessions/session-s1/main";
  const host = fakeHost({
    files: { [main]: { directory: true, unwritable: true }, [`${main}/skill-x@1.2`]: "x" },
  });
  const problems = await clearMarkers(host, [STATE], "s1");
  assertEquals([Object.keys(host.files).length, problems.length], [1, 1]);
  assertStringIncludes(problems[0]!, "EACCES");
});

Deno.test("sweepMarkers() removes sessions older than 30 days, at most once a day", async () => {
  const host = fakeHost();
  await claim(host, "old");
  host.advance(20 * DAY);
  await claim(host, "young");
  host.change("/state/sessions/session-link", { link: "/etc", mtime: 0 });
  sweepMarkers(host, STATE);
  assertEquals(host.stat("/state/sessions/session-old")?.kind, "directory");
  host.advance(11 * DAY);
  sweepMarkers(host, STATE);
  assertEquals(host.stat("/state/sessions/session-old"), undefined);
  assertEquals((await claim(host, "young")).use, "later");
  assertEquals(host.linkStat("/state/sessions/session-link")?.kind, "link");
  host.advance(DAY - 60_000);
  host.forget();
  sweepMarkers(host, STATE);
  assertEquals(host.calls.list, 0);
});

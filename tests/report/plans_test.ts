/** One reading of plans for all that report on them. A blocked plan is not finished, and a step that is not marked is to do. */
import { assertEquals } from "@std/assert";
import { readPlanState } from "../../src/report/plans.ts";
import { runCommand } from "../../src/cli/command.ts";
import { fakeHost } from "../support/fake_host.ts";

const PLAN = `# Plan: log in

## Steps

### Step 1: Write the form
- Files: a.ts

### Step 2: Check the word
- Needs: 1

### Step 3: Keep the session
- Needs: 1, 2

### Step 4: Say goodbye

## Not in this plan
- [ ] Step 9: more
`;

interface Seen {
  readonly text: string;
  readonly next?: string;
  readonly blockers?: string[];
  readonly isFinished?: true;
}

/** Plan and progress → what is said of them. */
const ROWS: readonly (readonly [what: string, plan: string, progress: string, seen: Seen])[] = [
  ["nothing", "", "", { text: "" }],
  ["a plan alone", PLAN, "", { text: "0 of 4 steps done", next: "Step 1: Write the form" }],
  ["a blocked task", "", "- [!] Step 1: x (no key)\n", {
    text: "0 of 1 step done, 1 blocked",
    blockers: ["Step 1: x (no key)"],
  }],
  ["done and blocked", "", "- [x] a\n- [!] b\n", {
    text: "1 of 2 tasks done, 1 blocked",
    blockers: ["b"],
  }],
  ["all done", "", "- [x] a\n* [X] b\n", { text: "2 of 2 tasks done", isFinished: true }],
  ["progress of a part", PLAN, "- [x] Step 1: Write the form (seen)\n", {
    text: "1 of 4 steps done",
    next: "Step 2: Check the word",
  }],
  ["a step begun", PLAN, "- [x] Step 1: a\n- [ ] Step 2: b\n- [~] Step 4: d\n", {
    text: "1 of 4 steps done, 1 begun",
    next: "Step 4: d",
  }],
  ["needs of a blocked step", PLAN, "- [x] Step 1: a\n- [!] Step 2: b (who?)\n", {
    text: "1 of 4 steps done, 1 blocked",
    next: "Step 4: Say goodbye",
    blockers: ["Step 2: b (who?)"],
  }],
  [
    "a new step",
    PLAN,
    "- [x] Step 1\n- [x] Step 2\n- [x] Step 3\n- [x] Step 4\n- [ ] Step 5: z\n",
    {
      text: "4 of 5 steps done",
      next: "Step 5: z",
    },
  ],
  [
    "marks below the steps",
    "### Step 1: a\n- [x] i\n- [x] j\n### Step 2: b\n- [x] k\n- [ ] l\n",
    "",
    {
      text: "1 of 2 steps done, 1 begun",
      next: "Step 2: b",
    },
  ],
  ["marks in headings", "### [x] Step 1: a\n### [!] Step 2: b\n", "", {
    text: "1 of 2 steps done, 1 blocked",
    blockers: ["Step 2: b"],
  }],
  ["parts of steps", "", "- [~] Step 1: a\n  - [x] i\n  - [ ] j\n", {
    text: "0 of 1 step done, 1 begun",
    next: "Step 1: a",
  }],
  ["an example", "", "```markdown\n- [ ] Step 1: x\n```\n- [x] Step 1: y\n", {
    text: "1 of 1 step done",
    isFinished: true,
  }],
  ["links and other marks", "", "- [a](b)\n- [?] c\n- [x]d\n1.[x] e\n", { text: "" }],
  ["tabs, bold and numbers", "", "1. [x] **Step 1**: a\r\n-\t[~] **Step 2:** b\r\n", {
    text: "1 of 2 steps done, 1 begun",
    next: "Step 2: b",
  }],
  ["blockers by name, CRLF", "", "- [x] a\r\n- [ ] b\r\n- Blocker: the key, needs Ada\r\n", {
    text: "1 of 2 tasks done",
    next: "b",
    blockers: ["the key, needs Ada"],
  }],
];

for (const [what, plan, progress, seen] of ROWS) {
  Deno.test(`readPlanState() of ${what}`, () => {
    const { far, next, blockers, isFinished } = readPlanState(plan, progress);
    assertEquals({
      text: far,
      ...next === undefined ? {} : { next },
      ...blockers.length === 0 ? {} : { blockers },
      ...isFinished ? { isFinished: true } : {},
    }, seen);
  });
}

const FILES = {
  "/p/plans/auth/plan.md": PLAN,
  "/p/plans/auth/progress.md":
    "- [x] Step 1: Write the form\n- [!] Step 2: Check the word (no key)\n- next: ask Ada\n",
  "/p/plans/done/progress.md": "- [x] Step 1: all\n",
  "/p/session.md": "## Pending\n- [!] stuck\n## In progress\n- [~] log in\n  - next: ask\n" +
    "## Notes\n- Blocker: the key\n",
};

const AUTH = `Plan auth: plan, progress; 1 of 4 steps done, 1 blocked
  - [x] Step 1: Write the form
  - [!] Step 2: Check the word (no key) (needs 1)
  - [ ] Step 3: Keep the session (needs 1, 2)
  - [ ] Step 4: Say goodbye
  - blocked: Step 2: Check the word (no key)
  - next: ask Ada
`;
const DONE = "Plan done: progress; 1 of 1 step done\n  - [x] Step 1: all\n  - finished\n";

/** Arguments of `report` → its answer. */
const REPORTS: readonly (readonly [args: string[], text: string])[] = [
  [["plans"], `${AUTH}\n${DONE}`],
  [["plans", "auth"], AUTH],
  [["plans", "./plans/auth/plan.md"], AUTH],
  [["plans", "plans/done/"], DONE],
  [["plans", "../../etc"], "Plan etc: no files yet\n"],
  [["plans", "--project", "/p/plans"], "Plans: none\n"],
];

for (const [args, text] of REPORTS) {
  Deno.test(`report ${args.join(" ")}`, async () => {
    const host = fakeHost({ cwd: "/p", files: FILES, args: ["report", ...args] });
    assertEquals(await runCommand(host), { stdout: text, stderr: "", code: 0 });
  });
}

Deno.test("report status shows what blocks a plan and a task, and what is next", async () => {
  const { stdout } = await runCommand(
    fakeHost({ cwd: "/p", files: FILES, args: ["report", "status"] }),
  );
  assertEquals(
    stdout,
    `Project: /p
Branch: none, this is no git repository

Plans:
- auth: plan, progress; 1 of 4 steps done, 1 blocked
  - blocked: Step 2: Check the word (no key)
  - next: ask Ada
- done: progress; 1 of 1 step done

In progress: log in
Next: ask
Blocker: the key
Pending tasks:
- stuck [blocked]

Loaded skills: not known outside of a session
`,
  );
});

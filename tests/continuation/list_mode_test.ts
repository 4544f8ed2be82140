/** Mode 3: a connecting word at the end of a line, then `- /skill` lines. */
import { testChains } from "../support/chain_rows.ts";

testChains("reads a list", [
  [
    "/design plans/foo and\n- /plan-adhoc design.md\n- /orchestrate foo",
    "list: /design plans/foo | /plan-adhoc design.md | /orchestrate foo",
  ],
  ["/design and\n- /plan", "list: /design | /plan"],
  ["/design a, and\n- /plan,\n- /commit,", "list: /design a | /plan | /commit"],
  ["/design a and then\n- /plan", "list: /design a | /plan"],
  ["/design a then\n- /plan", "list: /design a | /plan"],
  ["/design a and   \n-   /plan   b  ", "list: /design a | /plan b"],
  ["/design a and\r\n- /plan b\r\n- /commit\r\n", "list: /design a | /plan b | /commit"],
  ["/design a and\n\n- /plan b\n\n- /commit", "list: /design a | /plan b | /commit"],
  ["/design a and\n\t- /plan\n\t- /commit", "list: /design a | /plan | /commit"],
  ["/design 計画 and\n- /plan 実装", "list: /design 計画 | /plan 実装"],
  ["/design a, /plan b and\n- /commit", "list: /design a | /plan b | /commit"],
  ["/design a and\n- /plan b, and\n- /commit", "list: /design a | /plan b | /commit"],
  ["/design a and\n- /plan and\n- /commit", "list: /design a | /plan | /commit"],
  ["/design a and\n- /plan b, and then,\n\n- /commit", "list: /design a | /plan b | /commit"],
  ["/design a and\n- /plan band\n- /commit and", "list: /design a | /plan band | /commit and"],
  ["/design a and\n- /plan b and\n- /nope", "list: /design a | /plan b and"],
  ["/design a and\n- /deploy b", "list: /design a | /kit:deploy b"],
  ["/design a and\n- /plan.\n- /commit.", "list: /design a | /plan | /commit"],
]);

testChains("skips unknown entries of a list", [
  ["/design a and\n- /nope b\n- /plan c", "list: /design a | /plan c"],
  ["/design a and\n- /plan b\n- /nope c\n- /commit", "list: /design a | /plan b | /commit"],
  ["/design a and\n- /nope b\n  more\n- /plan c", "list: /design a | /plan c"],
  ["/design a and\n- /plan/x b\n- /commit", "list: /design a | /commit"],
  ["/design a and\n- /nope b", "single: /design a and\n- /nope b"],
]);

testChains("gives indented lines to the entry above and ends the list at other text", [
  [
    "/design a and\n- /plan b\n  more b\n- /commit",
    "list: /design a | /plan b\n  more b | /commit",
  ],
  ["/design a and\n- /plan b\n  - /commit c", "list: /design a | /plan b\n  - /commit c"],
  ["/design a and\n- /plan b\n- plain\n- /commit", "list: /design a | /plan b\n- plain | /commit"],
  ["/design a and\n- /plan b\nother text\n- /commit", "list: /design a | /plan b"],
]);

testChains("reads no list without its connecting word, dash or line break", [
  ["/design a\n- /plan b", "single: /design a\n- /plan b"],
  ["/design a,\n- /plan b", "single: /design a,\n- /plan b"],
  ["/design a:\n- /plan b", "single: /design a:\n- /plan b"],
  ["/design a and\n* /plan b", "single: /design a and\n* /plan b"],
  ["/design a and\n-/plan b", "single: /design a and\n-/plan b"],
  ["/design a and - /plan b", "single: /design a and - /plan b"],
  ["/design brand\n- /plan b", "single: /design brand\n- /plan b"],
  ["/design `a and\n- /plan b`", "single: /design `a and\n- /plan b`"],
  ["/design\n```\na and\n- /plan b\n```", "single: /design ```\na and\n- /plan b\n```"],
  ["/design <a>\nx and\n- /plan b\n</a>", "single: /design <a>\nx and\n- /plan b\n</a>"],
]);

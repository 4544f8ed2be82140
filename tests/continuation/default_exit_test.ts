/** Default exits: they belong to the last skill of the chain, whoever named it. */
import { testChains } from "../support/chain_rows.ts";
import { registryOf } from "../support/registry.ts";

const EXIT = ["/handoff --commit", "/commit"];
const WORK = registryOf({
  "design": EXIT,
  "plan": EXIT,
  "handoff": ["/commit"],
  "commit": [],
  "odd": ["handoff --commit", "  /commit  ", "/unknown a, b"],
});

testChains("appends the last skill's default exit", [
  ["/design x", "single: /design x | /handoff --commit | /commit"],
  ["/design, /plan", "inline: /design | /plan | /handoff --commit | /commit"],
  ["/design a and\n- /plan b", "list: /design a | /plan b | /handoff --commit | /commit"],
  ["/design a and\n- /commit", "list: /design a | /commit"],
  ["/commit", "single: /commit"],
  ["/design, /commit", "inline: /design | /commit"],
  ["/commit, /design", "inline: /commit | /design | /handoff --commit | /commit"],
  ["/odd", "single: /odd | /handoff --commit | /commit | /unknown a, b"],
], WORK);

testChains("gives an exit with a condition only with its word as a whole", [
  ["/handoff", "single: /handoff"],
  ["/handoff --commit", "single: /handoff --commit | /commit"],
  ["/handoff notes --commit", "single: /handoff notes --commit | /commit"],
  ["/handoff --commit notes", "single: /handoff --commit notes | /commit"],
  ["/handoff\n--commit", "single: /handoff --commit | /commit"],
  ["/handoff --commit,", "single: /handoff --commit | /commit"],
  ["/handoff --commit-now", "single: /handoff --commit-now"],
  ["/handoff --no-commit", "single: /handoff --no-commit"],
  ["/handoff --commit=yes", "single: /handoff --commit=yes"],
  ["/handoff x--commit", "single: /handoff x--commit"],
  ["/handoff -commit", "single: /handoff -commit"],
  ["/handoff commit", "single: /handoff commit"],
  ["/handoff --COMMIT", "single: /handoff --COMMIT"],
  ["/design, /handoff", "inline: /design | /handoff"],
  ["/design, /handoff --commit", "inline: /design | /handoff --commit | /commit"],
], WORK);

testChains("keeps what the user wrote around a handoff in the middle", [
  ["/design, /handoff, /commit", "inline: /design | /handoff | /commit"],
  ["/handoff, /commit", "inline: /handoff | /commit"],
  [
    "/handoff --commit, /design",
    "inline: /handoff --commit | /design | /handoff --commit | /commit",
  ],
], WORK);

const PLUGINS = registryOf({
  "commit": [],
  "kit:deploy": ["/check now", "/commit", "/elsewhere"],
  "kit:check": [],
  "kit:commit": [],
  "kit:handoff": ["/commit"],
  "lone:handoff": ["/commit"],
  "lone:run": ["/commit", "/check"],
});

testChains("resolves a plugin's exits to its siblings first, then to whoever has the name", [
  ["/kit:deploy", "single: /kit:deploy | /kit:check now | /kit:commit | /elsewhere"],
  ["/deploy", "single: /kit:deploy | /kit:check now | /kit:commit | /elsewhere"],
  ["/kit:handoff --commit", "single: /kit:handoff --commit | /kit:commit"],
  ["/kit:handoff", "single: /kit:handoff"],
  ["/lone:run", "single: /lone:run | /commit | /kit:check"],
  ["/lone:handoff --commit", "single: /lone:handoff --commit | /commit"],
], PLUGINS);

/** `skillhook skill test`: plays the scenarios that lie beside a skill. */
import { joinPath } from "../base/path.ts";
import { directoryOf } from "../catalog/catalog_skill.ts";
import { loadCatalog } from "../catalog/load.ts";
import type { Host, Outcome } from "../host/host.ts";
import { reachable } from "../index/listing.ts";
import { projectOption } from "./named_input.ts";
import { readOptions } from "./options.ts";
import { namedSkill, skillContext } from "./skill_context.ts";
import type { Given } from "./table.ts";
import { VerbError } from "./verb.ts";

export async function testSkillVerb(options: Given<"skill test">, host: Host): Promise<Outcome> {
  const [name] = options.operands;
  const projectDir = projectOption(options, host);
  const { skills } = await loadCatalog(host, skillContext(projectDir, host));
  const scenarios = joinPath(directoryOf(namedSkill(reachable(skills), name)), "scenarios");
  if (host.stat(scenarios) === undefined) {
    throw new VerbError(`Skill "${name}" has no scenarios: put some into "${scenarios}"`);
  }
  const { VERBS: { play } } = await import("./play_verbs.ts");
  const { testScenarios } = await import("./play.ts");
  const given = readOptions(["--test", scenarios, "--project", projectDir], "play", play);
  // Whoever names a skill has not looked into its scenarios.
  return await testScenarios(given, scenarios, host, false);
}

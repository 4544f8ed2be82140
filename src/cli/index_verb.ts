/** `skillhook skill index`: the light list of skills, for a prompt builder or a look at what a session is told. */
import type { Host, Outcome } from "../host/host.ts";
import { loadWholeCatalog } from "../catalog/whole_catalog.ts";
import { listSkills, reachable, toIndex, toListed } from "../index/listing.ts";
import { listUses } from "../index/use_record.ts";
import { budgetInput } from "./budget_input.ts";
import { catalogQuery } from "./skill_roots_option.ts";
import { statePlaces } from "./state_places.ts";
import type { Given } from "./table.ts";
import { type Notes, success } from "./verb.ts";

/** A line for each skill, or JSON. */
export async function indexVerb(options: Given<"skill index">, host: Host): Promise<Outcome> {
  const budget = options.count("budget");
  const query = catalogQuery(options, host);
  const { settings: { estimate }, flaws } = await budgetInput(options, host);
  const catalog = await loadWholeCatalog(host, query);
  const skills = reachable(catalog.skills);
  const notes: Notes = [...flaws, ...catalog.diagnostics];
  if (options.flag("json") && budget === undefined) {
    return success(JSON.stringify(skills.map(toIndex)), notes);
  }
  const uses = listUses(host, statePlaces(host));
  const listed = skills.map((skill) =>
    toListed(skill, uses.get(skill.invoke)?.last, query.projectDir)
  );
  const more = 'run "skillhook skill index" for all';
  const listing = listSkills(listed, { budget: budget ?? 0, estimate, more });
  const text = options.flag("json") ? JSON.stringify(listing.entries) : listing.text;
  // Where the text has no room to say so, or is JSON.
  const isTold = listing.hidden === 0 || (listing.text !== "" && !options.flag("json"));
  const hidden = `Skills left out to stay within --budget ${budget}: ${listing.hidden}`;
  return success(text, isTold ? notes : [...notes, hidden]);
}

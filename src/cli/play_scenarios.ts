/** `skillhook play --test DIR`: plays scenarios one after the other, and says what differs. */
import { formatDiagnostic } from "../base/diagnostic.ts";
import { isAbsolutePath, joinPath, parentPath } from "../base/path.ts";
import type { Host, Outcome } from "../host/host.ts";
import { unapprovedText } from "../hooks/fire.ts";
import { playSession } from "../loop/play_session.ts";
import { addToCame, differences, newCame, readScenario, type Scenario } from "../loop/scenario.ts";
import { scriptModel, shownText } from "../loop/script_model.ts";
import { newSession } from "../loop/session.ts";
import { shellQuote } from "../base/fitted_text.ts";
import { projectBoundary, projectFileTest } from "../trust/project_boundary.ts";
import { absolutePath, orEnd, parseNamed, projectOption, readNamed } from "./named_input.ts";
import { givenChoices, givenTools, playTerms } from "./play_terms.ts";
import type { Given } from "./table.ts";
import { success, VerbError } from "./verb.ts";

/** @param isNamed The user has named these files, and by that allowed what they start. */
export async function testScenarios(
  options: Given<"play">,
  named: string,
  host: Host,
  isNamed = true,
): Promise<Outcome> {
  if (options.operands[0] !== undefined) {
    throw options.misuse("A scenario has its own prompt: leave out the one behind --test");
  }
  const played: Awaited<ReturnType<typeof play>>[] = [];
  for (const path of scenarioFiles(named, host)) {
    played.push(await play(options, path, host, isNamed));
  }
  const lines = played.flatMap(({ path, differs }) => [
    `${differs.length === 0 ? "ok     " : "DIFFERS"} ${path}`,
    ...differs.map((text) => text.replaceAll(/^/gm, "    ")),
  ]);
  const bad = played.filter(({ differs }) => differs.length > 0).length;
  const sum = `${played.length - bad} passed, ${bad} failed`;
  const notes = new Set(played.flatMap(({ notes }) => notes));
  return success([...lines, sum].join("\n"), [...notes], bad === 0 ? 0 : 1);
}

/** By name, so that every run has the same order. */
function scenarioFiles(named: string, host: Host): string[] {
  const cannot = `Cannot play scenarios of "${named}"`;
  const path = absolutePath(named, host);
  const kind = orEnd(cannot, 1, () => host.stat(path)?.kind);
  if (kind === undefined) throw new VerbError(`${cannot}: no such file or directory`);
  if (kind !== "directory") return [named];
  const names = orEnd(cannot, 1, () => host.list(path) ?? []).map(({ name }) => name)
    .filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort();
  if (names.length === 0) throw new VerbError(`${cannot}: there is no *.json in it`);
  return names.map((name) => joinPath(named, name));
}

async function play(options: Given<"play">, path: string, host: Host, isNamed: boolean) {
  const read = readScenario(parseNamed(readNamed(host, path), `"${path}"`));
  if ("flaw" in read) return { path, differs: [`Cannot play it: ${read.flaw}`], notes: [] };
  const project = () => projectBoundary(host, projectOption(options, host));
  if (!isNamed && read.startsCommands && projectFileTest(host, project)(absolutePath(path, host))) {
    const how = `look at it, then name it: skillhook play --test ${shellQuote(path)}`;
    const why = "it is the project's, and what it names starts commands";
    return { path, differs: [`Not played: ${why}: ${how}`], notes: [] };
  }
  const came = newCame();
  const model = scriptModel(read.turns, (request) => came.shown += `\n${shownText(request)}`);
  const file = absolutePath(path, host);
  const choices = choicesOf(options, read, file, host);
  const { terms, notes } = await playTerms(host, choices, model, [
    ...read.tools,
    ...givenTools(options, host),
  ]);
  const said: string[] = [];
  for await (const event of playSession(newSession(terms), read.prompts)) {
    addToCame(came, event);
    if (event.type !== "system" || event.subtype !== "informational") continue;
    if (event.level === "warning") said.push(event.content);
  }
  const unapproved = terms.hooks.loaded.handlers.filter(({ isUntrusted }) => isUntrusted)
    .map(({ origin }) => unapprovedText(origin.path, choices.projectDir));
  const isOwn = read.hasHooks || read.settings.length > 0;
  const flaws = notes.filter((note) => choices.settings.includes(note.path ?? ""));
  // What a scenario brings along itself must have counted.
  const lost = isOwn ? [...flaws.map(formatDiagnostic), ...unapproved] : [];
  return {
    path,
    differs: [...new Set(lost), ...differences(read, came, model.left?.())],
    notes: [...notes, ...said, ...lost.length === 0 ? unapproved : []],
  };
}

function choicesOf(options: Given<"play">, scenario: Scenario, file: string, host: Host) {
  const besides = (path: string) =>
    isAbsolutePath(path, host.platform) ? path : joinPath(parentPath(file) ?? "/", path);
  const given = givenChoices(options, host);
  const own = [...scenario.hasHooks ? [file] : [], ...scenario.settings.map(besides)];
  return {
    ...given,
    pluginDir: scenario.plugin === undefined ? given.pluginDir : besides(scenario.plugin),
    settings: [...own, ...given.settings],
    allow: [...scenario.allow, ...given.allow],
    deny: [...scenario.deny, ...given.deny],
  };
}

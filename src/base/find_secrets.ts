/**
 * Secrets in a text that is about to be handed to a model: private keys, tokens by the shape their services give
 * them, and values of an environment. Narrower than {@linkcode maskSecrets}, which may hide too much in a log: a skill
 * is to stay as its author wrote it, but for what nobody means to hand on.
 */
import { diagnose, type Diagnostic } from "./diagnostic.ts";
import { isServiceToken, TOKEN_RUN } from "./mask_secrets.ts";

/** One secret. */
export interface FoundSecret {
  /** What it is, for people: `a private key`. */
  readonly kind: string;
  /** The characters that give it away; each is unlikely to stand anywhere by chance. */
  readonly values: readonly string[];
}

const KEY_BODY = /[A-Za-z0-9+/=]{16,}/g;
/** `DB_TOKEN=x`, at the beginning of a line or behind the NUL of an environment block. */
const VARIABLE =
  /(?:^|[\n\0])(?:export[ \t]+)?([A-Z][A-Z0-9_]{0,63}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)[A-Z0-9_]{0,16})=["']?([^\s\0"'$<>{}]{8,4096})/g;

/**
 * @param text Any text; the time is linear in it.
 * @returns The secrets in the order of their kinds.
 */
export function findSecrets(text: string): FoundSecret[] {
  return [...privateKeys(text), ...tokens(text), ...variables(text)];
}

/** Says of a file that something in it was not handed on. */
export function secretMasked(path: string, kind: string): Diagnostic {
  const remedy = "Keep it out of files that are read to a model, and replace it if it was real";
  return diagnose(
    "secret-masked",
    path,
    `Masked ${kind} before handing the text on`,
    remedy,
  );
}

/** From each opening line to the next line of such hyphens, or to the end. */
function privateKeys(text: string): FoundSecret[] {
  const [, ...blocks] = text.split("-----BEGIN ");
  return blocks.flatMap((block) => {
    if (!/^[A-Z0-9 ]{0,40}PRIVATE KEY/.test(block)) return [];
    const end = block.indexOf("-----END ");
    // In JSON the lines are joined by `\n`.
    const body = block.slice(0, end < 0 ? undefined : end).replaceAll("\\n", "\n");
    const values = body.match(KEY_BODY) ?? [];
    return values.length === 0 ? [] : [{ kind: "a private key", values }];
  });
}

function tokens(text: string): FoundSecret[] {
  const runs = (text.match(TOKEN_RUN) ?? []).map((run) => run.slice(run.lastIndexOf("=") + 1));
  const values = runs.filter((run) => run.length >= 20 && isServiceToken(run));
  return values.length === 0 ? [] : [{ kind: "a token", values }];
}

function variables(text: string): FoundSecret[] {
  return [...text.matchAll(VARIABLE)]
    .filter(([, , value]) => /[0-9]/.test(value!) && /[A-Za-z]/.test(value!))
    .map(([, name, value]) => ({ kind: `the value of ${name}`, values: [value!] }));
}

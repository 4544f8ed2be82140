/**
 * Hides secrets in text that is about to be stored or shown: keys, tokens, passwords, addresses of people and of their
 * home directories. All is linear in the text, whatever a stranger pastes. ADD A KIND OF SECRET: a line of maskSecrets().
 */
import { diagnose, type Diagnostic } from "./diagnostic.ts";

/** What stands where a secret stood: plain text in every format, so that quotes and brackets still pair. */
export const MASK = "***";

/** To the end of its closing line, or of the text. */
const PRIVATE_KEY = /-----BEGIN [\w -]{0,40}PRIVATE KEY[^]*?(?:-----END [^]*?-----|$)/g;
/** Prefixes by which services make their keys recognisable, with the fewest characters that follow. */
const TOKEN_PREFIX =
  /^(?:sk-|sk_|rk_|pk_live_|whsec_|gh[pousr]_|github_pat_|glpat-|gldt-|xox[abeoprs]-|xapp-|npm_|pypi-|hf_|dop_v1_|shp(?:at|ca|pa|ss)_|SG\.|ya29\.|AIza|A[KS]IA[0-9A-Z]|eyJ|tskey-|lin_api_|ATATT|sq0)/;
/** A run of characters keys are made of; a run ends at every other character, so no run is looked at twice. */
const TOKEN_RUN = /[\w.~+=-]{16,}/g;
const HEX_KEY = /^[0-9a-fA-F]{32,}$/;
/** An order to authenticate, then what with. */
const AUTHORIZATION = /\b(bearer|basic|apikey)([ \t]{1,4})([\w.~+/=-]{8,})/gi;
/** `password = x`, `"api_key": "x"`, `DB_TOKEN=x`, `--secret x`: the name, what joins, the value. */
const ASSIGNMENT =
  /(passw(?:or)?d|passphrase|pwd|secret|token|credentials?|(?:api|access|private|client|auth|account)[_-]?key)(["']?(?:[ \t]{0,2}[:=][ \t]{0,2}|[ \t])["']?)([^\s"'`,;)\]}<>/$({[][^\s"'`,;)\]}<>]*)/gi;
/** The user and password of a URL, or the token in their place. */
const URL_USER = /:\/\/[^\s/?#@]{1,300}(?:@[^\s/?#@]{1,100})?@/g;
const HOME = /(?:\/home\/|\/Users\/|\b[A-Za-z]:[\\/]Users[\\/])[^\s\\/"'`:,;)\]}<>]{1,64}/g;

/** Hides what looks like a secret in its usual forms, not a password like a word; the home directory becomes `~`. */
export function maskSecrets(text: string, home?: string): string {
  const homeless = home !== undefined && home.length > 2 ? maskHome(text, home) : text;
  const keyless = homeless.replaceAll(PRIVATE_KEY, MASK)
    .replaceAll(URL_USER, `://${MASK}@`)
    .replaceAll(AUTHORIZATION, maskAuthorization)
    .replaceAll(ASSIGNMENT, maskAssignment)
    .replaceAll(TOKEN_RUN, maskToken);
  return maskAddresses(keyless).replaceAll(HOME, "~");
}

/** `/root` is in `/root/x` and not in `/rootfs`. */
function maskHome(text: string, home: string): string {
  const [first = "", ...rest] = text.split(home);
  return rest.reduce((done, part) => done + (/^[\w-]/.test(part) ? home : "~") + part, first);
}

/** "Basic understanding" is prose. */
function maskAuthorization(whole: string, name: string, blank: string, value: string): string {
  const isPlain = value.length < 24 && !/[0-9=]/.test(value);
  return isPlain ? whole : name + blank + MASK;
}

/** A value in prose ("the token is …", "token budget") is a word; one behind `:` or `=`, or with a digit in it, is not. */
function maskAssignment(whole: string, name: string, join: string, value: string): string {
  const joined = join.includes(":") || join.includes("=");
  if (value === MASK || (joined ? value.length < 4 : !looksRandom(value))) return whole;
  return `${name}${join}${MASK}`;
}

/** Eight characters with a digit and a letter: no word of prose. */
function looksRandom(value: string): boolean {
  return value.length >= 8 && /[0-9]/.test(value) && /[A-Za-z]/.test(value);
}

/** Keys stand behind a name too: `KEY=sk-…`. */
function maskToken(run: string): string {
  const start = run.lastIndexOf("=", run.length - 8) + 1;
  const own = run.slice(start);
  // Forty and more without a break, in all three alphabets: base64 of something random.
  const isRandom = own.length >= 40 && !/[.~]|--|__/.test(own) &&
    [/[0-9]/, /[a-z]/, /[A-Z]/].every((alphabet) => alphabet.test(own));
  return isRandom || isServiceToken(own) || HEX_KEY.test(own) ? run.slice(0, start) + MASK : run;
}

/** A placeholder without a digit is none. */
function isServiceToken(own: string): boolean {
  return own.length >= 16 && TOKEN_PREFIX.test(own) && /[0-9]/.test(own);
}

/** `name@host.tld`, as long as standards allow, outwards from the `@`: a search for the name first would look at every word twice. */
function maskAddresses(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > from && at - start < 64 && /[\w.%+-]/.test(text[start - 1]!)) start--;
    let end = at + 1;
    while (end < text.length && end - at < 253 && /[\w.-]/.test(text[end]!)) end++;
    while (end > at + 1 && /[.-]/.test(text[end - 1]!)) end--;
    const dot = text.slice(at + 1, end).lastIndexOf(".");
    // `package@1.2.3` is a version.
    if (start === at || dot < 1 || !/^[A-Za-z]{2,}$/.test(text.slice(at + 2 + dot, end))) continue;
    parts.push(text.slice(from, start), MASK);
    from = end;
    at = end - 1;
  }
  return parts.join("") + text.slice(from);
}

// What is to be kept from a model: only what its shape gives away, because a skill is to stay as its author wrote it.

/** From a key's first line to the next line of such hyphens: prose that names one is no key to its end. */
const KEY_BLOCK = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[^]*?(?=-----BEGIN |-----END |$)/g;
const KEY_BODY = /[A-Za-z0-9+/=]{16,}/g;
/** `DB_TOKEN=x`, at the beginning of a line or behind the NUL of an environment block. */
const VARIABLE =
  /(?:^|[\n\0])(?:export[ \t]+)?([A-Z][A-Z0-9_]{0,63}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)[A-Z0-9_]{0,16})=["']?([^\s\0"'$<>{}]{8,4096})/g;

/** By kind, in the words of messages, the characters that give one away: none of them stands anywhere by chance. */
export function findSecrets(text: string) {
  // In JSON the lines are joined by `\n`.
  const keys = [...text.matchAll(KEY_BLOCK)].map(([block]) => (
    { kind: "a private key", values: [...block.replaceAll("\\n", "\n").match(KEY_BODY) ?? []] }
  ));
  const runs = (text.match(TOKEN_RUN) ?? []).map((run) => run.slice(run.lastIndexOf("=") + 1));
  const tokens = runs.filter((run) => run.length >= 20 && isServiceToken(run));
  const variables = [...text.matchAll(VARIABLE)].filter(([, , value]) => looksRandom(value!))
    .map(([, name, value]) => ({ kind: `the value of ${name}`, values: [value!] }));
  return [...keys, { kind: "a token", values: tokens }, ...variables]
    .filter(({ values }) => values.length > 0);
}

export function secretMasked(path: string, kind: string): Diagnostic {
  const message = `Masked ${kind} before handing the text on`;
  const remedy = "Keep it out of files that are read to a model, and replace it if it was real";
  return diagnose("secret-masked", path, message, remedy);
}

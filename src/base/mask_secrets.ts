/**
 * Hides secrets in text that is about to be stored or shown: keys, tokens, passwords, addresses of
 * people and of their home directories. Every row is linear in the text, whatever a stranger pastes.
 * ADD A KIND OF SECRET: one row.
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

const ROWS: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll(PRIVATE_KEY, MASK),
  (text) => text.replaceAll(URL_USER, `://${MASK}@`),
  (text) => text.replaceAll(AUTHORIZATION, maskAuthorization),
  (text) => text.replaceAll(ASSIGNMENT, maskAssignment),
  (text) => text.replaceAll(TOKEN_RUN, maskToken),
  maskAddresses,
  (text) => text.replaceAll(HOME, "~"),
];

/** Hides what looks like a secret in its usual forms, not a password like a word; the home directory becomes `~`. */
export function maskSecrets(text: string, home?: string): string {
  const masked = home !== undefined && home.length > 2 ? maskHome(text, home) : text;
  return ROWS.reduce((done, mask) => mask(done), masked);
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
  return isToken(run.slice(start)) ? run.slice(0, start) + MASK : run;
}

function isToken(own: string): boolean {
  if (isServiceToken(own) || HEX_KEY.test(own)) return true;
  // Forty and more without a break, in all three alphabets: base64 of something random.
  return own.length >= 40 && !/[.~]|--|__/.test(own) && /[0-9]/.test(own) && /[a-z]/.test(own) &&
    /[A-Z]/.test(own);
}

/** Whether a run of characters begins as a service's keys do; a placeholder without a digit is none. */
function isServiceToken(own: string): boolean {
  return own.length >= 16 && TOKEN_PREFIX.test(own) && /[0-9]/.test(own);
}

/** UTF-16 units of an address' local part and of its domain. */
const MAX_LOCAL = 64;
const MAX_DOMAIN = 253;

/** `name@host.tld`, outwards from the `@`: a search for the name first would look at every word twice. */
function maskAddresses(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > from && at - start < MAX_LOCAL && /[\w.%+-]/.test(text[start - 1]!)) start--;
    let end = at + 1;
    while (end < text.length && end - at < MAX_DOMAIN && /[\w.-]/.test(text[end]!)) end++;
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

interface FoundSecret {
  /** What it is, for people: `a private key`. */
  readonly kind: string;
  /** The characters that give it away; each is unlikely to stand anywhere by chance. */
  readonly values: readonly string[];
}

/** From a key's first line to the next line of such hyphens: prose that names one is no key to its end. */
const KEY_BLOCK = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[^]*?(?=-----BEGIN |-----END |$)/g;
const KEY_BODY = /[A-Za-z0-9+/=]{16,}/g;
/** `DB_TOKEN=x`, at the beginning of a line or behind the NUL of an environment block. */
const VARIABLE =
  /(?:^|[\n\0])(?:export[ \t]+)?([A-Z][A-Z0-9_]{0,63}(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|AUTH)[A-Z0-9_]{0,16})=["']?([^\s\0"'$<>{}]{8,4096})/g;

/** In the order of their kinds; the time is linear in the text. */
export function findSecrets(text: string): FoundSecret[] {
  // In JSON the lines are joined by `\n`.
  const keys = [...text.matchAll(KEY_BLOCK)].map(([block]): FoundSecret => ({
    kind: "a private key",
    values: block.replaceAll("\\n", "\n").match(KEY_BODY) ?? [],
  }));
  const runs = (text.match(TOKEN_RUN) ?? []).map((run) => run.slice(run.lastIndexOf("=") + 1));
  const tokens = runs.filter((run) => run.length >= 20 && isServiceToken(run));
  const variables = [...text.matchAll(VARIABLE)]
    .filter(([, , value]) => /[0-9]/.test(value!) && /[A-Za-z]/.test(value!))
    .map(([, name, value]) => ({ kind: `the value of ${name}`, values: [value!] }));
  return [...keys, { kind: "a token", values: tokens }, ...variables]
    .filter(({ values }) => values.length > 0);
}

export function secretMasked(path: string, kind: string): Diagnostic {
  const message = `Masked ${kind} before handing the text on`;
  const remedy = "Keep it out of files that are read to a model, and replace it if it was real";
  return diagnose("secret-masked", path, message, remedy);
}

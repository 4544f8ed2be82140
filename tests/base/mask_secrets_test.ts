import { assertEquals } from "@std/assert";
import { maskSecrets } from "../../src/base/mask_secrets.ts";
import { assertLinear } from "../support/steps.ts";

/** Keys are put together here: a scanner for secrets must not stop at this file. */
const key = (...parts: string[]) => parts.join("");
const RANDOM = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6kL9";

const SECRETS: readonly (readonly [string, string])[] = [
  // Keys by their prefix.
  [`use ${key("sk-", "ant-api03-", "abc123def456ghi789")} here`, "use *** here"],
  [`${key("ghp_", "16C7e42F292c6912E7710c838347Ae178B4a")}`, "***"],
  [`${key("github_pat_", "11ABCDEFG0123456789_abc")}, /commit`, "***, /commit"],
  [`(${key("AKIA", "IOSFODNN7EXAMPLE")})`, "(***)"],
  [`KEY=${key("xoxb-", "123456789012-abcdefGHIJ")}`, "KEY=***"],
  [`"${key("AIza", "SyA1234567890abcdefghijklmnopqrstuv")}"`, '"***"'],
  [key("eyJ", "hbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0In0.", "abc-DEF_123"), "***"],
  // Keys by their look.
  ["d41d8cd98f00b204e9800998ecf8427e", "***"],
  [`x ${RANDOM}Z1 y`, "x *** y"],
  // Headers, assignments, URLs.
  ["Authorization: Bearer abc.def-123456", "Authorization: Bearer ***"],
  ["-H 'Authorization: Basic dXNlcjpwYXNz=='", "-H 'Authorization: Basic ***'"],
  ["password: hunter2, /commit", "password: ***, /commit"],
  ['{"api_key": "value-1", "x": 1}', '{"api_key": "***", "x": 1}'],
  ["DB_PASSWORD=letmein and more", "DB_PASSWORD=*** and more"],
  ["--token abc12345", "--token ***"],
  ["https://ada:lovelace@example.com/x", "https://***@example.com/x"],
  ["git clone https://token123@example.com/a/b", "git clone https://***@example.com/a/b"],
  ["postgres://u:p@ss@db/x", "postgres://***@db/x"],
  // People.
  ["mail ada.lovelace+x@mail.example.com, please", "mail ***, please"],
  ["/home/ada/code/x.ts and /Users/ada/x", "~/code/x.ts and ~/x"],
  ["C:\\Users\\ada\\x", "~\\x"],
  [key("-----BEGIN RSA PRIVATE", " KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nx"), "***\nx"],
  [key("a -----BEGIN PRIVATE", " KEY-----\nabc and no end"), "a ***"],
];

const PLAIN = [
  "",
  "/design plans/foo, /plan-adhoc and /commit",
  "the token budget is 5",
  "tokens: 5",
  "a basic understanding of bearer tokens",
  "Basic authentication",
  "the password is wrong",
  "secret",
  "password: ***",
  "see https://example.com/a@b",
  "npm i left-pad@1.3.0 and @scope/name@2.0.0",
  "@docs/x.md",
  "a/b@c",
  "/home is where /Users are",
  "src/some_long_function_name_without_digits/and-another-long-path-segment",
  "-----BEGIN CERTIFICATE-----\nx",
  "sk-learn",
  "550e8400-e29b-41d4-a716-446655440000",
  "2026-01-02T10:00:00.000Z",
];

Deno.test("maskSecrets() hides what looks like a secret and nothing around it", () => {
  for (const [text, expected] of SECRETS) assertEquals(maskSecrets(text), expected, text);
});

Deno.test("maskSecrets() leaves ordinary text as it is", () => {
  for (const text of PLAIN) assertEquals(maskSecrets(text), text);
});

Deno.test("maskSecrets() does not change what it has masked", () => {
  for (const [, masked] of SECRETS) assertEquals(maskSecrets(masked), masked);
});

Deno.test("maskSecrets() makes the home directory a tilde, by whole names", () => {
  const rows = [
    ["/root/x and /root", "~/x and ~"],
    ["/rootfs/x /root-a", "/rootfs/x /root-a"],
    ["cd /root; ls", "cd ~; ls"],
  ] as const;
  for (const [text, expected] of rows) assertEquals(maskSecrets(text, "/root"), expected);
});

Deno.test("maskSecrets() grows with the text, not with its square", async () => {
  const seeds = [
    ..."a A 0 @ : / . - _ = + \n".split(" "),
    ...[
      "://",
      "://a",
      "a@",
      "a.",
      "@a.",
      "eyJ",
      "sk-",
      "-eyJ-",
      "token",
      "token=",
      "token a",
      "bearer ",
    ],
    ...["-----BEGIN ", "-----", "/home/", "C:\\Users\\", '"key": ', "password:password:", "a1B"],
  ];
  for (const seed of seeds) {
    const textOf = (length: number) => seed.repeat(Math.ceil(length / seed.length));
    await assertLinear((text) => maskSecrets(text, "/home/a"), textOf, {
      about: JSON.stringify(seed),
    });
  }
});

import { assertEquals } from "@std/assert";
import { findSecrets } from "../../src/base/mask_secrets.ts";
import { assertLinear } from "../support/steps.ts";

// Put together here, so that no scanner of this repository takes them for real ones.
const TOKEN = ["ghp", "0aB1cD2eF3gH4iJ5kL6mN7oP8qR9"].join("_");
const BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";
const KEY = `-----BEGIN OPENSSH ${"PRIVATE"} KEY-----\n${BODY}\n${BODY}xx==\n-----END OPENSSH`;

const ROWS: readonly [text: string, found: readonly string[]][] = [
  ["plain words, `code`, a path/to/file and 0123456789abcdef0123456789abcdef01234567", []],
  [`a token ${TOKEN} in prose`, [`a token: ${TOKEN}`]],
  [`"token": "${TOKEN}"`, [`a token: ${TOKEN}`]],
  ["sk-your-key-goes-here-please", []],
  [KEY, [`a private key: ${BODY} ${BODY}xx==`]],
  [KEY.replaceAll("\n", "\\n"), [`a private key: ${BODY} ${BODY}xx==`]],
  [`-----BEGIN PUBLIC KEY-----\n${BODY}\n-----END PUBLIC KEY-----`, []],
  [`"-----BEGIN ${"PRIVATE"} KEY", then "-----END ": see docs/solutions/security`, []],
  ["PATH=/bin\0DB_PASSWORD=hunter2hunter2\0HOME=/root", [
    "the value of DB_PASSWORD: hunter2hunter2",
  ]],
  ["export MY_API_KEY='abc123def456'\n", ["the value of MY_API_KEY: abc123def456"]],
  ["API_KEY=$OTHER_KEY1\nAPI_KEY=<your-key-1>\nAPI_KEY=placeholder\nKEYBOARD=qwerty123", []],
];

for (const [text, found] of ROWS) {
  Deno.test(`findSecrets() finds ${found.length} in ${JSON.stringify(text.slice(0, 40))}`, () => {
    const said = findSecrets(text).map(({ kind, values }) => `${kind}: ${values.join(" ")}`);
    assertEquals(said, found);
  });
}

for (const unit of ["-----BEGIN ", "A_KEY=", "KEY", "=", "a1", `\nA_TOKEN=${"x1".repeat(40)}`]) {
  Deno.test(`findSecrets() is linear on ${JSON.stringify(unit.slice(0, 12))}`, () => {
    const textOf = (length: number) => unit.repeat(Math.ceil(length / unit.length));
    return assertLinear(findSecrets, textOf, { about: "findSecrets()" });
  });
}

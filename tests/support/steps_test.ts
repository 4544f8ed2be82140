/** The counter of steps tells a line from a square, whoever walks it: our code or a built-in function. */
import { assertLinear } from "./steps.ts";
import { assertRejects } from "@std/assert";

const LINES: Readonly<Record<string, (text: string) => unknown>> = {
  "a loop": (text) => {
    let sum = 0;
    for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at);
    return sum;
  },
  "a search for each piece": (text) => {
    for (let at = text.indexOf("b"); at >= 0; at = text.indexOf("b", at + 1)) text.charCodeAt(at);
  },
  "an expression that goes on": (text) => [...text.matchAll(/ab/g)],
  "a sticky expression": (text) => {
    const regex = /[ab]/y;
    while (regex.test(text));
  },
  "a split and a join": (text) => text.split("b").map((part) => part.trim()).join("c"),
  "a sort": (text) => text.split("b").sort(),
};

const SQUARES: Readonly<Record<string, (text: string) => unknown>> = {
  "a loop in a loop": (text) => {
    let sum = 0;
    for (let at = 0; at < text.length; at++) for (let to = 0; to < at; to++) sum++;
    return sum;
  },
  "a function in a loop": (text) => {
    for (const _ of text) text.split("").some((character) => character === "c");
  },
  "a search for what is not there": (text) => {
    for (let at = 0; at < text.length; at++) text.indexOf("c", at);
  },
  "a look for what is not there": (text) => {
    for (let at = 0; at < text.length; at++) text.includes("c", at);
  },
  "an expression that finds nothing": (text) => {
    for (let at = 0; at < text.length; at++) text.slice(at).search(/c/);
  },
  "a list made anew": (text) => {
    let list: string[] = [];
    for (const character of text) list = list.concat(character);
    return list;
  },
  "a list with a longer head": (text) => {
    let list: string[] = [];
    for (const character of text) list = [...list, character];
    return list;
  },
  "a text made of all its characters": (text) => {
    for (const _ of text) [...text].at(-1);
  },
  "a sticky expression that starts anew": (text) => {
    const regex = /[ab]+/y;
    for (let at = 0; at < text.length; at++) {
      regex.lastIndex = at;
      regex.test(text);
    }
  },
  "a queue": (text) => {
    const queue = text.split("");
    while (queue.length > 0) queue.shift();
  },
};

for (const [name, act] of Object.entries(LINES)) {
  Deno.test(`assertLinear() takes ${name} for a line`, async () => {
    await assertLinear(act, (length) => "ab".repeat(length / 2), { about: name });
  });
}

for (const [name, act] of Object.entries(SQUARES)) {
  Deno.test(`assertLinear() takes ${name} for a square`, async () => {
    const about = name;
    await assertRejects(
      () => assertLinear(act, (length) => "ab".repeat(length / 2), { about, length: 400 }),
      Error,
      "steps for",
    );
  });
}

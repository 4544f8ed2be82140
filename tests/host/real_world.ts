/** Makes the world of a fact on the real file system, on whatever engine this runs. */
import { nodeFs } from "../../src/host/built_ins.ts";
import type { World } from "./fact.ts";
import { newFolder } from "../support/folder.ts";

/** Makes a fresh directory with these files. @returns Its absolute path without links. */
export function makeWorld(world: World): string {
  const fs = nodeFs();
  const root = newFolder();
  for (const [name, text] of Object.entries(world)) {
    const path = `${root}/${name}`;
    fs.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    if (text === "/") fs.mkdirSync(path);
    else if (text.startsWith("-> ")) fs.symlinkSync(text.slice(3), path);
    else fs.writeFileSync(path, bytesOf(text));
  }
  return root;
}

/** Removes it with all it holds. @param root The directory. */
export function removeWorld(root: string): void {
  nodeFs().rmSync(root, { recursive: true, force: true });
}

/** The content of one file. @param text As a fact spells it. @returns Its bytes. */
export function bytesOf(text: string): Uint8Array {
  if (!text.startsWith("bytes ")) return new TextEncoder().encode(text);
  return Uint8Array.from(text.slice(6).split(" "), (digits) => parseInt(digits, 16));
}

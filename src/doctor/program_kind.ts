/**
 * For which kind of machine a program was built, by its first bytes. Started anyway, a program of another
 * kind is often handed to a shell, which complains about its bytes instead of naming the reason.
 */
import { type Host, HostError } from "../host/host.ts";

const HEADER_BYTES = 20;
const ELF = "7f454c46";
const SCRIPT = "2321";
const FAT = "cafebabe";
/** Mach-O, both word sizes. */
const MACH = ["cffaedfe", "cefaedfe"];

/** What is wrong with it; `undefined` when it can be for this machine, or cannot be told. */
export function kindProblem(
  host: Pick<Host, "readBytes" | "executable">,
  program: string,
): string | undefined {
  const own = kindOf(host, host.executable());
  const kind = kindOf(host, program);
  // We run here, so what we are is right; what we cannot name is not judged.
  if (own === undefined || own === "unknown" || kind === undefined) return undefined;
  if (kind === own || kind === "script" || kind === "any") return undefined;
  return kind === "unknown"
    ? "is neither a program of this machine nor a script"
    : "was built for another kind of machine";
}

function kindOf(host: Pick<Host, "readBytes">, path: string): string | undefined {
  try {
    const bytes = host.readBytes(path, 0, HEADER_BYTES);
    if (bytes === undefined) return undefined;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (hex.startsWith(SCRIPT)) return "script";
    if (hex.startsWith(FAT)) return "any";
    // Word size and byte order, then the machine.
    if (hex.startsWith(ELF)) return `elf ${hex.slice(8, 12)} ${hex.slice(36, 40)}`;
    if (MACH.some((magic) => hex.startsWith(magic))) return `mach ${hex.slice(0, 16)}`;
    return hex.startsWith("4d5a") ? "windows" : "unknown";
  } catch (error) {
    if (error instanceof HostError) return undefined;
    throw error;
  }
}

import { InvalidArgumentError } from "commander";
import { availableMemory } from "../../service/available-memory.ts";

const UNITS: Readonly<Record<string, number>> = { "": 0, k: 3, m: 6, g: 9, t: 12 };
/** An idle engine process already takes half of this. */
const MIN_BYTES = 256e6;

/** Bytes for `--memory`: `2GB`, `512MiB`, or a share of the available memory, `40%`. */
export function memorySize(text: string): number {
  const match = /^(\d{1,15}(?:\.\d{1,9})?) ?(%|([kmgt]?)(i?)b)$/i.exec(text.trim());
  if (!match)
    throw new InvalidArgumentError("A size must be like 2GB, 512MB or 40% (of the machine's memory).");
  const [, number, unit, prefix = "", binary] = match;
  const power = UNITS[prefix.toLowerCase()] as number;
  const bytes = Math.floor(
    Number(number) * (unit === "%" ? availableMemory() / 100 : binary ? 1024 ** (power / 3) : 10 ** power),
  );
  if (bytes < MIN_BYTES || bytes > Number.MAX_SAFE_INTEGER)
    throw new InvalidArgumentError("The service needs at least 256MB.");
  return bytes;
}

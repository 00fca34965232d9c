import { InvalidArgumentError } from "commander";

/** The kernel of an option: `svc-deno`, as lists show it, or `deno`. @throws InvalidArgumentError for others */
export function kernelName(text: string): "tslab" | "deno" {
  const name = text.replace(/^svc-/, "");
  if (name !== "tslab" && name !== "deno")
    throw new InvalidArgumentError("Allowed choices are svc-tslab, svc-deno.");
  return name;
}

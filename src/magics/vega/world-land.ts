import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { UsageError } from "../../core/errors.ts";

/** Of svclib-jupyter's samples, which come from vega-datasets. */
export const WORLD_FILE = "world-110m.json";

/** A part of TopoJSON: lines are numbered, and a negative number is the line reversed. */
export interface Topology {
  readonly arcs: readonly unknown[];
  readonly objects: Readonly<Record<string, unknown>>;
}

type Rings = number | readonly Rings[];

let land: Topology | undefined;

/** The outline of the world's land as TopoJSON, without what the file has of countries. */
export function worldLand(): Topology {
  return (land ??= landOf(JSON.parse(readFileSync(worldFile(), "utf8")) as Topology));
}

function landOf(world: Topology): Topology {
  const object = world.objects["land"] as { readonly arcs?: Rings };
  const numbers = new Map<number, number>();
  const renumbered = (ring: Rings): Rings => {
    if (typeof ring !== "number") return ring.map(renumbered);
    const line = ring < 0 ? ~ring : ring;
    const number = numbers.get(line) ?? numbers.size;
    numbers.set(line, number);
    return ring < 0 ? ~number : number;
  };
  const arcs = renumbered(object.arcs ?? []);
  return {
    ...world,
    objects: { land: { ...object, arcs } },
    arcs: [...numbers.keys()].map((line) => world.arcs[line]),
  };
}

function worldFile(): string {
  const { resolve } = createRequire(import.meta.url);
  try {
    return join(dirname(resolve("svclib-jupyter/package.json")), "samples", WORLD_FILE);
  } catch {
    return inClone(resolve);
  }
}

function inClone(resolve: NodeJS.RequireResolve): string {
  try {
    return join(dirname(resolve("vega-datasets")), "..", "data", WORLD_FILE);
  } catch (cause) {
    throw new UsageError("a map needs the package svclib-jupyter, which has the outline of the land", {
      cause,
    });
  }
}

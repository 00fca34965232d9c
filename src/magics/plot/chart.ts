import { DENO_INSPECT, JUPYTER_DISPLAY, NODE_INSPECT, type Displayable } from "../display/displayable.ts";
import { VEGA_LITE } from "../display/mime-bundle.ts";
import type { MimeBundle } from "../notebook-host.ts";
import type { VegaLiteSpec } from "./chart-spec.ts";

/** A drawn chart. Notebooks show the specification where they can, else the picture, else the text. */
export class Chart implements Displayable {
  /** Vega-Lite specification with its data. */
  readonly spec: VegaLiteSpec;
  /** The same as an SVG picture. */
  readonly svg: string;
  readonly text: string;

  constructor(spec: VegaLiteSpec, svg: string, text: string) {
    this.spec = spec;
    this.svg = svg;
    this.text = text;
  }

  [JUPYTER_DISPLAY](): MimeBundle {
    return {
      [VEGA_LITE]: this.spec,
      "image/svg+xml": this.svg,
      "text/plain": this.text,
    };
  }

  [NODE_INSPECT](): string {
    return this.text;
  }

  [DENO_INSPECT](): string {
    return this.text;
  }
}

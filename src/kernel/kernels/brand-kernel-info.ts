import type { Content } from "../wire/message.ts";
import { VERSION } from "../../core/version.ts";

export interface KernelBrand {
  /** The real kernel with its versions, for the banner. */
  readonly realKernel: string;
  readonly languageInfo: Content;
}

/** Completes the real kernel's `kernel_info_reply` with identity, highlighting and export settings. */
export function brandKernelInfo(content: Content, brand: KernelBrand): Content {
  return {
    ...content,
    status: "ok",
    implementation_version: VERSION,
    banner: `svclib ${VERSION} on ${brand.realKernel}`,
    language_info: {
      pygments_lexer: "typescript",
      nbconvert_exporter: "script",
      ...brand.languageInfo,
      // A string, because some frontends fail to start a kernel that sends an object.
      codemirror_mode: "typescript",
    },
    help_links: content["help_links"] ?? [],
  };
}

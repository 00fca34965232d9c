import { InvalidArgumentError, Option } from "commander";

/** `-p name=value`, which may be repeated: values by name, as typed. */
export const parameterOption = (description: string): Option =>
  new Option("-p, --parameter <name=value>", description)
    .argParser((text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
      const equals = text.indexOf("=");
      if (equals < 1) throw new InvalidArgumentError("--parameter is name=value, such as -p day=2024-01-01.");
      return new Map([...before, [text.slice(0, equals).trim(), text.slice(equals + 1)]]);
    })
    .default(new Map(), "none");

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run-tool.mjs";

const element = (name, content) => `<${name}>${content}</${name}>`;

/**
 * Installs artifacts of Maven Central (`group:artifact:version`) and their runtime dependencies into a folder.
 *
 * @param without `group:artifact` to exclude, with the dependencies that only it needs; `*` is any artifact.
 */
export function copyWithDependencies(artifacts, folder, without = []) {
  const exclusions = without.map((name) => {
    const [group, artifact] = name.split(":");
    return element("exclusion", element("groupId", group) + element("artifactId", artifact));
  });
  const dependencies = artifacts.map((name) => {
    const [group, artifact, version] = name.split(":");
    return element(
      "dependency",
      element("groupId", group) +
        element("artifactId", artifact) +
        element("version", version) +
        element("exclusions", exclusions.join("")),
    );
  });
  const project = mkdtempSync(join(tmpdir(), "svc-maven-"));
  try {
    writeFileSync(
      join(project, "pom.xml"),
      `<project><modelVersion>4.0.0</modelVersion><groupId>svc</groupId><artifactId>svc</artifactId><version>1</version>
${element("dependencies", dependencies.join("\n"))}
</project>\n`,
    );
    const args = [
      "-q",
      "-B",
      "dependency:copy-dependencies",
      "-DincludeScope=runtime",
      `-DoutputDirectory=${folder}`,
    ];
    runTool("mvn", args, { cwd: project });
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** Downloads one file of Maven Central into a folder. @returns its path. */
export function fetchFile(group, artifact, version, type, folder) {
  const name = `${group}:${artifact}:${version}:${type}`;
  runTool("mvn", ["-q", "-B", "dependency:copy", `-Dartifact=${name}`, `-DoutputDirectory=${folder}`], {
    cwd: tmpdir(),
  });
  return join(folder, `${artifact}-${version}.${type}`);
}

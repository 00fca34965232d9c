import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { runTool } from "./run-tool.mjs";

/** Puts an artifact of Maven Central and all that it runs with into a folder. */
export function copyWithDependencies(group, artifact, version, folder) {
  const project = mkdtempSync(join(tmpdir(), "svc-maven-"));
  try {
    writeFileSync(
      join(project, "pom.xml"),
      `<project><modelVersion>4.0.0</modelVersion><groupId>svc</groupId><artifactId>svc</artifactId><version>1</version>
<dependencies><dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency></dependencies>
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

/** Path of one file of Maven Central, in Maven's own cache. */
export function fetchFile(group, artifact, version, type) {
  const name = `${group}:${artifact}:${version}:${type}`;
  runTool("mvn", ["-q", "-B", "dependency:get", `-Dartifact=${name}`, "-Dtransitive=false"], {
    cwd: tmpdir(),
  });
  const repository = process.env["MAVEN_REPOSITORY"] || join(homedir(), ".m2", "repository");
  return join(repository, ...group.split("."), artifact, version, `${artifact}-${version}.${type}`);
}

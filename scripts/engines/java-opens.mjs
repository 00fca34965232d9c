const PACKAGES = [
  ...["lang", "lang.invoke", "lang.reflect", "util", "util.concurrent", "util.concurrent.atomic"],
  ...["util.regex", "net", "time", "io", "nio", "text", "math"],
].map((name) => `java.base/java.${name}`);

/** Packages that servers from before Java 9 access by reflection; Java 17 blocks that by default. */
export const JAVA_OPENS = [...PACKAGES, "java.base/sun.nio.ch", "java.sql/java.sql"].map(
  (name) => `--add-opens=${name}=ALL-UNNAMED`,
);

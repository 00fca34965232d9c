const PACKAGES = [
  ...["lang", "lang.invoke", "lang.reflect", "util", "util.concurrent", "util.concurrent.atomic"],
  ...["util.regex", "net", "time", "io", "nio", "text", "math"],
].map((name) => `java.base/java.${name}`);

/** What servers from before Java 9 reach into; Java 17 keeps it shut unless it is told. */
export const JAVA_OPENS = [...PACKAGES, "java.base/sun.nio.ch", "java.sql/java.sql"].map(
  (name) => `--add-opens=${name}=ALL-UNNAMED`,
);

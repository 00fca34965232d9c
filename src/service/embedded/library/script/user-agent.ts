interface Rule {
  readonly name: string;
  readonly pattern: RegExp;
}

/** In order of precedence: browsers that imitate others come first. */
const BROWSERS: readonly (Rule & { readonly vendor: string })[] = [
  { name: "Edge", vendor: "Microsoft", pattern: /Edg(?:e|A|iOS)?\/([\d.]+)/ },
  { name: "Opera", vendor: "Opera", pattern: /(?:OPR|Opera)[/ ]([\d.]+)/ },
  { name: "Chrome", vendor: "Google", pattern: /(?:Chrome|CriOS)\/([\d.]+)/ },
  { name: "Firefox", vendor: "Mozilla", pattern: /(?:Firefox|FxiOS)\/([\d.]+)/ },
  { name: "Internet Explorer", vendor: "Microsoft", pattern: /(?:MSIE ([\d.]+)|Trident\/.*rv:([\d.]+))/ },
  { name: "Safari", vendor: "Apple", pattern: /Version\/([\d.]+).*Safari/ },
];
const WINDOWS: Readonly<Record<string, string>> = {
  "10.0": "Windows 10",
  "6.3": "Windows 8.1",
  "6.2": "Windows 8",
  "6.1": "Windows 7",
  "6.0": "Windows Vista",
  "5.1": "Windows XP",
};
const CRAWLER =
  /(Googlebot|bingbot|Slurp|DuckDuckBot|Baiduspider|YandexBot|Twitterbot|facebookexternalhit|(?<![A-Za-z])[A-Za-z]*[Bb]ot\b|[Cc]rawler|[Ss]pider)/;
const UNKNOWN = "UNKNOWN";

/** Parses a user agent into `category`, `name`, `os`, `os_version`, `vendor`, `version`; UNKNOWN for what it does not give. */
export function parseUserAgent(agent: string): Record<string, string> {
  const crawler = CRAWLER.exec(agent);
  if (crawler)
    return {
      category: "crawler",
      name: crawler[1]!,
      os: UNKNOWN,
      os_version: UNKNOWN,
      vendor: UNKNOWN,
      version: UNKNOWN,
    };
  const { os, osVersion, category } = system(agent);
  for (const browser of BROWSERS) {
    const match = browser.pattern.exec(agent);
    if (match)
      return {
        category,
        name: browser.name,
        os,
        os_version: osVersion,
        vendor: browser.vendor,
        version: match[1] ?? match[2] ?? UNKNOWN,
      };
  }
  return { category, name: UNKNOWN, os, os_version: osVersion, vendor: UNKNOWN, version: UNKNOWN };
}

function system(agent: string): { os: string; osVersion: string; category: string } {
  const windows = /Windows NT ([\d.]+)/.exec(agent);
  if (windows)
    return { os: WINDOWS[windows[1]!] ?? "Windows", osVersion: `NT ${windows[1]!}`, category: "pc" };
  const phone = /(iPhone|iPad|iPod).*OS ([\d_]+)/.exec(agent);
  if (phone) return { os: phone[1]!, osVersion: phone[2]!.replaceAll("_", "."), category: "smartphone" };
  const android = /Android ?([\d.]*)/.exec(agent);
  if (android) return { os: "Android", osVersion: android[1] || UNKNOWN, category: "smartphone" };
  const mac = /Mac OS X ([\d_.]+)/.exec(agent);
  if (mac) return { os: "Mac OSX", osVersion: mac[1]!.replaceAll("_", "."), category: "pc" };
  if (agent.includes("CrOS")) return { os: "ChromeOS", osVersion: UNKNOWN, category: "pc" };
  if (agent.includes("Linux")) return { os: "Linux", osVersion: UNKNOWN, category: "pc" };
  return { os: UNKNOWN, osVersion: UNKNOWN, category: UNKNOWN };
}

/** The one answer to what a zone's abbreviation means, for magics, the grid, the client and the dialects. */

/** IANA names that have no region and are not abbreviations. */
const PLAIN =
  /^(?:cuba|egypt|eire|gb|gb-eire|gmt|gmt[+-]?0|greenwich|hongkong|iceland|iran|israel|jamaica|japan|kwajalein|libya|navajo|nz|nz-chat|poland|portugal|prc|roc|rok|singapore|turkey|uct|universal|utc|w-su|zulu|est5edt|cst6cdt|mst7mdt|pst8pdt)$/i;

/** Zones that an abbreviation may mean. `Intl` knows some and guesses (BST as Bangladesh). Ambiguous ones are refused. */
const ABBREVIATIONS = new Map(
  `ACDT Australia/Adelaide
  ACST Australia/Adelaide Australia/Darwin
  ACT America/Rio_Branco Australia/Darwin
  ADT America/Halifax Asia/Baghdad
  AEDT Australia/Sydney
  AEST Australia/Sydney Australia/Brisbane
  AET Australia/Brisbane Australia/Sydney
  AGT America/Argentina/Buenos_Aires America/Anguilla
  AKDT America/Anchorage
  AKST America/Anchorage
  AMT America/Manaus Asia/Yerevan
  ART America/Argentina/Buenos_Aires Africa/Cairo
  AST America/Halifax America/Puerto_Rico America/Anchorage Asia/Riyadh
  AT America/Halifax Atlantic/Azores
  AWST Australia/Perth
  BET America/Sao_Paulo
  BRT America/Sao_Paulo
  BST Europe/London Asia/Dhaka Pacific/Bougainville
  CAT Africa/Maputo America/Anchorage
  CCT Indian/Cocos Asia/Shanghai
  CDT America/Chicago America/Havana Asia/Shanghai
  CEST Europe/Paris
  CET Europe/Paris Africa/Algiers
  CNT America/St_Johns Asia/Shanghai
  CST America/Chicago America/Regina America/Havana Asia/Shanghai Australia/Adelaide
  CT America/Chicago Asia/Shanghai
  CTT Asia/Shanghai America/Chicago
  EAT Africa/Nairobi
  ECT Europe/Paris America/Guayaquil America/Puerto_Rico
  EDT America/New_York Australia/Sydney
  EEST Europe/Helsinki
  EET Europe/Helsinki Africa/Cairo
  EST America/New_York America/Panama Australia/Sydney
  ET America/New_York
  FST Europe/Paris America/Noronha
  GST Asia/Dubai Atlantic/South_Georgia Pacific/Guam
  HKT Asia/Hong_Kong
  HST Pacific/Honolulu America/Adak
  IDT Asia/Jerusalem
  IET America/Indiana/Indianapolis
  IST Asia/Kolkata Europe/Dublin Asia/Jerusalem
  JST Asia/Tokyo
  KST Asia/Seoul
  MDT America/Denver
  MEST Europe/Paris
  MET Europe/Paris
  MIT Pacific/Apia Pacific/Marquesas
  MSK Europe/Moscow
  MST America/Denver America/Phoenix Asia/Kuala_Lumpur Asia/Yangon
  MT America/Denver
  NDT America/St_Johns
  NET Asia/Yerevan
  NST America/St_Johns Pacific/Auckland
  NZDT Pacific/Auckland
  NZST Pacific/Auckland
  PDT America/Los_Angeles
  PET America/Lima Asia/Kamchatka
  PKT Asia/Karachi
  PLT Asia/Karachi
  PNT America/Phoenix
  PRT America/Puerto_Rico
  PST America/Los_Angeles Asia/Manila Pacific/Pitcairn
  PT America/Los_Angeles Europe/Lisbon
  SAST Africa/Johannesburg
  SGT Asia/Singapore
  SST Pacific/Pago_Pago Pacific/Guadalcanal Asia/Singapore
  VST Asia/Ho_Chi_Minh America/Caracas
  WAT Africa/Lagos
  WEST Europe/Lisbon
  WET Europe/Lisbon Africa/Casablanca
  WIB Asia/Jakarta
  WST Pacific/Apia Australia/Perth
  Z UTC`
    .split("\n")
    .map((line) => {
      const [name = "", ...zones] = line.trim().split(" ");
      return [name, zones] as const;
    }),
);

/** Abbreviations with one undisputed offset. */
const CERTAIN = new Set(["JST", "KST", "HKT", "SGT", "PKT", "SAST", "WIB", "Z"]);

/** What the service's own functions take besides: its users write the zones of the Americas and Europe so. */
const OF_SERVICE = new Set(
  "PST PDT MST MDT CST CDT EST EDT AKST AKDT HST CET CEST EET EEST MET MEST WET WEST MSK AEST AEDT NZST NZDT BRT".split(
    " ",
  ),
);

/** The zone that the service's functions mean by an abbreviation: `PDT`, like `PST`, is the time of Los Angeles. Null for others. */
export function serviceZone(name: string): string | null {
  const upper = name.toUpperCase();
  if (!CERTAIN.has(upper) && !OF_SERVICE.has(upper)) return null;
  return ABBREVIATIONS.get(upper)?.[0] ?? null;
}

/** The zones that an abbreviation may mean; none for other names. */
export const meaningsOf = (name: string): readonly string[] => ABBREVIATIONS.get(name.toUpperCase()) ?? [];

/**
 * The canonical name of a time zone: IANA names, and the few abbreviations with one meaning.
 *
 * @returns null when there is no such zone, and for abbreviations that {@link ambiguousZone} explains.
 */
export function zoneName(name: string): string | null {
  const upper = name.toUpperCase();
  if (CERTAIN.has(upper)) return ABBREVIATIONS.get(upper)?.[0] ?? null;
  if (!name.includes("/") && !PLAIN.test(name)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Error text for an ambiguous zone abbreviation in a name or a time: its meanings and what to write instead. Null if there is none. */
export function ambiguousZone(text: string): string | null {
  for (const [word] of text.matchAll(/[A-Za-z]+/g)) {
    const name = word.toUpperCase();
    const zones = ABBREVIATIONS.get(name);
    if (zones === undefined || CERTAIN.has(name)) continue;
    return `${name} is an abbreviation that may mean ${zones.join(" or ")}; write the zone's name, or an offset such as +01:00`;
  }
  return null;
}

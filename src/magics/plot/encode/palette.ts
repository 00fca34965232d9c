/**
 * Colours of series, in this order. All pairs differ for people with each of the three common deficiencies of colour vision, and each is
 * visible on white and on black: `palette.test.ts` measures both.
 */
export const PALETTE = ["#2f6fd0", "#ff4b78", "#00a587", "#788700", "#964b78", "#a587b4", "#4b693c"] as const;

/** More series than this are grey. */
export const MAX_COLOURS = PALETTE.length;
/** For background series. */
export const PALE = "#8a8a8a66";
/** The colour of the page's text: black on white, and white in a dark theme. */
export const INK = "currentColor";
/** Shades from low to high; and from below to above 0. */
export const SHADES = "viridis";
/** The same without the darkest and the brightest, for points on dark and on white pages. */
export const POINT_SHADES = { name: SHADES, extent: [0.2, 0.9] };
export const TWO_SIDED = "blueorange";

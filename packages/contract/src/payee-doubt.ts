/** A name that does not match at all takes this long to read about, and a reason of so many characters. */
export const noMatchWaitSeconds = 10;
export const reasonLength = { least: 10, most: 200 } as const;

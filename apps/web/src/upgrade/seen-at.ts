const dayMs = 86_400_000;

/** When somebody saw the better rate; an offer of more than a day ago is old. */
export type Seen = Readonly<{ at: Date; isOld: boolean }>;

/**
 * Reads the `t` of the address: milliseconds or seconds since 1970, or a moment as text. It is a hint that anybody may
 * write: whatever is no moment of the past says nothing.
 */
export function seenAt(t: string | undefined, now: Date): Seen | undefined {
  if (!t) return undefined;
  const at = new Date(/^\d{13}$/.test(t) ? Number(t) : /^\d{10}$/.test(t) ? Number(t) * 1000 : t);
  if (Number.isNaN(at.getTime()) || at > now || at.getFullYear() < 2020) return undefined;
  return { at, isOld: now.getTime() - at.getTime() > dayMs };
}

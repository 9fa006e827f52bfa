const dayMs = 86_400_000;

export type SeenOffer = Readonly<{ at: Date; isOld: boolean }>;

/**
 * Reads `t` from the address: milliseconds or seconds since 1970, or a date string. Anybody can write it, so anything
 * but a past moment is ignored.
 */
export function parseSeenAt(t: string | undefined, now: Date): SeenOffer | undefined {
  if (!t) return undefined;
  const at = new Date(/^\d{13}$/.test(t) ? Number(t) : /^\d{10}$/.test(t) ? Number(t) * 1000 : t);
  if (Number.isNaN(at.getTime()) || at > now || at.getFullYear() < 2020) return undefined;
  return { at, isOld: now.getTime() - at.getTime() > dayMs };
}

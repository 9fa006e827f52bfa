const key = 'larkmere.referral';
const lifetimeMs = 30 * 24 * 3_600_000;

type Entry = Readonly<{ code: string; at: number }>;

/** The first code of the last 30 days counts; a later link does not replace it. */
export function keepReferralCode(code: string, store: Storage, now: number): void {
  if (readReferralCode(store, now) === undefined) store.setItem(key, JSON.stringify({ code, at: now } satisfies Entry));
}

export function readReferralCode(store: Storage, now: number): string | undefined {
  try {
    const entry = JSON.parse(store.getItem(key) ?? 'null') as Entry | null;
    return entry !== null && now - entry.at < lifetimeMs ? entry.code : undefined;
  } catch {
    return undefined;
  }
}

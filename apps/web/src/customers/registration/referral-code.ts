const key = 'larkmere.referral';
const keptMs = 30 * 24 * 3_600_000;

type Kept = Readonly<{ code: string; at: number }>;

/** The first code of the last 30 days counts; a later link does not replace it. */
export function keepReferralCode(code: string, store: Storage, now: number): void {
  if (readReferralCode(store, now) === undefined) store.setItem(key, JSON.stringify({ code, at: now } satisfies Kept));
}

export function readReferralCode(store: Storage, now: number): string | undefined {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as Kept | null;
    return kept !== null && now - kept.at < keptMs ? kept.code : undefined;
  } catch {
    return undefined;
  }
}

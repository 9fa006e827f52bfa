/**
 * The slices of the API stand in rows: what is so everywhere, who is there, what they hold, what moves, what is read, what listens.
 * A row leans on the rows before it, never on those behind. A new slice is written in here first.
 */
export const rows: readonly (readonly string[])[] = [
  ['country', 'bank-directory', 'service'],
  ['session', 'customer', 'pin', 'user', 'device', 'captcha'],
  ['books', 'bank-account', 'wallet', 'payee', 'card', 'document', 'screening', 'team-approval'],
  ['rate', 'fx', 'payment', 'transfer', 'position'],
  [
    'bulk-payment',
    'auto-fx',
    'manual-fx',
    'rate-alert',
    'upgrade',
    'wallet-currency',
    'standing-order',
    'global-payment',
    'instant-payment',
  ],
  ['statement', 'receipt', 'seal', 'reconciliation'],
  ['review', 'compensation'],
  ['notification', 'staff', 'mail'],
];

/** Nobody calls these: they hear of what happened, and app.ts introduces them. */
export const listeners: readonly string[] = ['notification', 'staff', 'mail'];

const NOT_SLICES = ['kernel'];

/** The slice of the API a file lives in. */
export function apiSlice(path: string): string | undefined {
  const folder = /^apps\/api\/src\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || NOT_SLICES.includes(folder) ? undefined : folder;
}

const NOT_WEB_SLICES = ['kernel', 'ui', 'areas', 'dev', 'messages'];

/** The slice of the web a file lives in. */
export function webSlice(path: string): string | undefined {
  const folder = /^apps\/web\/src\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || NOT_WEB_SLICES.includes(folder) ? undefined : folder;
}

/** The one file of a slice that others may import: the one that carries its name. */
export function isDoor(path: string): boolean {
  return /\/src\/([^/]+)\/\1\.tsx?$/.test(path);
}

export const rowOf = (slice: string): number => rows.findIndex((row) => row.includes(slice));

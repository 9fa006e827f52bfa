/** The order of the modules: a row imports only from rows before it. Add a new module here first. */
export const moduleRows: readonly (readonly string[])[] = [
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

/** Nobody calls these: they subscribe to events, and app.ts registers them. */
export const subscribers: readonly string[] = ['notification', 'staff', 'mail'];

const NOT_MODULES = ['kernel'];

export function apiModule(path: string): string | undefined {
  const folder = /^apps\/api\/src\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || NOT_MODULES.includes(folder) ? undefined : folder;
}

const NOT_WEB_MODULES = ['kernel', 'ui', 'areas', 'dev', 'messages'];

export function webModule(path: string): string | undefined {
  const folder = /^apps\/web\/src\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || NOT_WEB_MODULES.includes(folder) ? undefined : folder;
}

export function isPublicFile(path: string): boolean {
  return /\/src\/([^/]+)\/\1\.tsx?$/.test(path);
}

export const rowOf = (slice: string): number => moduleRows.findIndex((row) => row.includes(slice));

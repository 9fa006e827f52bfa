/** How staff look at a customer's account (product.md D7). `assist` also opens the forms, up to the last step. */
export const visitModes = ['view', 'assist'] as const;
export type VisitMode = (typeof visitModes)[number];

/** The least mode that a call needs. `never`: no staff make it, in any mode. */
export type VisitPermission = VisitMode | 'never';

type Call = Readonly<{ method: string; path: string }>;

export const isAllowedIn = (mode: VisitMode, permission: VisitPermission): boolean =>
  permission === 'view' || permission === mode;

/** The only writes of a visit. None changes anything that the customer has or sees; all others are refused. */
export const writesOfVisits: Readonly<Record<string, VisitMode>> = {
  'POST /v1/logout': 'view',
  'POST /v1/walletaccount/check-walletready': 'view',
  // Prices an exchange. The quote moves nothing, and nothing can take it up: exchanges are never possible.
  'POST /v1/payment/fxrate': 'assist',
};

/** Whether the call writes and is not among the writes of this mode. The server decides by `visitPermissionOf`. */
export const isWriteClosedIn = (mode: VisitMode, { method, path }: Call): boolean =>
  method !== 'GET' && !isAllowedIn(mode, writesOfVisits[`${method} ${path}`] ?? 'never');

/** The access flags of the specification (section 6): each shows a menu item and opens the matching routes and calls. */
export const accessKeys = [
  'dashboard',
  'statement',
  'card',
  'introducer',
  'payment',
  'swiftpending',
  'payee',
  'autofx',
  'manualfx',
  'standingorder',
  'instant',
  'viewprofile',
  'changepassword',
  'updatepin',
  'usermanage',
  'receive',
  'term',
  'pricetariff',
  'devicemanage',
] as const;
export type AccessKey = (typeof accessKeys)[number];

/**
 * Who may call an endpoint: anybody (`public`), any signed-in customer (`customer`), a customer with a flag, a member of
 * staff, the partner bank, which signs its messages (`rail`), or whoever holds a token for rates and nothing else (`rate`).
 */
export type Access = 'public' | 'customer' | AccessKey | 'staff' | 'rail' | 'rate';

export const isAccessKey = (access: Access): access is AccessKey => (accessKeys as readonly string[]).includes(access);

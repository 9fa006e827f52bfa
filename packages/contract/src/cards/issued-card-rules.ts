/** What server and browser both know of issued cards. */
export const designs = ['mere', 'dusk', 'slate'] as const;
export type CardDesignName = (typeof designs)[number];

/** Where a card works. */
export const cardSwitches = ['online', 'contactless', 'atm', 'abroad', 'magstripe'] as const;

export const embossedNameMax = 20;

/** Everyone else only sees the cards that they hold (product.md B14). */
export const seesAllCards = ({ role }: Readonly<{ role: string }>): boolean =>
  ['owner', 'admin', 'accountant'].includes(role);

import { type AccessKey, accessLevelFor } from '../platform/access.ts';

/** Apart from the schemas, so that the browser does not load a validation library. In the order of the page. */
export const helpTopics = ['payment', 'wrong_person', 'card', 'rates', 'sign_in', 'identity', 'other'] as const;
export type HelpTopic = (typeof helpTopics)[number];

export const maxMessageLength = 2000;

/** Who pays or holds a card stops everything; who only reads does not. */
export const canFreeze = (role: string, access: Iterable<AccessKey>): boolean => {
  const keys = new Set(access);
  return (['payment', 'card'] as const).some(
    (key) => keys.has(key) && !['none', 'view'].includes(accessLevelFor(role, key)),
  );
};

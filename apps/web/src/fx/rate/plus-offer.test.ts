import { expect, it } from 'vitest';
import { plusOffer } from './plus-offer.ts';

it.each([
  ['plus', true, { showPlus: true, offerUpgrade: false }],
  ['plus', false, { showPlus: true, offerUpgrade: false }],
  ['wallet', true, { showPlus: true, offerUpgrade: true }],
  ['wallet', false, { showPlus: false, offerUpgrade: false }],
] as const)('the chart of a %s customer with the upgrade %s', (userType, upgrade, expected) => {
  expect(plusOffer({ userType, feature: { upgrade } })).toEqual(expected);
});

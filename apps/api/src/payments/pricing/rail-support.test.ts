import { payeeTypes } from '@larkmere/contract/payees/payee-type';
import { RailName } from '@larkmere/contract/platform/rail-name';
import { expect, test } from 'vitest';
import type { RailAccount } from '../payment/rail.ts';
import { isCrossBorder, requiresAddress, supportsPayee } from './route.ts';

type Kind = RailAccount['kind'];

/** What each rail carries, and whether it leaves the country or needs the payer’s address. */
const expected: Readonly<Record<RailName, readonly [payees: readonly string[], flags: string]>> = {
  'faster-payments': [['gbp uk'], ''],
  'sepa-credit-transfer': [['eur iban'], 'address'],
  'sepa-instant': [['eur iban'], 'address'],
  promptpay: [['thb thai', 'thb promptpay'], ''],
  bahtnet: [['thb thai'], ''],
  fedwire: [['usd us'], 'abroad address'],
  swift: [['swt iban', 'swt other', 'swiftatw iban', 'swiftatw other'], 'abroad address'],
  local: [['localatw iban', 'localatw clearing', 'localatw clabe'], 'abroad address'],
};
const kinds = Object.keys({
  uk: 0,
  iban: 0,
  thai: 0,
  promptpay: 0,
  us: 0,
  clearing: 0,
  clabe: 0,
  other: 0,
} satisfies Record<Kind, 0>);

test.each(RailName.options)('%s carries exactly the payees and accounts of its scheme', (rail) => {
  const [payees, flags] = expected[rail];
  const supported = payeeTypes.flatMap((type) =>
    kinds.filter((kind) => supportsPayee(rail, type, { kind } as RailAccount)).map((kind) => `${type} ${kind}`),
  );
  expect(supported.toSorted()).toEqual(payees.toSorted());
  expect([isCrossBorder(rail), requiresAddress(rail)]).toEqual([flags.includes('abroad'), flags.includes('address')]);
});

import { expect, it } from 'vitest';
import { mentionsAccount } from './mentions-account.ts';

const iban = { iban: 'DE89370400440532013000' };
const uk = { sortCode: '202959', accountNumber: '63748472' };

it.each([
  ['DE89 3704 0044 0532 0130 00', iban, true],
  ['IBAN: de89 3704 0044 0532 0130 00 Greta Lindqvist', iban, true],
  ['IBAN: FR14 2004 1010 0505 0001 3M02 606 Boulangerie du Port SARL', iban, false],
  ['IBAN: FR14 2004 1010 0505 0001 3M02 606 Boulangerie du Port SARL', uk, false],
  ['IBAN: FR14 2004 1010 0505 0001 3M02 606 Boulangerie du Port SARL', { proxy: '0815550142' }, false],
  ['20-29-59 63748472', uk, true],
  ['Sort code 20-29-59, account 63748472', uk, true],
  ['20-29-59', uk, false],
  ['', {}, false],
])('%s mentions the account of %j: %s', (text, details, is) => expect(mentionsAccount(text, details)).toBe(is));

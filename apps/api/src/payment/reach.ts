import type { PayeeType } from '@larkmere/contract/payee-type';
import type { RailName } from '@larkmere/contract/rail-name';
import type { RailAccount } from './rails/rail.ts';

type Reach = Readonly<{ types: readonly PayeeType[]; accounts: readonly RailAccount['kind'][] }>;

/** Which payees each rail can pay. */
const reach: Readonly<Record<RailName, Reach>> = {
  'faster-payments': { types: ['gbp'], accounts: ['uk'] },
  'sepa-credit-transfer': { types: ['eur'], accounts: ['iban'] },
  'sepa-instant': { types: ['eur'], accounts: ['iban'] },
  promptpay: { types: ['thb'], accounts: ['thai', 'promptpay'] },
  bahtnet: { types: ['thb'], accounts: ['thai'] },
  fedwire: { types: ['usd'], accounts: ['us'] },
  swift: { types: ['swt', 'swiftatw'], accounts: ['iban', 'other'] },
  local: { types: ['localatw'], accounts: ['iban', 'clearing', 'clabe'] },
};

/** The types of payee that a rail pays. */
export const typesOf = (rail: RailName): readonly PayeeType[] => reach[rail].types;

/** Rails that take money out of the country: payer and payee tell where they live, and no free transfer covers it. */
export const isAbroad = (rail: RailName): boolean => rail === 'swift' || rail === 'fedwire' || rail === 'local';

/** Whether the rail takes money to an account of this kind. */
export const reaches = (rail: RailName, type: PayeeType, { kind }: RailAccount): boolean =>
  reach[rail].types.includes(type) && reach[rail].accounts.includes(kind);

/** Whether the message has to tell where the payer is: abroad always, and in SEPA since one side, ours, is outside the EEA. */
export const tellsAddress = (rail: RailName): boolean => isAbroad(rail) || rail.startsWith('sepa-');

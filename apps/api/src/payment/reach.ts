import type { PayeeType } from '@larkmere/contract/payee-type';
import type { RailName } from '@larkmere/contract/rail-name';
import type { RailAccount } from './rails/rail.ts';

type Reach = Readonly<{ types: readonly PayeeType[]; accounts: readonly RailAccount['kind'][] }>;

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

export const typesOf = (rail: RailName): readonly PayeeType[] => reach[rail].types;

export const isAbroad = (rail: RailName): boolean => rail === 'swift' || rail === 'fedwire' || rail === 'local';

export const reaches = (rail: RailName, type: PayeeType, { kind }: RailAccount): boolean =>
  reach[rail].types.includes(type) && reach[rail].accounts.includes(kind);

/** SEPA requires the address of the payer, because our side is outside the EEA. */
export const tellsAddress = (rail: RailName): boolean => isAbroad(rail) || rail.startsWith('sepa-');

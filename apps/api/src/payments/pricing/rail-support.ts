import type { PayeeType } from '@larkmere/contract/payees/payee-type';
import type { RailName } from '@larkmere/contract/platform/rail-name';
import type { RailAccount } from '../payment/rail-account.ts';

type RailSupport = Readonly<{ types: readonly PayeeType[]; accounts: readonly RailAccount['kind'][] }>;

const railSupport: Readonly<Record<RailName, RailSupport>> = {
  'faster-payments': { types: ['gbp'], accounts: ['uk'] },
  'sepa-credit-transfer': { types: ['eur'], accounts: ['iban'] },
  'sepa-instant': { types: ['eur'], accounts: ['iban'] },
  promptpay: { types: ['thb'], accounts: ['thai', 'promptpay'] },
  bahtnet: { types: ['thb'], accounts: ['thai'] },
  fedwire: { types: ['usd'], accounts: ['us'] },
  swift: { types: ['swt', 'swiftatw'], accounts: ['iban', 'other'] },
  local: { types: ['localatw'], accounts: ['iban', 'clearing', 'clabe'] },
};

export const supportedPayeeTypes = (rail: RailName): readonly PayeeType[] => railSupport[rail].types;

export const isCrossBorder = (rail: RailName): boolean => rail === 'swift' || rail === 'fedwire' || rail === 'local';

export const supportsPayee = (rail: RailName, type: PayeeType, { kind }: RailAccount): boolean =>
  railSupport[rail].types.includes(type) && railSupport[rail].accounts.includes(kind);

/** SEPA requires the address of the payer, because our side is outside the EEA. */
export const requiresAddress = (rail: RailName): boolean => isCrossBorder(rail) || rail.startsWith('sepa-');

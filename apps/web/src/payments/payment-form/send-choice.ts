import type { PayeeView } from '@larkmere/contract/payees/payee';
import type { PayeeType } from '@larkmere/contract/payees/payee-type';

/** The addresses below `/payment` open the same form for the payees of these types. */
export type SendChoice = 'gbp' | 'eur' | 'thb' | 'swt';

const typesByChoice: Readonly<Record<SendChoice, readonly PayeeType[]>> = {
  gbp: ['gbp'],
  eur: ['eur'],
  thb: ['thb'],
  swt: ['swt', 'usd', 'localatw', 'swiftatw'],
};

export const isOfChoice = ({ type }: Pick<PayeeView, 'type'>, choice: SendChoice | undefined): boolean =>
  choice === undefined || typesByChoice[choice].includes(type);

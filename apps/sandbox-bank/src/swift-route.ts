import type { BankIdentifier } from './messages/party.ts';
import type { Charge, Payment } from './payment.ts';

// A 0 or 1 as the eighth character marks a test BIC that no real bank has.
const ourBank: BankIdentifier = { bic: 'SNDBGB20', name: 'Sandbox Bank' };

type Correspondent = Readonly<{ bank: BankIdentifier; chargeMinor: bigint; payeeBankChargeMinor: bigint }>;

const correspondents: Readonly<Record<string, Correspondent>> = {
  EUR: { bank: { bic: 'CORRDE10', name: 'Correspondent Frankfurt' }, chargeMinor: 1000n, payeeBankChargeMinor: 500n },
  GBP: { bank: { bic: 'CORRGB10', name: 'Correspondent London' }, chargeMinor: 800n, payeeBankChargeMinor: 500n },
  JPY: { bank: { bic: 'CORRJP10', name: 'Correspondent Tokyo' }, chargeMinor: 2000n, payeeBankChargeMinor: 1500n },
  THB: {
    bank: { bic: 'CORRTH10', name: 'Correspondent Bangkok' },
    chargeMinor: 30_000n,
    payeeBankChargeMinor: 20_000n,
  },
  USD: { bank: { bic: 'CORRUS10', name: 'Correspondent New York' }, chargeMinor: 1500n, payeeBankChargeMinor: 1000n },
};

export function swiftRouteOf({ currency, payee }: Payment): readonly [BankIdentifier, BankIdentifier, BankIdentifier] {
  const { bank, number, isIban } = payee.account;
  const country = isIban ? number.slice(0, 2) : (payee.address?.country ?? 'GB');
  const last = bank.bic ? { bic: bank.bic, name: 'Payee’s bank' } : { bic: `PAYE${country}10`, name: 'Payee’s bank' };
  return [ourBank, correspondentOf(currency).bank, last];
}

/** DEBT deducts nothing; with CRED our bank deducts too. No bank deducts more than a quarter of the amount. */
export function chargesOfBank(payment: Payment, place: 0 | 1 | 2): Charge[] {
  const { bearer, amountMinor, currency } = payment;
  const { chargeMinor, payeeBankChargeMinor } = correspondentOf(currency);
  const fullMinor = [bearer === 'CRED' ? chargeMinor : 0n, chargeMinor, payeeBankChargeMinor][place] ?? 0n;
  const minor = bearer === 'DEBT' ? 0n : fullMinor < amountMinor / 4n ? fullMinor : amountMinor / 4n;
  return minor > 0n ? [{ bank: swiftRouteOf(payment)[place], minor }] : [];
}

const correspondentOf = (currency: string): Correspondent =>
  correspondents[currency] ?? (correspondents.USD as Correspondent);

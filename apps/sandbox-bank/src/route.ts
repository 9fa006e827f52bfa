import type { BankName } from './messages/party.ts';
import type { Charge, Payment } from './payment.ts';

// A 0 or 1 as the eighth character marks a test BIC that no real bank has.
const ourselves: BankName = { bic: 'SNDBGB20', name: 'Sandbox Bank' };

type Correspondent = Readonly<{ bank: BankName; keepsMinor: bigint; payeeBankKeepsMinor: bigint }>;

const correspondents: Readonly<Record<string, Correspondent>> = {
  EUR: { bank: { bic: 'CORRDE10', name: 'Correspondent Frankfurt' }, keepsMinor: 1000n, payeeBankKeepsMinor: 500n },
  GBP: { bank: { bic: 'CORRGB10', name: 'Correspondent London' }, keepsMinor: 800n, payeeBankKeepsMinor: 500n },
  JPY: { bank: { bic: 'CORRJP10', name: 'Correspondent Tokyo' }, keepsMinor: 2000n, payeeBankKeepsMinor: 1500n },
  THB: { bank: { bic: 'CORRTH10', name: 'Correspondent Bangkok' }, keepsMinor: 30_000n, payeeBankKeepsMinor: 20_000n },
  USD: { bank: { bic: 'CORRUS10', name: 'Correspondent New York' }, keepsMinor: 1500n, payeeBankKeepsMinor: 1000n },
};

export function routeOf({ currency, payee }: Payment): readonly [BankName, BankName, BankName] {
  const { bank, number, isIban } = payee.account;
  const country = isIban ? number.slice(0, 2) : (payee.address?.country ?? 'GB');
  const last = bank.bic ? { bic: bank.bic, name: 'Payee’s bank' } : { bic: `PAYE${country}10`, name: 'Payee’s bank' };
  return [ourselves, correspondentOf(currency).bank, last];
}

/** DEBT deducts nothing; with CRED our bank deducts too. No bank deducts more than a quarter of the amount. */
export function keptBy(payment: Payment, place: 0 | 1 | 2): Charge[] {
  const { bearer, amountMinor, currency } = payment;
  const { keepsMinor, payeeBankKeepsMinor } = correspondentOf(currency);
  const wanted = [bearer === 'CRED' ? keepsMinor : 0n, keepsMinor, payeeBankKeepsMinor][place] ?? 0n;
  const minor = bearer === 'DEBT' ? 0n : wanted < amountMinor / 4n ? wanted : amountMinor / 4n;
  return minor > 0n ? [{ bank: routeOf(payment)[place], minor }] : [];
}

const correspondentOf = (currency: string): Correspondent =>
  correspondents[currency] ?? (correspondents.USD as Correspondent);

import {
  BankNoResponse,
  BankRejection,
  type OpenBankingClient,
} from '../../apps/api/src/payments/open-banking/rails/open-banking-client.ts';
import { day, second } from './clock.ts';
import type { Simulation } from './simulation.ts';

export type OtherBankRun = Readonly<{
  openBanking: OpenBankingClient;
  paymentCount: () => number;
  arrived: readonly bigint[];
  refuse: () => void;
}>;

const bank = {
  id: 'heron',
  name: 'Heron',
  group: 'Heron',
  logo: 'data:image/svg+xml,',
  country: 'GB',
  capabilities: { single: true, standingOrder: false },
  status: 'enabled',
  message: null,
} as const;

/**
 * An in-memory bank that accepts a payment, times out, refuses, or does something else than it reports. The money
 * arrives late, never, or in another amount.
 */
export function simulatedOtherBank(
  { random, clock, bank: ours, label }: Simulation,
  accountNumber: string,
): OtherBankRun {
  let [asked, consent, status, reference] = [0, 'AWAU' as 'AWAU' | 'COND' | 'RJCT', 'RCVD', ''];
  const arrived: bigint[] = [];
  const mayBeSilent = (): void => {
    if (random.chance(0.12)) throw new BankNoResponse('no answer');
  };
  const mayRefuse = (): void => {
    if (random.chance(0.08)) throw new BankRejection('no');
  };
  const answer = (bankPaymentId: string) => ({ bankPaymentId, status, reason: null, requiresSecondApproval: false });
  const arrive = (minor: bigint): void => {
    arrived.push(minor);
    const unique = `PI${label.slice(5)}X${random.between(0, 2 ** 31)}`;
    ours.credit({ minor, accountNumber, reference: unique, remittance: reference });
  };
  const send = (minor: bigint): void => {
    const when = random.chance(0.7) ? random.between(second, 90 * second) : random.between(second, 10 * day);
    if (random.chance(0.75)) clock.after(when, () => arrive(random.chance(0.9) ? minor : minor + 1n));
  };
  let wanted = 0n;
  const openBanking: OpenBankingClient = {
    banks: async () => [bank],
    compose: (order) => {
      reference = order.reference;
      wanted = order.amount.minor;
      return JSON.stringify({ reference });
    },
    createConsent: async ({ uid }) => {
      mayBeSilent();
      mayRefuse();
      return { consentId: `C${uid}`, redirectUrl: `https://bank.example/${uid}` };
    },
    verifyState: (state) => /^state of (.{36})$/.exec(state)?.[1],
    redeemCode: async () => {
      mayBeSilent();
      mayRefuse();
      return 'authority';
    },
    createPayment: async ({ uid }) => {
      mayBeSilent();
      asked += 1;
      consent = 'COND';
      status = random.chance(0.2) ? 'RJCT' : random.oneOf(['RCVD', 'PDNG', 'ACSC']);
      // A bank that refused can pay nevertheless.
      if (status !== 'RJCT' || random.chance(0.3)) send(wanted);
      mayBeSilent();
      return answer(`P${uid}`);
    },
    getConsent: async () => {
      mayBeSilent();
      return { status: consent, reason: null };
    },
    getPayment: async ({ bankPaymentId }) => {
      mayBeSilent();
      if (status !== 'RJCT' && random.chance(0.5)) status = 'ACSC';
      return answer(bankPaymentId);
    },
  };
  return {
    openBanking,
    paymentCount: () => asked,
    arrived,
    refuse: () => (consent = consent === 'AWAU' ? 'RJCT' : consent),
  };
}
